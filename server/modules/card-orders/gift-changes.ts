import { listRecipientProblems } from '#contract/rules/card-order.ts'
import type { CardOrderAnswer, CardOrderType, GiftChangeBody } from '#contract/schemas/card-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { updateUnopenedGift } from '#server/modules/cards/gift-links.ts'
import { cardNoLongerValid, cardOnHold } from '#server/modules/cards/holds.ts'
import { changedMeanwhile, type ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { type LockedDelivery, lockDelivery, rescheduleDelivery } from './deliveries.ts'
import { isOpened } from './gift-state.ts'
import { checkNoProblems } from './guards.ts'
import type { Order, OrderAt, OrderedCard } from './order.ts'
import { updateOrder } from './repository.ts'
import { checkCardOutlivesGift, isMessaged, withGiftTime } from './schedule.ts'
import { cardOrderAnswer, getOrder, type OrderPorts, sentRecipient } from './service.ts'

/** What a giver can do with a paid gift until it is opened (extension `gift_changes`, decision 052). Every function runs in the caller's transaction. */

const openedAlready = (name: string): ProblemError =>
  changedMeanwhile(
    name === ''
      ? 'This gift was opened, so it cannot be changed anymore.'
      : `${name} has opened this gift, so it cannot be changed anymore.`,
  )

type Gift = { order: Order; card: OrderedCard; delivery: LockedDelivery }

/**
 * A gift that its giver may change. Throws 404 for an order that is not theirs, 409 for one that is no gift, was opened, is on hold or no longer valid, or is
 * being sent right now.
 */
export async function lockGift(
  tx: Transaction,
  merchant: Merchant,
  at: OrderAt,
  nowMs: number,
): Promise<Gift> {
  const order = await getOrder(tx, merchant, at, 'card')
  const [card] = order.cards
  if (!isMessaged(order) || order.status !== 'Submitted' || !card)
    throw changedMeanwhile('This order is not a gift you sent.')
  if (order.takenBackAt !== undefined) throw changedMeanwhile('This gift was taken back.')
  if (isOpened(card)) throw openedAlready(order.recipient.recipient_first_name)
  if (card.status === 'frozen') throw changedMeanwhile(cardOnHold(merchant))
  if (card.status === 'disabled') throw changedMeanwhile(cardNoLongerValid(merchant))
  const delivery = await lockDelivery(tx, order.locationId, order.id)
  if (!delivery) throw changedMeanwhile('This order is not a gift you sent.')
  if (delivery.lockedUntil > nowMs)
    throw changedMeanwhile('Your gift is being sent this very moment. Please try again in a minute.')
  return { order, card, delivery }
}

/**
 * Changes a gift's recipient, words and time. A new address voids the link and the code sent before, and the gift is sent there; new words are simply shown to
 * whoever opens the link. Throws what `lockGift` throws, and 422 naming the fields.
 */
export async function changeGift(
  tx: Transaction,
  merchant: Merchant,
  at: OrderAt,
  body: GiftChangeBody,
  ports: OrderPorts,
): Promise<Answer<CardOrderAnswer>> {
  const nowMs = ports.clock.now()
  const { order, card, delivery } = await lockGift(tx, merchant, at, nowMs)
  const recipient = { ...order.recipient, ...sentRecipient(body) }
  checkNoProblems(listRecipientProblems(order.type as CardOrderType, recipient))
  const personalMessage = body.personal_message?.trim() ?? order.personalMessage
  const changed = withGiftTime({ ...order, recipient, personalMessage, touchedAt: nowMs }, body, nowMs)
  const sentTo = order.type === 'SendText' ? recipient.recipient_phone : recipient.recipient_email
  const renew = sentTo !== delivery.sentTo
  const updated = await updateUnopenedGift(tx, ports, merchant, {
    cardId: card.cardId,
    personalMessage,
    renew,
  })
  if (!updated) throw openedAlready(order.recipient.recipient_first_name)
  checkCardOutlivesGift(merchant, changed, updated.expiresOn)
  const goes = delivery.state !== 'sent' || renew
  const dueAt = Math.max(nowMs, changed.giftTime?.atMs ?? 0)
  if (goes) rescheduleDelivery(tx, ports, delivery, { sentTo, dueAt, claimCode: updated.claimCode })
  const saved: Order = goes
    ? { ...changed, delivery: { state: 'pending', dueAt, sentAt: undefined } }
    : { ...changed, giftTime: order.giftTime }
  updateOrder(tx, saved)
  return cardOrderAnswer(merchant, saved, ports)
}

/**
 * Sends a gift again, with the same link, to where it was sent or could not be delivered. Throws what `lockGift` throws, and 409 for one that has not been sent
 * yet, or whose address is no longer known.
 */
export async function resendGift(
  tx: Transaction,
  merchant: Merchant,
  at: OrderAt,
  ports: OrderPorts,
): Promise<Answer<CardOrderAnswer>> {
  const nowMs = ports.clock.now()
  const { order, card, delivery } = await lockGift(tx, merchant, at, nowMs)
  if (delivery.state !== 'sent' && delivery.state !== 'undeliverable')
    throw changedMeanwhile('This gift was not sent yet.')
  // The address was forgotten with its owner's account, or after the retention time.
  if (delivery.sentTo === '')
    throw changedMeanwhile('We no longer know where this gift went. Please change who it’s for.')
  const { personalMessage } = order
  const updated = await updateUnopenedGift(tx, ports, merchant, {
    cardId: card.cardId,
    personalMessage,
    renew: false,
  })
  if (!updated) throw openedAlready(order.recipient.recipient_first_name)
  rescheduleDelivery(tx, ports, delivery, { sentTo: delivery.sentTo, dueAt: nowMs, claimCode: undefined })
  return cardOrderAnswer(
    merchant,
    { ...order, delivery: { state: 'pending', dueAt: nowMs, sentAt: undefined } },
    ports,
  )
}
