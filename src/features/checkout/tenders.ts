import { type Cents, numberFromCents } from '#contract/money.ts'
import { giftCardShares, type Shares } from '#contract/pricing/tender.ts'
import type { TicketAttempt } from '#db/attempts.ts'
import type { Location } from '#contract/schemas/location.ts'
import type { ImportAndRedeemCardBody } from '#contract/schemas/ticket-order.ts'
import type { Services } from '#lib/query/services.ts'
import { makeAttempt } from '#lib/payments/attempt.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { attemptBase, type PayResult, requireOrder, requireAllSent } from './requests.ts'

/** Puts gift cards and rewards on an order, and takes them off again. Each attempt is recorded before it is sent, like a payment. */

/** What a gift card pays of an order, in cents. Without a balance (a card by its number): everything that is due. */
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

/** Pays with one of the user's own cards. `balanceCents` is the balance shown on the screen. */
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

/** Pays with a card by its 16 digits. Neither they nor the human-verification proof, which is asked for after wrong numbers, are stored. */
export async function redeemByNumber(
  services: Services,
  view: TicketView,
  cardNumber: string,
  proof: Pick<ImportAndRedeemCardBody, 'recaptcha_confirmation'> = {},
): Promise<PayResult> {
  const what = { kind: 'import-redeem', paymentsBefore: paymentsOn(view) } as const
  return await tender(services, view, what, { card_number: cardNumber, ...bodyOf(sharesOf(view)), ...proof })
}

/** Redeems a reward against the subtotal. */
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

/** Whether the payments on an order can be taken off: a payment card's charge cannot, and not every restaurant's API has the call. */
export const mayRelease = (
  { snapshot }: Pick<TicketView, 'snapshot'>,
  location: Pick<Location, 'api_extensions'> | undefined,
): boolean =>
  location?.api_extensions?.includes('tender_release') === true &&
  snapshot?.payments.every((one) => one.tender_type !== 'credit_card') === true

/** Gives back what gift cards and a reward have paid (extension `tender_release`). */
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
