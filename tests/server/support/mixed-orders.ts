import { parseCurrency } from '#contract/money.ts'
import { priceRefund, type RefundChoice } from '#contract/pricing/refund.ts'
import { giftCardShares } from '#contract/pricing/tender.ts'
import { singleRate } from '#contract/pricing/tax.ts'
import type { Refundable, RefundBody } from '#contract/schemas/refund.ts'
import type { TaxRules } from '#contract/schemas/taxes.ts'
import type { OrderLineItem, TicketOrder } from '#contract/schemas/ticket-order.ts'
import { carbonara } from '../../src/support/changes.ts'
import { type Guest, submitPath, tavola, type TestLarder, ticketPath } from './larder.ts'
import { margherita, paymentOf } from './orders.ts'
import { breadstick, taxes, withSalami } from './tax-classes.ts'
import { redeem } from './tenders.ts'
import { wholeRest } from '../../support/whole-rest.ts'

/** Orders paid with a gift card and a payment card, and their refunds. */

type Roll = (below: number) => number

/** Pays for an order with `giftCents` of a gift card, as far as that goes, and the rest with Visa, as the portal does, and places it. */
export async function placeMixed(
  who: Guest,
  ticket: TicketOrder,
  { cardId, giftCents }: { cardId: string; giftCents: number },
): Promise<TicketOrder> {
  // The amount left for the payment card is enough to be charged.
  const { amountCents, tipCents } = giftCardShares(
    {
      dueNonTipCents: parseCurrency(ticket.totals.due_non_tip),
      dueTipCents: parseCurrency(ticket.totals.due_tip),
      mayTip: ticket.settings.pay_tips_with_gift_card,
    },
    giftCents,
  )
  let left = ticket
  if (amountCents > 0) {
    const gift = { card_id: cardId, amount: amountCents / 100, tip: tipCents / 100 }
    const reply = await redeem(who, ticket.id, gift)
    if (reply.status !== 200) throw new Error(`${JSON.stringify(gift)}: ${JSON.stringify(reply.body)}`)
    left = reply.body.ticket_order
  }
  if (left.totals.due !== '$0.00')
    await who.ticket(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(left, await who.card('4242424242424242')),
    )
  return who.ticket('POST', submitPath(ticket.id), { phone_number: '' })
}

/** A diner's order with its taxes, discounts, rewards and tenders. */
export type DrawnOrder = {
  taxes: TaxRules
  /** `first` is priced by the server; the device then adds `added` before they are sent. */
  first: OrderLineItem
  added: OrderLineItem[]
  promo: string | undefined
  rewardCents: number | undefined
  useDelivery: boolean
  tipCents: number
  giftCents: number
}

const dishes = [
  (quantity: number) => margherita({ quantity }),
  (quantity: number) => carbonara({ quantity }),
  withSalami,
  breadstick,
]

/**
 * Any order: dishes of every tax class, each kind of rounding, codes, a reward, delivery, a tip, and a gift card for none,
 * some or all of it.
 */
export function drawOrder(roll: Roll): DrawnOrder {
  const dish = (): OrderLineItem => dishes[roll(dishes.length)]!(1 + roll(4))
  return {
    taxes: [taxes, { ...taxes, rounding: 'line' as const }, singleRate('0.08875')][roll(3)]!,
    first: dish(),
    added: Array.from({ length: 1 + roll(3) }, dish),
    promo: [undefined, 'WELCOME10', 'FIVEOFF', 'TONIGHT', 'EVERYTHING'][roll(5)],
    rewardCents: [undefined, 1 + roll(900)][roll(2)],
    useDelivery: roll(2) === 0,
    // A payment card is never charged less than fifty cents.
    tipCents: roll(2) * (50 + roll(450)),
    giftCents: [0, 1 + roll(4000), 30_000][roll(3)]!,
  }
}

/** A random part of what can still be refunded. */
export const drawChoice = (left: Refundable, roll: Roll): RefundChoice => ({
  lines: left.lines
    .map(({ index, quantity, refunded }) => ({ index, quantity: roll(quantity - refunded + 1) }))
    .filter(({ quantity }) => quantity > 0),
  delivery: roll(2) === 0,
  tipCents: roll(left.tip_cents + 1),
})

/** The body that the staff's screen sends for a choice. */
export const refundBodyOf = (left: Refundable, choice: RefundChoice): Partial<RefundBody> => ({
  lines: [...choice.lines],
  delivery: choice.delivery,
  tip: choice.tipCents / 100,
  amount: priceRefund(left, choice).totalCents / 100,
})

/** The amount of an order that can still be refunded, in cents. */
export const restOf = (left: Refundable): number => priceRefund(left, wholeRest(left)).totalCents

export type TenderSum = {
  ticket: string
  tender: 'card' | 'credit_card'
  paid: number
  paid_tip: number
  back: number
  back_tip: number
  /** The amount that the provider has refunded of the card's charge. */
  given: number
}

/** For each tender of these orders, what it paid and what was refunded to it, in cents. */
export const tendersOf = (larder: TestLarder, ids: readonly string[]): Promise<TenderSum[]> =>
  larder.database.query<TenderSum>(
    `SELECT p.ticket_id AS ticket, p.tender_type AS tender, p.non_tip_cents AS paid, p.tip_cents AS paid_tip,
       coalesce(sum(b.non_tip_cents), 0)::int AS back, coalesce(sum(b.tip_cents), 0)::int AS back_tip,
       coalesce((SELECT (o.body->>'amount_refunded')::int FROM sandbox_objects o WHERE o.location_id = p.location_id AND o.id = p.provider_id), 0) AS given
     FROM payments p LEFT JOIN refund_parts b ON b.location_id = p.location_id AND b.payment_id = p.id
     WHERE p.location_id = $1 AND p.ticket_id = ANY (string_to_array($2, ',')) GROUP BY p.location_id, p.id ORDER BY p.ticket_id, p.id`,
    [tavola.location, ids.join()],
  )

/**
 * Tenders that got back more than they paid, of the order or of the tip, or for which the provider refunded more than we
 * recorded; once nothing is under way, also where the two differ at all.
 */
export const listOverpaid = (tenders: readonly TenderSum[], isSettled = false): TenderSum[] =>
  tenders.filter(({ tender, paid, paid_tip, back, back_tip, given }) => {
    const owedCents = tender === 'card' ? 0 : back + back_tip
    return back > paid || back_tip > paid_tip || given > owedCents || (isSettled && given !== owedCents)
  })

/** Copies a placed and paid order, with every row that a refund reads. The gift card is first loaded with what it pays for the copies. */
export async function copyPlaced(larder: TestLarder, id: string, count: number): Promise<string[]> {
  const { database } = larder
  const copy = async (table: string, where: string, columns: readonly string[]): Promise<void> => {
    const renamed = columns.map((column) => `'${column}', one.${column} || '-' || n`).join(', ')
    await database.query(
      `INSERT INTO ${table} SELECT copied.* FROM ${table} one, generate_series(1, $2::int) AS n,
         LATERAL jsonb_populate_record(one, jsonb_build_object(${renamed})) AS copied WHERE ${where}`,
      [id, count],
    )
  }
  await copy('tickets', 'one.id = $1', ['id', 'name'])
  await copy('ticket_lines', 'one.ticket_id = $1', ['ticket_id'])
  await copy('submissions', 'one.ticket_id = $1', ['ticket_id', 'name'])
  await copy('rewards', 'one.ticket_id = $1', ['id', 'ticket_id'])
  await copy('reward_points', 'one.ticket_id = $1', ['id', 'ticket_id'])
  await copy('payments', 'one.ticket_id = $1', ['id', 'ticket_id', 'attempt_id', 'provider_id'])
  await copy('ledger', 'one.ticket_id = $1', ['transfer_id', 'ticket_id'])
  await database.query(
    `INSERT INTO sandbox_objects (location_id, id, kind, body, created_at)
     SELECT location_id, id || '-' || n, kind, jsonb_set(body, '{id}', to_jsonb(id || '-' || n)), created_at FROM sandbox_objects, generate_series(1, $2::int) AS n
     WHERE id IN (SELECT provider_id FROM payments WHERE ticket_id = $1)`,
    [id, count],
  )
  await database.query(
    `INSERT INTO ledger (location_id, transfer_id, side, account, amount_cents, created_at)
     SELECT location_id, 'copies:' || id, side, account, sign * $2::int * (non_tip_cents + tip_cents), created_at
     FROM payments, LATERAL (VALUES ('from', 'card_sales', -1), ('to', 'card:' || card_id, 1)) AS sides (side, account, sign)
     WHERE ticket_id = $1 AND card_id IS NOT NULL`,
    [id, count],
  )
  return Array.from({ length: count }, (_, place) => `${id}-${place + 1}`)
}
