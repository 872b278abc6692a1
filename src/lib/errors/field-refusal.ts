import type { AppError } from './app-error.ts'

/** Whether fields of a form alone were refused: an answer of the verification, which is good once, was not looked at then, and is good still. */
export function isFieldRefusal(error: AppError): boolean {
  const errors = error.details.problem?.errors ?? []
  return (
    error.kind === 'refused' &&
    errors.length > 0 &&
    errors.every(({ field }) => field !== undefined && field !== 'recaptcha_confirmation')
  )
}
