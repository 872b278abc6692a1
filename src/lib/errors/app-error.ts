import type { Problem } from '#contract/schemas/problem.ts'

/**
 * What went wrong with a call, sorted by what can be done about it:
 * `offline` and `timeout`: no answer came; `garbled`: an answer came that is not ours (a Wi-Fi sign-in page, broken JSON, a foreign shape);
 * `busy`: asked to wait; `failed`: the server failed; `unauthorized`; `refused`: the server said no, for good.
 */
export type ErrorKind = 'offline' | 'timeout' | 'garbled' | 'busy' | 'failed' | 'unauthorized' | 'refused'

export type AppErrorDetails = {
  status?: number | undefined
  problem?: Problem | undefined
  /** How long the server asked to wait. */
  retryAfterMs?: number | undefined
  /** Shown, small, beside an error that a person could be asked about. */
  requestId?: string | undefined
  /** Where in an answer the first field stands that does not fit its schema. */
  path?: string | undefined
  /** The browser was offline before and after the call: nothing left this device. */
  unsent?: boolean
  /** A change that lasts was sent and its answer was lost: it may be done (lost-answer.ts). */
  mayBeDone?: boolean
}

export class AppError extends Error {
  readonly kind: ErrorKind
  readonly details: AppErrorDetails
  override name = 'AppError'

  constructor(kind: ErrorKind, message: string, details: AppErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.details = details
  }

  /** The API's code, where it gave one. */
  get code(): string | undefined {
    return this.details.problem?.code
  }
}

/** True when nothing is known about what the server did: the change may have happened. */
export const isUnknownOutcome = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.kind === 'offline' ||
    error.kind === 'timeout' ||
    error.kind === 'garbled' ||
    error.kind === 'failed')

/** True when the server takes nothing from scripts as old as these: 426 (RFC 9110 §15.5.22). */
export const isTooOld = ({ details }: AppError): boolean => details.status === 426

/** True when the server said that it did nothing and never will under this key, though its status asks to come again: it takes no new orders for now. */
export const changedNothing = (error: AppError): boolean => error.code === 'ordering_paused'

/** An error as an AppError; anything that is not one is a bug and keeps its cause. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('failed', 'Something went wrong on this page.', {}, { cause: error })
