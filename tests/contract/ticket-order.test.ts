import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { snapshotOf } from '../src/support/snapshots.ts'

it('null in an API’s order is read as a field that is missing @EN-27 @EN-28 @EN-29', () => {
  const order = snapshotOf({})
  const absent = {
    ready_date: null,
    ready_time: null,
    recipient_email: null,
    recipient_address2: null,
    vehicle_make: null,
    promo_code: null,
  }
  const read = z.parse(TicketOrder, { ...order, ...absent })
  for (const field of Object.keys(absent) as (keyof typeof absent)[]) expect(read[field]).toBeUndefined()
  expect(z.safeParse(TicketOrder, { ...order, recipient_email: 7 }).success).toBe(false)
})

it.each(['', '11/20/2026', '2026-11-31', 'Friday'])('a day that is written as “%s” counts as none', (day) => {
  expect(z.parse(TicketOrder, { ...snapshotOf({}), ready_date: day }).ready_date).toBeUndefined()
})
