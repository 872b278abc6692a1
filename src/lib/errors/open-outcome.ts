import { AppError, changedNothing, isUnknownOutcome } from './app-error.ts'

/**
 * Whether the outcome is unknown after this failure. `wasOpen`: an earlier copy got no answer. Then only a refusal of the change itself settles it; 401, a
 * missing role or "try later" do not.
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
