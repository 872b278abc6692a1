import type { StaffCard, StaffCardLine, StaffCardOrder } from '#contract/schemas/staff-card.ts'

/** A gift card and its order, as the staff see them. */

export const staffCardLine: StaffCardLine = {
  reference: 'ref-1',
  last_four: '4321',
  balance_cents: 2500,
  status: 'active',
  description: 'Dinner card',
  created_at: '2026-11-01T12:00:00Z',
}
export const staffCard = (changes: Partial<StaffCard> = {}): StaffCard => ({
  ...staffCardLine,
  holds: [],
  email: 'ada@example.com',
  orders: [],
  events: [
    { at: '2026-11-20T23:30:00Z', kind: 'held', words: '', cause: 'dispute' },
    { at: '2026-11-01T12:00:00Z', kind: 'money', words: 'Gift card sent', amount_cents: 2500 },
  ],
  ...changes,
})
export const staffCardOrder = (): StaffCardOrder => ({
  reference: 'ord-1',
  type: 'SendEmail',
  placed_at: '2026-11-01T12:00:00Z',
  buyer_name: 'Rosa Diaz',
  buyer_email: 'rosa@example.com',
  recipient_name: 'Ada Guest',
  recipient_email: 'ada@example.com',
  paid_cents: 4500,
  paid_with: 'Visa ending in 4242',
  cards: [staffCardLine],
  card_count: 1,
  refunds: [],
  refundable: {
    face_cents: 5000,
    discount_cents: 500,
    taken_cents: 0,
    unspent_cents: 2500,
    shipping_cents: 0,
    left_cents: 4500,
  },
})
