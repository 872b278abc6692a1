import type { AppError } from './app-error.ts'

/** Whether only fields of a form were refused: the answer of the human verification, which can be used once, was then not checked and is still valid. */
export function isFieldRefusal(error: AppError): boolean {
  const errors = error.details.problem?.errors ?? []
  return (
    error.kind === 'refused' &&
    errors.length > 0 &&
    errors.every(({ field }) => field !== undefined && field !== 'recaptcha_confirmation')
  )
}
