import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'
import type { CardRequest } from '../use-request.ts'

/** What went wrong, under the heading that the specification gives it (§8). */
export function RequestError<Input, Answer>({ request }: { request: CardRequest<Input, Answer> }) {
  if (!request.error) return null
  const reference = request.error.kind === 'refused' ? undefined : request.error.details.requestId
  return (
    <Banner intoView tone="error" header={t('Error')} messages={request.messages} reference={reference} />
  )
}
