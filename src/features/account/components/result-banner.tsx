import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { Banner } from '#lib/paint/banner.tsx'
import type { Submission } from '../use-submission.ts'

/** How a form ended (specification §2: a negative or a positive banner). What stands in it beside the words comes as children. */
export function ResultBanner<T>({
  submission,
  children,
}: {
  submission: Submission<T>
  children?: ReactNode
}) {
  if (submission.done !== undefined) {
    return (
      <Banner intoView="focus" tone="success" header={t('Success!')} messages={[submission.done]}>
        {children}
      </Banner>
    )
  }
  if (submission.messages.length === 0) return null
  return (
    <Banner
      intoView
      tone="error"
      header={t('There were some errors with your submission')}
      messages={submission.messages}
      reference={submission.error?.kind === 'refused' ? undefined : submission.error?.details.requestId}
    >
      {children}
    </Banner>
  )
}
