import { t, translateAnswer } from '#contract/language.ts'

/** What is told by email of a refund that did not arrive, of food or of gift cards. */

export const failedHeading = (amount: string): string => t`Your refund of ${amount} did not arrive.`

/** Why, as far as banks say. */
export const failedText = (displayName: string, amount: string): string =>
  t`The bank of ${translateAnswer(displayName)} sent ${amount} back to us. That happens when a card was closed or replaced.`

export const callText = (): string =>
  t('Please call us, and we’ll pay you another way. You do not have to do anything else.')
