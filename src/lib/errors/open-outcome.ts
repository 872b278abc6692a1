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

/** Refusals of the caller, the host or the key, before the change itself is looked at; or cancelled by the person who was asked to prove who they are. */
const beforeTheChange: ReadonlySet<string | undefined> = new Set([
  'forbidden',
  'step_up_required',
  'step_up_given_up',
  'not_found',
  'not_offered',
  'idempotency_mismatch',
])

/** A server also answers 503 if its database went away in the middle of the change: the change may have been written. */
const mayHaveBeenWritten = (cause: AppError): boolean =>
  cause.kind === 'busy' && cause.details.status === 503 && !changedNothing(cause)
