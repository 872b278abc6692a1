import { inTranslation } from '#contract/language.ts'
import { findTranslation, type PageLanguage } from '#contract/languages/all.ts'
import type { Merchant } from './merchant.ts'

/**
 * Writes something for a guest in their language, with the restaurant's own words (`words` of host.json). The result of `write` must be complete when it
 * returns.
 */
export const inLanguage = <Written>(
  { host }: Pick<Merchant, 'host'>,
  language: PageLanguage,
  write: () => Written,
): Written => inTranslation(findTranslation(language, host.words), write)
