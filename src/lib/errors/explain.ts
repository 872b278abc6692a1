import { type AppError, isTooOld } from './app-error.ts'

/** The words a failed call gets, one message a line. The server's own words where it gave any (specification §8). */
export function explain(error: AppError): string[] {
  // Whatever the server says of it: only this page knows how it gets newer.
  if (isTooOld(error)) return [tooOldText]
  const { problem } = error.details
  if (problem) {
    const words = problem.errors.length > 0 ? problem.errors.map((one) => one.message) : [problem.message]
    return error.code === 'payment_declined' && !words.some((one) => one.includes('not charged'))
      ? [...words, declinedText]
      : words
  }
  if (error.details.mayBeDone) return [lostAnswerText]
  switch (error.kind) {
    case 'offline':
      return ['You’re offline. Try again when you have a signal.']
    case 'timeout':
      return ['That took too long. Please try again.']
    case 'garbled':
      return ['You may need to sign in to this Wi-Fi.']
    case 'busy':
      return ['The restaurant is busy right now. Please try again in a moment.']
    default:
      return ['Something went wrong on our side. Please try again.']
  }
}

/** Said of every change whose answer was lost (lost-answer.ts): neither that it failed, nor to press again blindly. */
export const lostAnswerText = 'We couldn’t tell whether this went through. Check before you try again.'

/** Also said of a change that waits (reliability V8). */
export const tooOldText = 'This page is too old for the restaurant. Please reload.'

/** What a bank's no means, beside its own words. */
const declinedText = 'You were not charged. Please try another card.'

/** §8: payment calls that get no answer show this, and the true state beside it. */
export const paymentTimeoutText =
  'The server has timeout. Please try again. If the problem persists please call the restaurant. Thank you.'

/** §8: creating or adding that fails with no error object. */
export const kitchenClosedText = 'The kitchen is currently closed and not accepting new orders at this time.'
