import type { AppError } from '#lib/errors/app-error.ts'

/** What becomes of a waiting change after a try that was not acknowledged. */
type Decision = { do: 'wait'; afterMs: number } | { do: 'sign-in' } | { do: 'refuse' } | { do: 'gone' }

const firstGapMs = 1000
const longestGapMs = 5 * 60 * 1000

/**
 * Sorts a failure: keep and try later (no answer, a foreign answer, busy, 5xx), or refuse for good and show it (a 4xx of ours).
 * `random` is a number in [0, 1): gaps are spread so that a thousand phones do not come back in the same second.
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
