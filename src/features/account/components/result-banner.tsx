import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { Banner } from '#lib/paint/banner.tsx'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import type { Submission } from '../use-submission.ts'

/** The result of a form (specification §2: a negative or a positive banner). Children are shown in addition to the message. */
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
  const { error, messages } = submission
  if (!error) return null
  return (
    <FailureBanner
      error={error}
      header={t('There were some errors with your submission')}
      messages={messages}
    >
      {children}
    </FailureBanner>
  )
}
