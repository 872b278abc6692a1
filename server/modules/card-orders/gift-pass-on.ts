import { listRecipientProblems } from '#contract/rules/card-order.ts'
import { currencyText } from '#contract/currency-text.ts'
import { emptyRecipient } from '#contract/rules/contact.ts'
import type { CardOrderAnswer, PassCardBody } from '#contract/schemas/card-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import { lockOwnCard, type OwnCard, passCardOn, takeCardBack } from '#server/modules/cards/pass-on.ts'
import { changedMeanwhile } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { centsOf } from './checkout.ts'
import { addDelivery, dropDelivery } from './deliveries.ts'
import { designOf, withDesign } from './designs.ts'
import { lockGift } from './gift-changes.ts'
import { checkNoProblems } from './guards.ts'
import type { Requester, Order, OrderAt } from './order.ts'
import { recordCard } from './place.ts'
import { insertOrder, updateOrder } from './repository.ts'
import { checkCardOutlivesGift, withGiftTime } from './schedule.ts'
import { cardOrderAnswer, newOrder, type OrderPorts, sentRecipient } from './service.ts'

/**
 * A member passes a card of theirs on (extension `gift_pass_on`, decision 052). It is stored as a gift order that cost nothing, so that it can be changed,
 * resent and exported like any gift. Every function runs in the caller's transaction.
 */

const free = { subTotalCents: 0, discountCents: 0, shippingCents: 0, totalCents: 0 }

/** Passes a card on. Throws 404 for a card that is not the user's own, 422 naming the fields, 409 where its balance is not what the owner saw. */
export async function passOn(
  tx: Transaction,
  merchant: Merchant,
  { userId, language, cardId }: Requester & { userId: string; cardId: string },
  body: PassCardBody,
  ports: OrderPorts,
): Promise<Answer<CardOrderAnswer>> {
  const nowMs = ports.clock.now()
  const recipient = { ...emptyRecipient, ...sentRecipient(body) }
  checkNoProblems(listRecipientProblems(body.type, recipient))
  const user = await getUser(tx, merchant.locationId, userId)
  const today = todayAt(merchant, ports.clock.now())
  const own = await lockOwnCard(tx, merchant, { cardId, userId, today })
  checkAmountSeen(body, own)
  const begun: Order = {
    ...newOrder(merchant, body.type, { userId, language }, ports),
    status: 'Submitted',
    programId: own.programId,
    items: [{ index: 1, priceCents: own.amountCents, quantity: 1, programId: own.programId }],
    recipient,
    personalMessage: body.personal_message?.trim() ?? '',
    designId: own.design?.id,
    buyer: {
      buyer_first_name: user.firstName,
      buyer_last_name: user.lastName,
      buyer_email: user.email,
    },
    kept: free,
    passedCardId: cardId,
  }
  const order = withGiftTime(withDesign(merchant, begun, body.design_id), body, nowMs)
  checkCardOutlivesGift(merchant, order, own.expiresOn)
  insertOrder(tx, order)
  updateOrder(tx, order)
  const card = await passCardOn(tx, ports, merchant, own, {
    orderId: order.id,
    fromName: `${user.firstName} ${user.lastName}`.trim(),
    personalMessage: order.personalMessage,
    design:
      body.design_id === undefined ? (own.design ?? designOf(merchant, order)) : designOf(merchant, order),
  })
  recordCard(tx, order, { index: 1 }, 1, card.id)
  const dueAt = Math.max(nowMs, order.giftTime?.atMs ?? 0)
  addDelivery(tx, ports, {
    locationId: order.locationId,
    id: ports.ids.uuid(),
    orderId: order.id,
    cardId: card.id,
    channel: body.type === 'SendText' ? 'text' : 'email',
    sentTo: body.type === 'SendText' ? recipient.recipient_phone : recipient.recipient_email,
    claimCode: card.claimCode,
    dueAt,
  })
  const { sealedNumber, lastFour } = card
  return cardOrderAnswer(
    merchant,
    {
      ...order,
      delivery: { state: 'pending', dueAt, sentAt: undefined },
      cards: [
        {
          itemIndex: 1,
          cardId: card.id,
          sealedNumber,
          lastFour,
          programId: own.programId,
          holderId: undefined,
          openedAt: undefined,
          status: 'active',
        },
      ],
    },
    ports,
  )
}

function checkAmountSeen({ amount }: PassCardBody, { amountCents }: OwnCard): void {
  if (amount === undefined || centsOf(amount) === amountCents) return
  const message = `There is ${currencyText(amountCents)} on this gift card now. Please look at it again.`
  throw changedMeanwhile(message)
}

/** Takes back an unopened gift that was passed on. Throws what `lockGift` throws, and 409 for one that was bought. */
export async function takeBack(
  tx: Transaction,
  merchant: Merchant,
  at: OrderAt,
  ports: OrderPorts,
): Promise<Answer<CardOrderAnswer>> {
  const nowMs = ports.clock.now()
  const { order, card, delivery } = await lockGift(tx, merchant, at, nowMs)
  const { passedCardId: ownCardId } = order
  if (ownCardId === undefined)
    throw changedMeanwhile(
      'A gift card that was bought cannot be taken back here. Please call the restaurant.',
    )
  const taken = await takeCardBack(tx, ports, merchant, {
    giftCardId: card.cardId,
    ownCardId,
    orderId: order.id,
  })
  if (taken !== 'taken') throw changedMeanwhile(notTakenWords(taken, order.recipient.recipient_first_name))
  dropDelivery(tx, delivery, nowMs)
  const saved: Order = { ...order, takenBackAt: nowMs, touchedAt: nowMs }
  updateOrder(tx, saved)
  return cardOrderAnswer(merchant, { ...saved, cards: [{ ...card, status: 'disabled' }] }, ports)
}

function notTakenWords(why: 'opened' | 'voided', name: string): string {
  if (why === 'voided')
    return 'The card that this gift came from is no longer valid, so it cannot be taken back here. Please call the restaurant.'
  // The recipient was forgotten.
  if (name === '') return 'This gift was opened, so it cannot be taken back anymore.'
  return `${name} has opened this gift, so it cannot be taken back anymore.`
}
