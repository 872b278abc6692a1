import type { endpoints } from '#contract/endpoints.ts'
import { currencyText } from '#contract/currency-text.ts'
import {
  cardActReasonText,
  cardActsOf,
  type CardActReason,
  type CardActs,
  takenOf,
} from '#contract/rules/card-acts.ts'
import { isEmail } from '#contract/rules/contact.ts'
import type { CardActBody } from '#contract/schemas/staff-card.ts'
import type { Transaction } from '#server/db/database.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import { listLosses } from '#server/modules/card-orders/losses.ts'
import { refundOrderOfCards } from '#server/modules/card-orders/refund.ts'
import { lockCardWithOrders, replaceCard, stopSending } from '#server/modules/card-orders/reissue.ts'
import { ordersOfCard } from '#server/modules/card-orders/staff-orders.ts'
import { findStaffReason, freezeCards, unfreezeCards, type StaffReason } from '#server/modules/cards/holds.ts'
import { findCardId, type LockedCard, voidLockedCard } from '#server/modules/cards/replace.ts'
import { type Act, recordAct } from '#server/modules/staff/acts.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { changedMeanwhile, fieldProblem } from '#server/plugins/problems.ts'
import { maskOf } from './find.ts'
import type { CardDeskPorts } from './ports.ts'
import { partLost, unknownCard } from './view.ts'

/**
 * What managers do with gift cards (decision 065): each act is one transaction with one row in `staff_acts`. Repeating an act is no error and adds no row, unless
 * it is for another reason; one that is not possible (anymore) is 409 changed_meanwhile.
 */

type CardCall =
  | Call<typeof endpoints.holdCard>
  | Call<typeof endpoints.releaseCard>
  | Call<typeof endpoints.voidCard>
  | Call<typeof endpoints.reissueCard>

/** The staff's own words may name the guest: they are stored with the card and forgotten with it, and not in `staff_acts`. */
const staffReasonOf = ({ reason, note }: CardActBody): StaffReason => ({
  reason,
  note: note?.trim() || undefined,
})

async function lockAsked({ merchant, params }: CardCall, tx: Transaction): Promise<LockedCard> {
  const id = await findCardId(tx, merchant, params['id']!)
  const card = id === undefined ? undefined : await lockCardWithOrders(tx, merchant, id)
  if (!card) throw unknownCard()
  return card
}

const actsOf = (
  { status, balanceCents, isReplaced, ...card }: LockedCard,
  holds: Parameters<typeof cardActsOf>[0]['holds'] = card.holds,
): CardActs => cardActsOf({ status, balance_cents: balanceCents, holds, is_replaced: isReplaced })

/** Throws where the card's state does not allow the act, or the card is not as the staff saw it. */
function check(card: LockedCard, isPossible: boolean, seenCents?: number): void {
  if (seenCents !== undefined && seenCents !== card.balanceCents)
    throw changedMeanwhile(
      `There is ${currencyText(card.balanceCents)} on this gift card now. Please look at it again.`,
    )
  if (!isPossible)
    throw changedMeanwhile('This cannot be done with this gift card anymore. Please look at it again.')
}

function note(
  call: CardCall,
  tx: Transaction,
  card: LockedCard,
  { action, amountCents }: Pick<Act, 'action' | 'amountCents'>,
  ports: CardDeskPorts,
): void {
  const act: Act = {
    action,
    about: maskOf(card.lastFour),
    cardReference: card.reference,
    reason: cardActReasonText(call.body.reason as CardActReason),
    ...(card.userId !== undefined && { aboutUserId: card.userId }),
    ...(amountCents !== undefined && { amountCents }),
  }
  recordAct(tx, ports, call, act)
}

/** Whether an act that a colleague has done already was for another reason, or has a note: nothing that is said for it would be kept. */
async function wouldBeLost(
  { merchant, body }: CardCall,
  tx: Transaction,
  card: LockedCard,
  kind: 'held' | 'released',
): Promise<boolean> {
  const done = await findStaffReason(tx, merchant, card.id, kind)
  const { reason, note } = staffReasonOf(body)
  return done !== undefined && (done.reason !== reason || (note !== undefined && note !== done.note))
}

/** `POST /staff/cards/:id/hold`: it cannot pay until the staff release it, whatever else holds it. */
export async function holdCard(
  call: Call<typeof endpoints.holdCard>,
  tx: Transaction,
  ports: CardDeskPorts,
): Promise<void> {
  const card = await lockAsked(call, tx)
  if (!card.holds.some(({ cause }) => cause === 'staff')) {
    check(card, actsOf(card).hold)
    await freezeCards(tx, ports, call.merchant, [card.id], { cause: 'staff', ...staffReasonOf(call.body) })
    note(call, tx, card, { action: 'card_held', amountCents: card.balanceCents }, ports)
  } else if (await wouldBeLost(call, tx, card, 'held'))
    throw changedMeanwhile('This gift card is on hold already, for another reason. Please look at it again.')
}

/**
 * `POST /staff/cards/:id/release`: removes the staff's hold, and the holds for partial losses to banks, which the staff must have seen. Amounts under dispute,
 * or lost in full, stay on hold.
 */
export async function releaseCard(
  call: Call<typeof endpoints.releaseCard>,
  tx: Transaction,
  ports: CardDeskPorts,
): Promise<void> {
  const { merchant, body } = call
  const card = await lockAsked(call, tx)
  const causes = card.holds.map(({ cause }) => cause)
  const losses = await listLosses(tx, merchant.locationId, causes)
  const holds = card.holds.map(({ cause }) => ({ cause, ...partLost(losses.get(cause)) }))
  const isSeen = body.taken_cents !== undefined
  if (isSeen && body.taken_cents !== takenOf(holds) && causes.some((cause) => cause !== 'staff'))
    throw changedMeanwhile('What the bank has taken is not what it was. Please look at this gift card again.')
  const ending = holds.filter(({ cause, lost }) => cause === 'staff' || (lost && isSeen))
  if (ending.length > 0 && actsOf(card, holds).release) {
    for (const { cause } of ending)
      await unfreezeCards(tx, ports, merchant, cause, { cardId: card.id, ...staffReasonOf(body) })
    note(call, tx, card, { action: 'card_released', amountCents: card.balanceCents }, ports)
  } else {
    check(card, card.status === 'active' || card.status === 'frozen')
    if (card.status === 'active' && (await wouldBeLost(call, tx, card, 'released')))
      throw changedMeanwhile(
        'This gift card was already released, for another reason. Please look at it again.',
      )
  }
}

/** `POST /staff/cards/:id/void`: permanently. */
export async function voidCard(
  call: Call<typeof endpoints.voidCard>,
  tx: Transaction,
  ports: CardDeskPorts,
): Promise<void> {
  const card = await lockAsked(call, tx)
  check(card, actsOf(card).void, call.body.amount_cents)
  voidLockedCard(tx, ports, call.merchant, card, { id: ports.ids.uuid(), why: staffReasonOf(call.body) })
  stopSending(tx, call.merchant, card.id, ports)
  note(call, tx, card, { action: 'card_voided', amountCents: card.balanceCents }, ports)
}

/**
 * `POST /staff/cards/:id/reissue`: moves the balance to a new card, which is sent to the account that has the old one, else to `email`. Throws 422 on `email`
 * for an invalid one.
 */
export async function reissueCard(
  call: Call<typeof endpoints.reissueCard>,
  tx: Transaction,
  ports: CardDeskPorts,
): Promise<void> {
  const { merchant, body } = call
  const card = await lockAsked(call, tx)
  check(card, actsOf(card).reissue, body.amount_cents)
  const holder = card.userId === undefined ? undefined : await getUser(tx, merchant.locationId, card.userId)
  const email = holder?.email ?? body.email.trim()
  if (!holder && !isEmail(email)) throw fieldProblem(422, 'email', 'Please enter a valid email.')
  const { language, reader } = await ordersOfCard(tx, merchant.locationId, card.id)
  const buyer = {
    buyer_first_name: holder?.firstName ?? '',
    buyer_last_name: holder?.lastName ?? '',
    buyer_email: email,
  }
  const replacing = {
    buyer,
    language: language ?? call.request.language,
    why: staffReasonOf(body),
    // A card in an account stays with its holder, who is notified with the new card.
    ...(holder === undefined && reader && { reader }),
  }
  await replaceCard(tx, merchant, card, replacing, ports)
  note(call, tx, card, { action: 'card_reissued', amountCents: card.balanceCents }, ports)
}

/** `POST /staff/card-orders/:id/refund`. Throws what `refundOrderOfCards` throws. */
export async function refundCardOrder(
  call: Call<typeof endpoints.refundCardOrder>,
  tx: Transaction,
  ports: CardDeskPorts,
): Promise<void> {
  const { merchant, params, body, session } = call
  const asked = { reference: params['id']!, body, userId: session.userId }
  const { order, amountCents, lastFours } = await refundOrderOfCards(tx, merchant, asked, ports)
  recordAct(tx, ports, call, {
    action: 'card_order_refunded',
    about: `${lastFours.length === 1 ? maskOf(lastFours[0]!) : `${lastFours.length} cards`} → ${order.payment?.displayName ?? ''}`,
    ...(order.userId !== undefined && { aboutUserId: order.userId }),
    amountCents,
    reason: cardActReasonText(body.reason),
  })
}
