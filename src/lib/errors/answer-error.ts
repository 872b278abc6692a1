import { AppError } from './app-error.ts'

/** What an answer says of itself (specification §3 *Ticket order*, *Card order*; §8). */
type Answer = { has_error?: boolean | undefined; error?: { message: string } | null | undefined }

/** A 200 that says itself that it is an error. One that has `error` alone is one, too: the specification's ticket orders have no `has_error`. */
export const hasError = ({ has_error, error }: Answer): boolean => has_error ?? Boolean(error)

/** Throws that refusal (AppError) where an answer of 200 is one. */
export function requireNoError(answer: Answer): void {
  if (hasError(answer)) throw errorOf(answer)
}

const unexplained = { message: 'This could not be done.', code: 'refused' }

/** The refusal that such an answer is, in its own words; in those of `otherwise` where it bears none. */
export function errorOf({ error }: Answer, otherwise = unexplained): AppError {
  const { message, code } = error ? { message: error.message, code: unexplained.code } : otherwise
  return new AppError('refused', message, { problem: { errors: [{ message }], message, code } })
}
