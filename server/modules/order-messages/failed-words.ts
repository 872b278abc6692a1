import { t, translateAnswer } from '#contract/language.ts'

/** The email's words about a refund that did not arrive, for food or gift cards. */

export const failedHeading = (amount: string): string => t`Your refund of ${amount} did not arrive.`

/** The reason, as far as banks give one. */
export const failedText = (displayName: string, amount: string): string =>
  t`The bank of ${translateAnswer(displayName)} sent ${amount} back to us. That happens when a card was closed or replaced.`

/** Whom to call about it. Called within the email's language. */
export const callText = (): string =>
  t('Please call us, and we’ll pay you another way. You do not have to do anything else.')
