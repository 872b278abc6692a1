import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TaxPartOfLine } from '#contract/pricing/line.ts'
import type { TaxRules } from '#contract/schemas/taxes.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { TicketChange } from '#db/outbox.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import type { ViewTotals } from '#lib/sync/ticket-view-types.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Ticket } from '#server/modules/tickets/ticket.ts'
import { ticketOrderOf } from '#server/modules/tickets/view.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { margherita } from '../../server/support/orders.ts'
import { taxes } from '../../server/support/tax-classes.ts'
import { waitingRows } from '../support/changes.ts'
import { rules } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { ticketRow } from '../support/snapshots.ts'
import { fromSeed } from '../../support/seeded-random.ts'
import { countOf } from '../../../scripts/test/shares.mjs'

/**
 * The device and the server price a ticket by the same rules in two different ways: the server's own answer, and the
 * device's estimate of the changes that it has not sent. Without a network and a database, so that there can be a hundred
 * thousand tickets, of which every run tests some.
 */
const tickets = countOf('orders priced on device and server')

describe(`${tickets} tickets`, () => {
  let larder: TestLarder
  let merchant: Merchant
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
    merchant = larder.directory.findByLabel('tavola')!
  })
  afterAll(() => larder.close())

  const promos = [undefined, 'FIVEOFF', 'TONIGHT', 'WELCOME10', 'EVERYTHING', 'EXPIRED', 'GIVE5'] as const
  type Order = {
    before: PlainLine[]
    after: PlainLine[]
    promo: (typeof promos)[number]
    /** The code is removed while there is no signal. */
    isTakenOff: boolean
    rewardCents: number | undefined
    useDelivery: boolean
    tipCents: number
    tipPercent: number | undefined
    taxes: TaxRules | undefined
  }
  type PlainLine = { unitCents: number; quantity: number; taxParts?: TaxPartOfLine[] | undefined }

  /** The same tickets all day. Drawn by hand, because fast-check takes half a minute for a hundred thousand values that it can shrink. */
  function drawOrder(roll: (below: number) => number): Order {
    const lines = (count: number, dearest: number): PlainLine[] =>
      Array.from({ length: count }, () => {
        const unitCents = roll(dearest)
        const taxClass = ['alcohol', 'groceries', 'exempt', 'unheard-of'][roll(4)]!
        const taxParts = [{ taxClass, cents: roll(unitCents + 1) }].slice(0, roll(2))
        return { unitCents, quantity: 1 + roll(10), taxParts }
      })
    // Small orders, too: then codes miss their minimum, and rewards exceed the order.
    const dearest = [300, 1500, 10_000][roll(3)]!
    return {
      before: lines(roll(4), dearest),
      after: lines(roll(4), dearest),
      promo: promos[roll(promos.length)]!,
      isTakenOff: roll(8) === 0,
      rewardCents: roll(2) === 0 ? undefined : 1 + roll(3000),
      useDelivery: roll(2) === 0,
      tipCents: roll(10_000),
      tipPercent: roll(2) === 0 ? undefined : 1 + roll(100),
      taxes: [undefined, taxes, { ...taxes, rounding: 'line' as const }][roll(3)],
    }
  }

  const ticketOf = (
    { promo, rewardCents, useDelivery, tipCents, tipPercent }: Order,
    lines: PlainLine[],
  ): Ticket => ({
    locationId: merchant.locationId,
    id: 'ticket-1',
    userId: 'ada',
    orderKey: undefined,
    language: 'en',
    status: 'Open',
    name: '',
    nextIndex: lines.length + 1,
    useDelivery,
    useCurbside: !useDelivery,
    readyDate: undefined,
    readyTime: undefined,
    contact: {} as Ticket['contact'],
    promoCode: promo,
    reward: rewardCents === undefined ? undefined : { id: 'r', name: 'A reward', amountCents: rewardCents },
    rewardUntil: undefined,
    heldSlot: undefined,
    heldPromo: undefined,
    tipCents,
    tipPercent,
    refunds: [],
    kept: undefined,
    success: undefined,
    createdAt: dinnerTime,
    touchedAt: dinnerTime,
    setBackAt: undefined,
    checkedInAt: undefined,
    history: [],
    payments: [],
    lines: lines.map((line, at) => ({
      index: at + 1,
      menu: 'dinner',
      category: 'pizza',
      item: 'margherita',
      menuItem: 'dinner.pizza.margherita',
      name: 'Margherita',
      sentModifiers: ['size-12'],
      pricedModifiers: [],
      ...line,
    })),
  })
  const answer = (one: Order, lines: PlainLine[]): TicketOrder =>
    ticketOrderOf(
      { ...merchant, ordering: { ...merchant.ordering, taxes: one.taxes } },
      ticketOf(one, lines),
      dinnerTime,
    )
  const add = ({ unitCents, quantity, taxParts }: PlainLine, at: number): TicketChange => ({
    kind: 'item.add',
    lineId: `l${at}`,
    line: margherita({ quantity }),
    shown: { name: 'Margherita', unitCents, modifiers: [], taxParts },
  })

  const same = (estimate: ViewTotals, said: ViewTotals): boolean =>
    estimate.estimated &&
    !said.estimated &&
    (
      [
        'subTotalCents',
        'discountCents',
        'taxCents',
        'deliveryCents',
        'tipCents',
        'totalCents',
        'dueNonTipCents',
        'dueTipCents',
        'dueCents',
      ] as const
    ).every((field) => estimate[field] === said[field]) &&
    JSON.stringify(estimate.taxes) === JSON.stringify(said.taxes)

  /** No cent is created or lost: the parts add up to the total, no discount exceeds the dishes, and nothing is due for nothing. */
  const adds = (totals: ViewTotals, lines: readonly PlainLine[]): boolean => {
    const { subTotalCents, discountCents, taxCents, deliveryCents, tipCents, totalCents } = totals
    return (
      totalCents === subTotalCents - discountCents + taxCents + deliveryCents + tipCents &&
      totals.dueCents === totalCents &&
      discountCents <= subTotalCents &&
      (lines.length > 0 || totalCents === 0)
    )
  }

  it(
    'come to the same on the device and on the server, to the cent, with promo codes, rewards, tips and classes of tax',
    { timeout: 300_000 },
    () => fromSeed(compare),
  )

  function compare(roll: (below: number) => number): void {
    const seen = { discounted: 0, missing: 0 }
    for (let count = 0; count < tickets; count++) {
      const one = drawOrder(roll)
      const lines = [...one.before, ...one.after]
      const row = ticketRow({ snapshot: answer(one, one.before), lineIds: {} })
      const takenOff: TicketChange = { kind: 'ticket.update', body: { promo_code: '' } }
      const waiting = waitingRows(
        ...one.after.map(add),
        ...(one.isTakenOff || one.after.length === 0 ? [takenOff] : []),
      )
      const estimate = viewTicket(row, waiting, { ...rules, taxes: one.taxes })
      const after = one.isTakenOff || one.after.length === 0 ? { ...one, promo: undefined } : one
      const said = viewTicket(ticketRow({ snapshot: answer(after, lines), lineIds: {} }), [], rules)
      if (estimate.totals.discountCents > 0) seen.discounted++
      if (said.promoNotice?.startsWith('Add $')) seen.missing++
      if (
        !same(estimate.totals, said.totals) ||
        !adds(said.totals, lines) ||
        estimate.tipCents !== said.tipCents ||
        estimate.promoNotice !== said.promoNotice
      )
        throw new Error(
          `${JSON.stringify(one)}: ${JSON.stringify(estimate)} on the device, ${JSON.stringify(said)} on the server`,
        )
    }
    expect(seen.discounted).toBeGreaterThan(tickets / 5)
    expect(seen.missing).toBeGreaterThan(tickets / 100)
  }
})
