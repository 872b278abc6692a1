import type { InlineSheet, PageView } from '#contract/page-format.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

/** Markup that a page begins with, and the stylesheets that it needs besides those of every page. */
type WithSheets<T> = T & { sheets: readonly InlineSheet[] }

export type FirstScreen = {
  /** Whether every merchant has its own page with markup for this path, even if search engines may not visit it. */
  isPrepared(path: string): boolean
  /** Renders the first screen of a route, which is put into the page's root before any script runs; undefined if there is none. */
  render(
    merchant: Merchant,
    path: string,
    language: PageLanguage,
  ): Promise<WithSheets<{ markup: string }> | undefined>
  /**
   * What a screen without a first screen looks like to a new visitor, shown until the portal has drawn it. For a screen with
   * personal content, where it leads on a device that stores nothing; undefined for one that only the device can make.
   * `hasQuery`: the address has more than its path, so what is shown may not depend on it.
   */
  view(
    merchant: Merchant,
    path: string,
    language: PageLanguage,
    asked?: { hasQuery: boolean },
  ): Promise<WithSheets<PageView> | undefined>
}

/** For when the build of the first screens is missing: the browser renders them. */
export const noFirstScreen: FirstScreen = {
  isPrepared: () => false,
  render: async () => undefined,
  view: async () => undefined,
}
