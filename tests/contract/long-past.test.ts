import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isLongPast } from '#contract/rules/long-past.ts'
import { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { snapshotOf } from '../src/support/snapshots.ts'

const zone = 'America/New_York'
const at = (iso: string): number => Date.parse(iso)
const order = (changes: object = {}) => ({
  status: 'Submitted',
  ready_date: '2026-11-20',
  ready_time: '6:30pm',
  ...changes,
})

/** The device's reading of a ticket from any API. */
const readOf = (placed: object) => z.parse(TicketOrder, { ...snapshotOf({}), ...placed })

it.each([
  ['not at its time', order(), '2026-11-20T23:30:00Z', false],
  ['not hours after it', order(), '2026-11-21T05:29:00Z', false],
  [
    'six hours after midnight, for an order for midnight',
    order({ ready_time: '12:00am' }),
    '2026-11-20T11:00:00Z',
    true,
  ],
  ['six hours after it', order(), '2026-11-21T05:30:00Z', true],
  [
    'not soon after its last change',
    order({ history: [{ at: '2026-11-21T04:00:00Z', display: '', status: 'Ready' }] }),
    '2026-11-21T05:30:00Z',
    false,
  ],
  ['not at the end of a day without a time', order({ ready_time: undefined }), '2026-11-21T10:00:00Z', false],
  [
    'a day without a time, hours after its end',
    order({ ready_time: undefined }),
    '2026-11-21T11:00:00Z',
    true,
  ],
  [
    'never without any time',
    order({ ready_date: undefined, ready_time: undefined }),
    '2027-11-21T05:30:00Z',
    false,
  ],
  ['never with an empty day', order({ ready_date: '', ready_time: '' }), '2027-11-21T05:30:00Z', false],
  ['never with a day in another format', order({ ready_date: '11/20/2026' }), '2027-11-21T05:30:00Z', false],
  ['not an order that was never placed', order({ status: 'Open' }), '2027-11-21T05:30:00Z', false],
  [
    'not an order for as soon as possible that waits for a kitchen that is away',
    order({
      status: 'Queued',
      ready_time: undefined,
      history: [{ at: '2026-11-20T22:00:00Z', display: '', status: 'Queued' }],
    }),
    '2026-11-21T11:00:00Z',
    false,
  ],
  ['one that waited past its own time', order({ status: 'Queued' }), '2026-11-21T05:30:00Z', true],
  [
    'not a completed order: its status says so',
    order({ status: 'Completed' }),
    '2027-11-21T05:30:00Z',
    false,
  ],
])('nobody waits for an order any more: %s', (_when, placed, now, expected) => {
  expect(isLongPast(readOf(placed), at(now), zone)).toBe(expected)
})
