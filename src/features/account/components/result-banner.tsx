import { t } from '#contract/language.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'
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
      <Success>
        <Banner intoView tone="success" header={t('Success!')} messages={[submission.done]}>
          {children}
        </Banner>
      </Success>
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

/** It stands where a long form was: it is brought into sight, and has the focus that the button lost with it. */
function Success({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <Box ref={place} tabIndex={-1} outline="none">
      {children}
    </Box>
  )
}
