import { type AppError, isTooOld } from './app-error.ts'

/** The texts for a failed call, one message per line. The server's own, if it sent any (specification §8). */
export function explain(error: AppError): string[] {
  // Ignores the server's message: only the page knows how to update itself.
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

/** Shown for every change whose answer was lost (lost-answer.ts): it neither says that the change failed, nor invites to press again blindly. */
export const lostAnswerText = 'We couldn’t tell whether this went through. Check before you try again.'

/** Also shown for a change that is waiting (reliability V8). */
export const tooOldText = 'This page is too old for the restaurant. Please reload.'

/** Explains a bank's refusal, in addition to its own message. */
const declinedText = 'You were not charged. Please try another card.'

/** §8: payment calls without an answer show this, with the true state beside it. */
export const paymentTimeoutText =
  'The server has timeout. Please try again. If the problem persists please call the restaurant. Thank you.'

/** §8: for creating or adding that fails without an error object. */
export const kitchenClosedText = 'The kitchen is currently closed and not accepting new orders at this time.'
