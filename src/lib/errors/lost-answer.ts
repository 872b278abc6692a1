import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, isUnknownOutcome } from './app-error.ts'

/**
 * Marks a failed call's error if the change may have been done: it has a lasting effect, it may have reached the restaurant, and no answer told the outcome.
 * Every call goes through here (lib/api/client.ts), so that no screen treats such a failure as an ordinary one; the text is in explain.ts.
 */
export function noteLostAnswer({ queue, leavesNothing }: Endpoint, cause: unknown): void {
  // The device itself repeats a draft's calls, and waiting ones, under their key.
  if (queue === 'never' && !leavesNothing && isLost(cause)) cause.details.mayBeDone = true
}

/** A Wi-Fi sign-in page has no request id of the restaurant's: the call went no further than that. */
const isLost = (cause: unknown): cause is AppError =>
  cause instanceof AppError &&
  isUnknownOutcome(cause) &&
  !cause.details.unsent &&
  !cause.details.problem &&
  (cause.kind !== 'garbled' || cause.details.requestId !== undefined)
