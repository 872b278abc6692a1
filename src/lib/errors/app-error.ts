import type { Problem } from '#contract/schemas/problem.ts'

/**
 * What went wrong with a call, sorted by what can be done about it:
 * `offline` and `timeout`: no answer came; `garbled`: an answer came that is not ours (a Wi-Fi sign-in page, broken JSON, an unknown structure);
 * `busy`: asked to wait; `failed`: the server failed; `unauthorized`; `refused`: the server refused for good.
 */
export type ErrorKind = 'offline' | 'timeout' | 'garbled' | 'busy' | 'failed' | 'unauthorized' | 'refused'

export type AppErrorDetails = {
  status?: number | undefined
  problem?: Problem | undefined
  /** How long the server asked to wait. */
  retryAfterMs?: number | undefined
  /** Shown in small type with the error, in case support asks for it. */
  requestId?: string | undefined
  /** The path of the first field in an answer that does not fit its schema. */
  path?: string | undefined
  /** The browser was offline before and after the call: nothing left this device. */
  unsent?: boolean
  /** A change with a lasting effect was sent and its answer was lost: it may have been done (lost-answer.ts). */
  mayBeDone?: boolean
}

/** Every failed call and every failed read of the device’s store, as screens get it. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly details: AppErrorDetails
  override name = 'AppError'

  constructor(kind: ErrorKind, message: string, details: AppErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.details = details
  }

  /** The API's problem code, where it sent one. */
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

/** True when the server accepts nothing from scripts this old: 426 (RFC 9110 §15.5.22). */
export const isTooOld = ({ details }: AppError): boolean => details.status === 426

/** True when the server did nothing and never will under this key, although its status asks to try again: it takes no new orders for now. */
export const changedNothing = (error: AppError): boolean => error.code === 'ordering_paused'

/** Any error as an AppError; one that was not an AppError is a bug, and is kept as the cause. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('failed', 'Something went wrong on this page.', {}, { cause: error })
