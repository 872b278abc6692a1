import type { AppError } from './app-error.ts'

/** What the server says is wrong with a field of a form; undefined if nothing. */
export const fieldMessage = (error: AppError | undefined, field: string): string | undefined =>
  error?.details.problem?.errors.find((one) => one.field === field)?.message

/** Whether the server refused a call because of one of these fields. */
export const isAboutField = ({ details: { problem } }: AppError, ...fields: string[]): boolean =>
  problem?.errors.some(({ field }) => field !== undefined && fields.includes(field)) ?? false

/** Whether only fields of a form were refused: the answer of the human verification, which can be used once, was then not checked and is still valid. */
export function isFieldRefusal(error: AppError): boolean {
  const errors = error.details.problem?.errors ?? []
  return (
    error.kind === 'refused' &&
    errors.length > 0 &&
    errors.every(({ field }) => field !== undefined && field !== 'recaptcha_confirmation')
  )
}
