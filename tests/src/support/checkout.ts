import { orderNumber } from '#server/modules/payments/attempts.ts'
import { numberFromCents } from '#contract/money.ts'
import type { AttemptOn } from '#lib/payments/payables/payables.ts'
import { contact } from '../../server/support/orders.ts'
import { Guest, type TestLarder } from '../../server/support/larder.ts'
import { add, tip } from './changes.ts'
import { Device, type DeviceOptions, nextUuid } from './device.ts'

/** Builders of an order that is ready to be paid. */

/** A phone whose order lacks only its payment: one Margherita, curbside, a tip. */
export async function deviceAtPayment(larder: TestLarder, options: DeviceOptions = {}): Promise<Device> {
  const device = new Device(larder, options)
  await device.record(
    add('a'),
    { kind: 'ticket.update', body: { use_curbside: true, use_delivery: false, ...contact } },
    tip(240),
  )
  const { left } = await device.drain()
  if (left > 0) throw new Error('the order was not sent')
  device.net.calls.length = 0
  return device
}

export const visa = '4242424242424242'
export const declinedCard = '4000000000000002'
export const cardThatAsks = '4000002500003155'

/** An attempt as the pay button records it, for the amount due on the screen. */
export async function paymentAttempt(
  larder: TestLarder,
  device: Device,
  card = visa,
): Promise<AttemptOn<'ticket'>> {
  const view = await device.view()
  const source = await new Guest(larder).card(card)
  return {
    ...(await baseOf(larder, device)),
    kind: 'payment',
    body: {
      tip: numberFromCents(view.tipCents),
      amount: numberFromCents(view.totals.dueCents),
      payment_source: source,
    },
  }
}

export async function submitAttempt(larder: TestLarder, device: Device): Promise<AttemptOn<'ticket'>> {
  return { ...(await baseOf(larder, device)), kind: 'submit', body: { phone_number: '2125550147' } }
}

/** $5.00 of a gift card that belongs to no account. */
export async function redeemAttempt(larder: TestLarder, device: Device): Promise<AttemptOn<'ticket'>> {
  return { ...(await baseOf(larder, device)), kind: 'redeem', body: { card_id: 'card-1', amount: 5 } }
}

async function baseOf(larder: TestLarder, device: Device) {
  const { draftId, ticketId } = await device.view()
  const createdAt = larder.clock.now()
  const of = { payable: 'ticket' as const, payableId: draftId, serverId: ticketId! }
  return { key: nextUuid(), locationId: 'tavola-nyc', principal: 'guest', ...of, createdAt, sent: false }
}

/** The amounts that the card provider has charged for a ticket or an order for gift cards, in cents. */
export async function listCharges(larder: TestLarder, id: string): Promise<number[]> {
  const rows = await larder.database.query<{ body: { amount: number } }>(
    `SELECT body FROM sandbox_objects WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded' AND body->'metadata'->>'ticket' IN ($1, $2)`,
    [id, orderNumber(id)],
  )
  return rows.map((row) => row.body.amount)
}

/** How often a ticket was submitted to the kitchen. */
export async function countSubmissions(larder: TestLarder, ticketId: string): Promise<number> {
  return (await larder.database.query('SELECT 1 FROM submissions WHERE ticket_id = $1', [ticketId])).length
}
