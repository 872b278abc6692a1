import { AppError } from './app-error.ts'

/** What an answer says of itself (specification §3 *Ticket order*, *Card order*; §8). */
type Answer = { has_error?: boolean | undefined; error?: { message: string } | null | undefined }

/** A 200 that says itself that it is an error. One that has `error` alone is one, too: the specification's ticket orders have no `has_error`. */
export const bearsError = ({ has_error, error }: Answer): boolean => has_error ?? Boolean(error)

/** The refusal that such an answer is, in its own words. */
export function errorOf({ error }: Answer): AppError {
  const message = error?.message ?? 'This could not be done.'
  return new AppError('refused', message, { problem: { errors: [{ message }], message, code: 'refused' } })
}
