import { AppError, changedNothing, isUnknownOutcome } from './app-error.ts'

/**
 * Whether, after a try that failed so, nobody knows if something was done. `wasOpen`: an earlier copy of it got no answer. Of that a session that has ended since,
 * a role, or being asked to wait says nothing; the server's refusal of the change itself does, for it would have refused the first copy, too.
 */
export const isOpenAfter = (cause: unknown, wasOpen: boolean): boolean =>
  wasOpen
    ? !isVerdict(cause)
    : !(cause instanceof AppError) || isUnknownOutcome(cause) || mayHaveBeenWritten(cause)

const isVerdict = (cause: unknown): boolean =>
  cause instanceof AppError && cause.kind === 'refused' && !beforeTheChange.has(cause.code)

/** Said of who asks, of where, or of the key, before anybody looks at the change; or by the person who was asked who they are. */
const beforeTheChange: ReadonlySet<string | undefined> = new Set([
  'forbidden',
  'step_up_required',
  'step_up_given_up',
  'not_found',
  'not_offered',
  'idempotency_mismatch',
])

/** 503 is also what a server says whose database went away in the middle of the change: it may stand there. */
const mayHaveBeenWritten = (cause: AppError): boolean =>
  cause.kind === 'busy' && cause.details.status === 503 && !changedNothing(cause)
