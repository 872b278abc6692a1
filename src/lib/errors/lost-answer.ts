import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, isUnknownOutcome } from './app-error.ts'

/**
 * Notes in a failed call's error that what it asked for may be done: it is a change that lasts, it may have reached the restaurant, and no answer said what
 * became of it. Every call goes through here (lib/api/client.ts), so that no screen takes such a failure for a plain one; its words are explain.ts's.
 */
export function noteLostAnswer({ queue, leavesNothing }: Endpoint, cause: unknown): void {
  // A draft's calls, and those that wait, are sent again under their key by the device itself.
  if (queue === 'never' && !leavesNothing && isLost(cause)) cause.details.mayBeDone = true
}

/** A Wi-Fi's sign-in page bears no id of the restaurant's: nothing went further than that. */
const isLost = (cause: unknown): cause is AppError =>
  cause instanceof AppError &&
  isUnknownOutcome(cause) &&
  !cause.details.unsent &&
  !cause.details.problem &&
  (cause.kind !== 'garbled' || cause.details.requestId !== undefined)
