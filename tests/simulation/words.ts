import { AppError } from '#lib/errors/app-error.ts'

/** What the product's functions may reject with: the screens have words for these. */
const known = new Set([
  'SessionChangedError',
  'QuotaExceededError',
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'ModifyError',
  'OpenFailedError',
  'BulkError',
  'VersionChangeError',
  'VersionError',
  'PrematureCommitError',
])
const knownMessages = ['an earlier attempt on this order is not resolved yet']

/** A refusal that its own words explain, whatever caused it. Any other AppError is judged by its cause. */
export const isRefusal = (error: AppError): boolean =>
  error.kind === 'refused' && error.details.problem !== undefined

/** Whether a screen has words for what one of the product's functions rejected with. */
export function hasWords(error: unknown): boolean {
  if (error instanceof AppError) return isRefusal(error) || error.cause === undefined || hasWords(error.cause)
  const { name = '', message = String(error), inner } = error as Partial<Error> & { inner?: Error }
  return known.has(name) || known.has(inner?.name ?? '') || knownMessages.includes(message)
}
