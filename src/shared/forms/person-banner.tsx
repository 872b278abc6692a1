import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'

/** A person is asked for before what was sent is done: what to do, and no error, for nothing was done wrong. */
export const PersonBanner = ({ messages }: { messages: readonly string[] }) => (
  <Banner intoView tone="note" header={t('Please confirm you’re not a robot')} messages={messages} />
)
