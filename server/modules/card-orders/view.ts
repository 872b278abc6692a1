import { currencyText } from '#contract/currency-text.ts'
import { isoOf } from '#contract/local-instant.ts'
import { numberFromCents } from '#contract/money.ts'
import { listCardOrderSteps, listRecipientProblems, nextCardOrderStep } from '#contract/rules/card-order.ts'
import { partText } from '#contract/rules/refund-words.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import { giftTimeWords } from '#contract/rules/gift-time.ts'
import type { CardOrder, CardOrderItem, CardOrderType } from '#contract/schemas/card-order.ts'
import type { RefundPart } from '#contract/schemas/refund.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { openNumber } from '#server/modules/cards/stored-number.ts'
import { displayTime } from '#server/modules/location/wall-clock.ts'
import { promoNotice } from '#server/modules/promo/rules.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { designOf } from './designs.ts'
import { isPosted, type Order, type OrderItem, statusAt } from './order.ts'
import { priceOf, purchaseOf } from './price.ts'
import { giftOnWire } from './gift-state.ts'
import { giftTimeOnWire } from './schedule.ts'
import { findProgram, programName, programOnWire } from './programs.ts'
import { refundState, takenBeyondRefunds } from './refund-state.ts'

type IssuedCard = NonNullable<CardOrderItem['cards']>[number]

/** A card order in the API's form (specification §3 *Card order*, *Card order item*). */
export function cardOrderOf(
  merchant: Merchant,
  order: Order & { type: CardOrderType },
  cipher: DataCipher,
  nowMs: number,
): CardOrder {
  const program = findProgram(merchant, order.programId)
  const design = designOf(merchant, order)
  return {
    id: order.id,
    type: order.type,
    status: statusAt(order, nowMs),
    program: program ? programOnWire(merchant, program) : null,
    step: stepOf(merchant, order),
    items: order.items.map((item) => itemOf(merchant, order, cipher, item)),
    totals: totalsOf(merchant, order, nowMs),
    payments: paymentsOf(order),
    ...promoOf(merchant, order, nowMs),
    ...filled(order.recipient),
    ...(order.personalMessage !== '' && { personal_message: order.personalMessage }),
    ...(design && { design }),
    ...giftTimeOnWire(order),
    ...giftOnWire(order, nowMs),
    ...receiptOf(order),
    ...refundsOf(merchant, order),
    ...filled(order.buyer),
    ...(order.status === 'Submitted' && { success_message: successOf(merchant, order) }),
  }
}

/** The portal's path to the receipt of a paid order. */
export const receiptOf = ({ type, receiptId, status, payment }: Order): { receipt?: string } =>
  status === 'Submitted' && payment
    ? { receipt: receiptPath(type === 'PhysicalCards' ? 'physical_order' : 'card_order', receiptId) }
    : {}

/** The one payment, and what the cardholder's bank has taken of it. */
function paymentsOf(order: Order): CardOrder['payments'] {
  const { payment } = order
  if (!payment) return []
  const takenCents = takenBeyondRefunds(order)
  return [
    {
      payment_amount: currencyText(payment.amountCents),
      display_name: payment.displayName,
      ...(takenCents > 0 && { taken_back: currencyText(takenCents) }),
    },
  ]
}

/** Refunds, to the one payment card that had paid. */
function refundsOf(merchant: Merchant, order: Order): Pick<CardOrder, 'refunds'> {
  if (order.refunds.length === 0) return {}
  return {
    refunds: order.refunds.map((refund) => ({
      id: refund.id,
      at: isoOf(refund.at),
      display: displayTime(refund.at, merchant.location.time_zone),
      amount: currencyText(refund.amountCents),
      parts: [partOf(order, refund)],
    })),
  }
}

const partOf = (order: Order, refund: Order['refunds'][number]): RefundPart => ({
  display_name: order.payment?.displayName ?? '',
  tender_type: 'credit_card',
  amount: currencyText(refund.amountCents),
  ...refundState(order, refund),
})

/** The order's promo code, and why it takes nothing off now; on a paid order, the code alone. */
export function promoOf(
  merchant: Merchant,
  order: Order,
  nowMs: number,
): Pick<CardOrder, 'promo_code' | 'promo_problem'> {
  const { promoCode } = order
  const problem = order.kept ? undefined : promoNotice(merchant, promoCode, purchaseOf(order), nowMs)
  return {
    ...(promoCode !== undefined && { promo_code: promoCode }),
    ...(problem !== undefined && { promo_problem: problem }),
  }
}

/** Totals as currency text; a discount is shown negative (§9). */
export function totalsOf(merchant: Merchant, order: Order, nowMs: number): CardOrder['totals'] {
  const priced = priceOf(merchant, order, nowMs)
  return {
    subtotal: currencyText(priced.subTotalCents),
    discount: currencyText(-priced.discountCents),
    ...(isPosted(order.type) && { shipping_handling: currencyText(priced.shippingCents) }),
    total: currencyText(priced.totalCents),
    due: currencyText(priced.dueCents),
  }
}

/** Submitting sets the step back to 0 (§4). */
function stepOf(merchant: Merchant, order: Order & { type: CardOrderType }): number {
  if (order.status !== 'Open') return 0
  const { type, recipient } = order
  const progress = {
    type,
    program: order.programId !== undefined,
    items: order.items.length > 0,
    promo: order.promoCode !== undefined,
    recipient: Object.keys(listRecipientProblems(type, recipient)).length === 0,
    message: order.personalMessage !== '',
  }
  return nextCardOrderStep(progress, listCardOrderSteps(type, merchant.location.settings))
}

function itemOf(merchant: Merchant, order: Order, cipher: DataCipher, item: OrderItem): CardOrderItem {
  const { index, priceCents, quantity, programId } = item
  return {
    index,
    item: 'giftcard' as const,
    price: numberFromCents(priceCents),
    quantity,
    ...(programId !== undefined && { program_id: programId }),
    ...(order.cardId !== undefined && { card_id: order.cardId }),
    ...(order.status === 'Submitted' && { cards: issuedOf(merchant, order, cipher, item) }),
  }
}

/**
 * Whoever buys a card for themselves sees it; a giver sees its last four digits and not its id, which is the link that gives it away. Mailed cards show no
 * number before they arrive. Once a card is in somebody's account, the emailed link to its order shows it to nobody else.
 */
function issuedOf(
  merchant: Merchant,
  order: Order,
  cipher: DataCipher,
  { index, priceCents, programId }: OrderItem,
): IssuedCard[] {
  const amount = currencyText(priceCents)
  if (isPosted(order.type))
    return [{ ...pictureAndName(merchant, order, programId), card_number: hidden('••••'), amount }]
  const forSelf = order.type === 'Purchase' || order.type === 'Reload'
  return order.cards
    .filter((card) => card.itemIndex === index)
    .map(({ cardId, sealedNumber, lastFour, programId: program, holderId, status }) => {
      const own = forSelf && (holderId === undefined || holderId === order.userId)
      return {
        ...pictureAndName(merchant, order, program),
        card_number: own ? openNumber(cipher, order.locationId, cardId, sealedNumber) : hidden(lastFour),
        amount,
        ...(own && { card_id: cardId }),
        ...(status !== 'active' && { status }),
      }
    })
}

const hidden = (last: string): string => `•••• •••• •••• ${last}`

function pictureAndName(
  merchant: Merchant,
  order: Order,
  programId: string | undefined,
): Pick<IssuedCard, 'image' | 'display_name'> {
  return {
    image: findProgram(merchant, programId)?.image ?? '',
    display_name: programName(merchant, order, programId),
  }
}

function successOf(merchant: Merchant, order: Order): { header: string; message: string } {
  const { type, recipient, buyer, userId, giftTime, payment, refunds } = order
  // No thanks for a card that cannot be used.
  if (refunds.some(({ reason }) => reason === 'card_over'))
    return {
      header: 'You’re getting a refund',
      message: [
        'This gift card is no longer valid, so nothing was put on it.',
        ...refunds.map((refund) => partText(partOf(order, refund))),
      ].join(' '),
    }
  return {
    header: 'Thank you!',
    // A time that had passed when the order was paid means right away.
    message:
      giftTime && giftTime.atMs > (payment?.at ?? 0)
        ? whenOf(type, recipient.recipient_first_name, timeOf(merchant, order.language, giftTime))
        : messageOf(
            type,
            recipient.recipient_first_name,
            userId === undefined ? buyer.buyer_email : undefined,
          ),
  }
}

/** Built in the reader's language: the page cannot translate a formatted time. */
const timeOf = (
  merchant: Merchant,
  language: Order['language'],
  { atMs, zone }: NonNullable<Order['giftTime']>,
): string => inLanguage(merchant, language, () => giftTimeWords(atMs, zone))

const whenOf = (type: Order['type'], recipient: string, time: string): string =>
  type === 'SendText'
    ? `We will send your gift card to ${recipient} by text message on ${time}.`
    : `We will send your gift card to ${recipient} by email on ${time}.`

function messageOf(type: Order['type'], recipient: string, mailedTo: string | undefined): string {
  switch (type) {
    case 'Purchase':
      return mailedTo === undefined
        ? 'Your gift card is in your account, ready to use.'
        : `Your gift card is ready. We are also sending it to ${mailedTo}, so that you can find it again.`
    case 'Reload':
      return 'The money is on your gift card, ready to use.'
    case 'SendText':
      return `We are sending your gift card to ${recipient} by text message.`
    case 'SendEmail':
      return `We are sending your gift card to ${recipient} by email.`
    default:
      return `We will mail your gift to ${recipient}. Please allow 2 to 3 business days for delivery.`
  }
}

/** The fields that somebody has filled in. */
const filled = <T extends Record<string, string>>(form: T): Partial<T> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== '')) as Partial<T>
