import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'

/** True for a refusal that asks for a person to be shown, and is no error. */
export const asksForPerson = (error: { code?: string | undefined } | undefined): boolean =>
  error?.code === 'verification_required'

/** A person is asked for before what was sent is done: what to do, and no error, for nothing was done wrong. */
export const PersonBanner = ({ messages }: { messages: readonly string[] }) => (
  <Banner intoView tone="note" header={t('Please confirm you’re not a robot')} messages={messages} />
)
