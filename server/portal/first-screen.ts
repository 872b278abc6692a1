import type { PageView } from '#contract/page-format.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

export type FirstScreen = {
  /** Whether every merchant has a page of its own with markup for this path, though no search engine may come to it. */
  isPrepared(path: string): boolean
  /** Makes the markup of the first screen of a route, put into the page's root before any script runs; empty text for none. */
  render(merchant: Merchant, path: string, language: PageLanguage): Promise<string>
  /**
   * What a screen looks like to somebody who has never been here, where it has no first screen of its own: it is looked at until the portal has drawn it.
   * Undefined for a screen that is somebody's own, or that the device alone can make.
   */
  view(merchant: Merchant, path: string, language: PageLanguage): Promise<PageView | undefined>
}

/** Where the build of the first screens is not there: the browser makes them. */
export const noFirstScreen: FirstScreen = {
  isPrepared: () => false,
  render: async () => '',
  view: async () => undefined,
}
