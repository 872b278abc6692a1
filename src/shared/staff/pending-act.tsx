import type { ReactNode } from 'react'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'

type PendingActProps = {
  /** What was submitted. */
  what: string
  /** The act's name while its outcome is unknown, and what TRY AGAIN does. */
  words: { unsure: string; mayHave: string; again: string }
  act: { sending: boolean; isUnsure: boolean; error: AppError | undefined }
  /** The current state of what the act is about, as far as it was read. */
  children: ReactNode
}

/** An act of the staff that is being sent, or got no answer. Replaces the form, which must not be changed any more. */
export function PendingAct({ what, words, act: { sending, isUnsure, error }, children }: PendingActProps) {
  return (
    <Box display="grid" gap="4">
      {isUnsure && (
        <Banner
          intoView
          tone="error"
          header={words.unsure}
          messages={[...(error && !error.details.mayBeDone ? explain(error) : []), words.again]}
          reference={error?.details.requestId}
        />
      )}
      <p role="status">
        {isUnsure ? words.mayHave : 'Sending'}: {what}
        {sending && ' Please wait.'}
      </p>
      {isUnsure && children}
    </Box>
  )
}
