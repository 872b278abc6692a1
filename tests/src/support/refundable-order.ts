import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { OrderRefund, Refundable } from '#contract/schemas/refund.ts'
import { kitchenOrder } from './kitchen.tsx'

/** What can still be refunded of a delivered order for two dishes with a tip, paid by a gift card and a payment card. */
export const refundable = (changes: Partial<Refundable> = {}): Refundable => ({
  lines: [{ index: 1, quantity: 2, refunded: 0, cents: 3484, earned_cents: 3200 }],
  delivery_cents: 490,
  tip_cents: 300,
  tenders: [
    { id: 'g', display_name: 'Gift card •••• 1234', tender_type: 'card', order_cents: 1000, tip_cents: 0 },
    {
      id: 'v',
      display_name: 'Visa ending in 4242',
      tender_type: 'credit_card',
      order_cents: 2974,
      tip_cents: 300,
    },
  ],
  ...changes,
})
/** The kitchen's view of the order. */
export const order = (changes: Partial<KitchenOrder> = {}): KitchenOrder => {
  const plain = kitchenOrder('B-1001')
  const item = { ...plain.items[0]!, index: 1, name: 'Margherita', quantity: 2 }
  return { ...plain, items: [item], refundable: refundable(), ...changes }
}
/** A refund of one of its dishes. */
export const refund: OrderRefund = {
  id: 'r1',
  at: '2026-11-20T23:05:00Z',
  display: '11/20/2026 6:05pm',
  amount: '$17.42',
  reason: 'missing',
  items: [{ index: 1, name: 'Margherita', quantity: 1 }],
  tip: '$0.00',
  delivery: '$0.00',
  parts: [],
  note: 'No basil left',
}
