import type { AppError } from '#lib/errors/app-error.ts'

/** What to do with a change after a try that was not acknowledged. */
type Decision = { do: 'wait'; afterMs: number } | { do: 'sign-in' } | { do: 'refuse' } | { do: 'gone' }

const firstGapMs = 1000
const longestGapMs = 5 * 60 * 1000

/**
 * Classifies a failure: keep the change and try later (no answer, a foreign answer, busy, 5xx), or refuse it for good and show that (our own 4xx). `random` is
 * a number in [0, 1): retries are spread, so that a thousand phones do not come back in the same second.
 */
export function decide(error: AppError, attempts: number, random: number): Decision {
  switch (error.kind) {
    case 'unauthorized':
      return { do: 'sign-in' }
    case 'refused':
      return error.code === 'not_found' ? { do: 'gone' } : { do: 'refuse' }
    default: {
      const gapMs = Math.min(longestGapMs, firstGapMs * 2 ** Math.min(attempts, 10))
      const spreadMs = gapMs / 2 + (gapMs / 2) * random
      return { do: 'wait', afterMs: Math.max(error.details.retryAfterMs ?? 0, Math.round(spreadMs)) }
    }
  }
}
