import { expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { releasedNote } from '#features/checkout/payment-words.ts'
import { noTotals, snapshotOf } from '../support/snapshots.ts'

it.each([
  [['reward'], 'Your reward is yours again. $17.42 is left to pay.'],
  [
    ['card', 'reward'],
    'Your gift cards were refunded, and your reward is yours again. $17.42 is left to pay.',
  ],
] as const)('after removing payments, says what %s got back', (types, said) => {
  const payments = types.map((tender_type) => ({ tender_type })) as unknown as TicketOrder['payments']
  const after = snapshotOf({ totals: { ...noTotals, due: '$17.42' } })
  expect(releasedNote({ payments })(after).messages).toEqual([said])
})
