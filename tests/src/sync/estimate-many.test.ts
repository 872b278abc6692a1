import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { TicketChange } from '#db/outbox.ts'
import { viewTicket, type ViewTotals } from '#lib/sync/ticket-view.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Ticket } from '#server/modules/tickets/ticket.ts'
import { ticketOrderOf } from '#server/modules/tickets/view.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { margherita } from '../../server/support/orders.ts'
import { waitingRows } from '../support/changes.ts'
import { rules } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { ticketRow } from '../support/snapshots.ts'

/** The same numbers in every run (a linear congruence; its high bits are the good ones). */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * The device and the server price a ticket by the same rules, by two ways through two programs: the server's own answer, and what the device makes of
 * the taps that it has not sent. No network and no database between, so that it can be a hundred thousand tickets.
 */
describe('a hundred thousand tickets', () => {
  let larder: TestLarder
  let merchant: Merchant
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
    merchant = larder.directory.findByLabel('tavola')!
  })
  afterAll(() => larder.close())

  type Order = {
    before: PlainLine[]
    after: PlainLine[]
    promo: 'FIVEOFF' | 'TONIGHT' | undefined
    rewardCents: number | undefined
    useDelivery: boolean
    tipCents: number
  }
  type PlainLine = { unitCents: number; quantity: number }

  /** The same tickets in every run; drawn by hand, since a hundred thousand that can be made smaller take half a minute. */
  function drawOrder(roll: (below: number) => number): Order {
    const lines = (count: number): PlainLine[] => Array.from({ length: count }, () => ({ unitCents: roll(10_000), quantity: 1 + roll(10) }))
    return {
      ...{ before: lines(roll(4)), after: lines(1 + roll(3)), promo: ([undefined, 'FIVEOFF', 'TONIGHT'] as const)[roll(3)] },
      ...{ rewardCents: roll(2) === 0 ? undefined : 1 + roll(3000), useDelivery: roll(2) === 0, tipCents: roll(10_000) },
    }
  }

  const ticketOf = ({ promo, rewardCents, useDelivery, tipCents }: Order, lines: PlainLine[]): Ticket => ({
    ...{ locationId: merchant.locationId, id: 'ticket-1', userId: 'ada', orderKey: undefined, status: 'Open', name: '', nextIndex: lines.length + 1 },
    ...{ useDelivery, useCurbside: !useDelivery, readyDate: undefined, readyTime: undefined },
    contact: {} as Ticket['contact'],
    promoCode: promo,
    reward: rewardCents === undefined ? undefined : { id: 'r', name: 'A reward', amountCents: rewardCents },
    ...{ rewardUntil: undefined, heldSlot: undefined, heldPromo: undefined, tipCents, kept: undefined, success: undefined },
    ...{ createdAt: dinnerTime, touchedAt: dinnerTime, checkedInAt: undefined, history: [], payments: [] },
    lines: lines.map((line, at) => ({
      ...{ index: at + 1, menu: 'dinner', category: 'pizza', item: 'margherita', menuItem: 'dinner.pizza.margherita', name: 'Margherita' },
      ...{ sentModifiers: ['size-12'], pricedModifiers: [], ...line },
    })),
  })
  const answer = (one: Order, lines: PlainLine[]): TicketOrder => ticketOrderOf(merchant, ticketOf(one, lines), dinnerTime)
  const add = ({ unitCents, quantity }: PlainLine, at: number): TicketChange => ({
    ...{ kind: 'item.add', lineId: `l${at}`, line: margherita({ quantity }) },
    shown: { name: 'Margherita', unitCents, modifiers: [] },
  })

  /** What the device knows a discount by is its amount: one that took all of what was there, or waits for its minimum, is for the server to say. */
  function isKnown(one: Order, lines: PlainLine[]): boolean {
    const promoCents = one.promo === undefined ? 0 : one.promo === 'FIVEOFF' ? 500 : 100
    const subTotal = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
    return subTotal >= promoCents + (one.rewardCents ?? 0) && (one.promo !== 'FIVEOFF' || subTotal >= 2000)
  }

  const same = (estimate: ViewTotals, said: ViewTotals): boolean =>
    estimate.estimated &&
    !said.estimated &&
    (
      ['subTotalCents', 'discountCents', 'taxCents', 'deliveryCents', 'tipCents', 'totalCents', 'dueNonTipCents', 'dueTipCents', 'dueCents'] as const
    ).every((field) => estimate[field] === said[field])

  it('come to the same on the device and on the server, to the cent, with promo codes and rewards', { timeout: 120_000 }, () => {
    const roll = dice(20_261_120)
    let discounted = 0
    for (let count = 0; count < 100_000; count++) {
      const drawn = drawOrder(roll)
      const one = isKnown(drawn, drawn.before) ? drawn : { ...drawn, promo: undefined, rewardCents: undefined }
      const row = ticketRow({ snapshot: answer(one, one.before), lineIds: {} })
      const estimate = viewTicket(row, waitingRows(...one.after.map(add)), rules).totals
      const said = viewTicket(ticketRow({ snapshot: answer(one, [...one.before, ...one.after]), lineIds: {} }), [], rules).totals
      if (estimate.discountCents > 0) discounted++
      if (!same(estimate, said))
        throw new Error(`${JSON.stringify(one)}: ${JSON.stringify(estimate)} on the device, ${JSON.stringify(said)} on the server`)
    }
    expect(discounted).toBeGreaterThan(20_000)
  })
})
