import type { ReactNode } from 'react'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'

type PendingActProps = {
  /** What was asked for. */
  what: string
  /** What it is called that nobody knows, and what TRY AGAIN does. */
  words: { unsure: string; mayHave: string; again: string }
  act: { sending: boolean; isUnsure: boolean; error: AppError | undefined }
  /** How what it is about stands now, as far as it was read. */
  children: ReactNode
}

/** An act of the staff's that is being sent, or got no answer, in the place of what was filled in: it is not to be changed any more. */
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
