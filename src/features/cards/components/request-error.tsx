import { t } from '#contract/language.ts'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import type { CardRequest } from '../use-request.ts'

/** What went wrong, under the specification's heading (§8). */
export function RequestError<Input, Answer>({
  request: { error, messages },
}: {
  request: CardRequest<Input, Answer>
}) {
  if (!error) return null
  return <FailureBanner error={error} header={t('Error')} messages={messages} />
}
