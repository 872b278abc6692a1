import { expect, it } from 'vitest'
import { cancellationText } from '#server/modules/tickets/cancellation-text.ts'
import type { Ticket } from '#server/modules/tickets/ticket.ts'

const said =
  'We could not make order T-1012. $11.50 is back on gift card •••• 1234. Your reward is yours again.'

/** An order canceled by an early version: immediate refunds left no row of their own. */
const canceled = (refunds: Ticket['refunds']): Pick<Ticket, 'success' | 'refunds' | 'payments'> => ({
  success: { header: '', message: said },
  refunds,
  payments: [],
})

it('the stored text about a cancelled order’s money stays where no refund says more', () => {
  expect(cancellationText(canceled([]))).toBe(said)
})

it('is replaced by what its refund says now', () => {
  const refund = { reason: 'cancelled', parts: [], rewardBack: true } as unknown as Ticket['refunds'][number]
  expect(cancellationText(canceled([refund]))).toBe(
    'We could not make order T-1012. Your reward is yours again.',
  )
})
