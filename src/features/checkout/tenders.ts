import { type Cents, numberFromCents } from '#contract/money.ts'
import { giftCardShares, type Shares } from '#contract/pricing/tender.ts'
import type { TicketAttempt } from '#db/attempts.ts'
import type { Location } from '#contract/schemas/location.ts'
import type { ImportAndRedeemCardBody } from '#contract/schemas/ticket-order.ts'
import type { Services } from '#lib/query/services.ts'
import { makeAttempt } from '#lib/payments/attempt.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { attemptBase, type PayResult, requireOrder, requireAllSent } from './requests.ts'

/** Gift cards and rewards put on an order, and taken off again: each written down before it leaves, like a payment. */

/** What a gift card pays of an order, in cents. Without a balance (a card by its number): all that is due. */
export const sharesOf = (
  { totals, snapshot }: Pick<TicketView, 'totals' | 'snapshot'>,
  balanceCents?: Cents,
): Shares =>
  giftCardShares({ ...totals, mayTip: snapshot?.settings.pay_tips_with_gift_card ?? false }, balanceCents)

const bodyOf = ({ amountCents, tipCents }: Shares) => ({
  amount: numberFromCents(amountCents),
  ...(tipCents > 0 && { tip: numberFromCents(tipCents) }),
})

const paymentsOn = ({ snapshot }: TicketView): number => snapshot?.payments.length ?? 0

/** Pays with one of the user's own cards. `balanceCents` is what the screen says is on it. */
export async function redeemCard(
  services: Services,
  view: TicketView,
  card: { id: string; balanceCents: Cents },
): Promise<PayResult> {
  return await tender(services, view, {
    kind: 'redeem',
    body: { card_id: card.id, ...bodyOf(sharesOf(view, card.balanceCents)) },
    paymentsBefore: paymentsOn(view),
  })
}

/** Pays with a card by its 16 digits. They are sent, and kept nowhere; neither is the proof of a person, asked for after wrong ones. */
export async function redeemByNumber(
  services: Services,
  view: TicketView,
  cardNumber: string,
  proof: Pick<ImportAndRedeemCardBody, 'recaptcha_confirmation'> = {},
): Promise<PayResult> {
  const what = { kind: 'import-redeem', paymentsBefore: paymentsOn(view) } as const
  return await tender(services, view, what, { card_number: cardNumber, ...bodyOf(sharesOf(view)), ...proof })
}

/** Takes a reward off the subtotal. */
export async function redeemReward(
  services: Services,
  view: TicketView,
  rewardId: string,
): Promise<PayResult> {
  return await tender(services, view, {
    kind: 'reward',
    body: { reward_id: rewardId },
    paymentsBefore: paymentsOn(view),
  })
}

/** Whether what is on an order can be taken off it: a payment card's charge cannot, and not every restaurant has the call. */
export const mayRelease = (
  { snapshot }: Pick<TicketView, 'snapshot'>,
  location: Pick<Location, 'api_extensions'> | undefined,
): boolean =>
  location?.api_extensions?.includes('tender_release') === true &&
  snapshot?.payments.every((one) => one.tender_type !== 'credit_card') === true

/** Gives back what gift cards and a reward have put on the order (extension `tender_release`). */
export async function releaseTenders(services: Services, view: TicketView): Promise<PayResult> {
  return await tender(services, view, { kind: 'release' })
}

async function tender(
  services: Services,
  view: TicketView,
  what: TicketAttempt,
  secret?: ImportAndRedeemCardBody,
): Promise<PayResult> {
  return await services.whilePaying(async () => {
    await requireOrder(services, view.draftId)
    await requireAllSent(services, view.draftId)
    return await makeAttempt(services.attempts, { ...attemptBase(services, view), ...what }, secret)
  })
}
