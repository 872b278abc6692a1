import { message, t, translateAnswer } from '#contract/language.ts'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import { formatCents, parseCurrency } from '#contract/money.ts'
import { minimumCardChargeCents } from '#contract/pricing/tender.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { Reward } from '#contract/schemas/user.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain, kitchenClosedText, paymentTimeoutText } from '#lib/errors/explain.ts'
import { isUnsent } from '#lib/payments/pay.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import type { Note, Payment } from './use-payment.ts'

/** Nothing was sent. */
export const notSentText = message('Not sent. Your card was not charged.')

/** The payment step's messages about the last attempt, one a line; empty if there is nothing to say. */
export function paymentMessages(
  { result, error, more }: Pick<Payment, 'result' | 'error' | 'more'>,
  view: TicketView,
): string[] {
  if (error) {
    const known = asAppError(error)
    return isUnsent(known) ? [t(notSentText)] : explain(known)
  }
  switch (result?.state) {
    case 'card-problem':
      return [result.message, ...stillPaid(view)]
    case 'refused':
      return [
        ...wordsOf(result.error),
        ...more,
        ...(result.error.code === 'payment_declined' ? stillPaid(view) : []),
      ]
    case 'unsent':
      return [t('Not sent, and nothing was charged. Please try again.')]
    case 'unknown':
    case 'authenticate':
      return [paymentTimeoutText]
    default:
      return []
  }
}

/** §8: for a closed kitchen, the specification's own words if the restaurant gave none. */
const wordsOf = (error: AppError): string[] =>
  error.code === 'kitchen_closed' && !error.details.problem?.message ? [kitchenClosedText] : explain(error)

/** Tells what other payments are still on the order, next to what failed (reliability B16). */
function stillPaid({ snapshot, totals }: TicketView): string[] {
  const remaining = snapshot?.payments.filter((one) => one.tender_type !== 'reward') ?? []
  return remaining.length === 0
    ? []
    : [
        ...remaining.map((one) => t`${translateAnswer(one.display_name)} still pays ${one.display_amount}.`),
        t`${formatCents(totals.dueCents)} is left to pay.`,
      ]
}

/** Until when an order paid by gift cards or a reward is held, on the restaurant's clock, which is named for a guest elsewhere; undefined if nothing is held. */
export function heldUntilText(
  snapshot: TicketOrder | undefined,
  timeZone: string | undefined,
): string | undefined {
  if (snapshot?.held_until === undefined || timeZone === undefined) return undefined
  const until = Date.parse(snapshot.held_until)
  return `${formatTimeOfDay(localTime(until, timeZone).minutes)}${zoneLabel(timeZone, until)}`
}

/** What a gift card paid, and what is left. */
export function giftCardNote({ payments, totals }: TicketOrder): Note {
  const last = payments.findLast((one) => one.tender_type === 'card')
  const left = parseCurrency(totals.due)
  const rest =
    left === 0
      ? t('Nothing is left to pay. Place your order when you are ready.')
      : t`${totals.due} is left to pay.`
  return {
    header: t('GIFT CARD USED'),
    messages: [
      ...(last ? [t`${translateAnswer(last.display_name)} pays ${last.display_amount}.`] : []),
      rest,
      // A card by its number may have had more on it, which nobody has seen.
      ...(left === minimumCardChargeCents
        ? [t('That is the credit card minimum: the rest stays on the gift card.')]
        : []),
    ],
  }
}

export const rewardNote = ({ totals }: TicketOrder): Note => ({
  header: t('REWARD REDEEMED'),
  messages: [t`The total is now ${totals.total}.`],
})

/** The note for an order once these payments were taken off. */
export const releasedNote =
  (before: Pick<TicketOrder, 'payments'>) =>
  ({ totals: { due } }: TicketOrder): Note => {
    const [card, reward] = ['card', 'reward'].map((type) =>
      before.payments.some(({ tender_type }) => tender_type === type),
    )
    return {
      header: t('PAYMENTS REMOVED'),
      messages: [
        card && reward
          ? t`Your gift cards were refunded, and your reward is yours again. ${due} is left to pay.`
          : reward
            ? t`Your reward is yours again. ${due} is left to pay.`
            : t`Your gift cards were refunded. ${due} is left to pay.`,
      ],
    }
  }

/** The amount is left out if the reward's name already has it: `$5 off your next order`, `A dessert, $5.00`. */
export const rewardText = ({ name, amount_pretty: amount }: Reward): string =>
  name.match(/\$[\d,.]*\d/g)?.some((one) => one === amount || `${one}.00` === amount)
    ? name
    : `${name}, ${amount}`
