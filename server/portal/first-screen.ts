import type { PageLanguage } from '#contract/languages/all.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

export type FirstScreen = {
  /** Whether every merchant has a page of its own with markup for this path, though no search engine may come to it. */
  isPrepared(path: string): boolean
  /** Makes the markup of the first screen of a route, put into the page's root before any script runs; empty text for none. */
  render(merchant: Merchant, path: string, language: PageLanguage): Promise<string>
}

/** Where the build of the first screens is not there: the browser makes them. */
export const noFirstScreen: FirstScreen = { isPrepared: () => false, render: async () => '' }
