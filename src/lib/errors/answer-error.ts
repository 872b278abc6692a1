import { AppError } from './app-error.ts'

/** An answer's own error fields (specification §3 *Ticket order*, *Card order*; §8). */
type Answer = { has_error?: boolean | undefined; error?: { message: string } | null | undefined }

/** Whether a 200 says that it is an error. One with only `error` counts, too: the specification's ticket orders have no `has_error`. */
export const hasError = ({ has_error, error }: Answer): boolean => has_error ?? Boolean(error)

/** Throws the refusal (AppError) if an answer of 200 is one. */
export function requireNoError(answer: Answer): void {
  if (hasError(answer)) throw errorOf(answer)
}

const unexplained = { message: 'This could not be done.', code: 'refused' }

/** The refusal in such an answer, with its own message, or with `otherwise` where it has none. */
export function errorOf({ error }: Answer, otherwise = unexplained): AppError {
  const { message, code } = error ? { message: error.message, code: unexplained.code } : otherwise
  return new AppError('refused', message, { problem: { errors: [{ message }], message, code } })
}
