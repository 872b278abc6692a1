import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'

/** True for a refusal that asks for a check that a human is there; that is no error. */
export const asksForPerson = (error: { code?: string | undefined } | undefined): boolean =>
  error?.code === 'verification_required'

/** Asks for the human check that must come before the call is done. Not worded as an error, since nothing was done wrong. */
export const PersonBanner = ({ messages }: { messages: readonly string[] }) => (
  <Banner intoView tone="note" header={t('Please confirm you’re not a robot')} messages={messages} />
)
