import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modifierText } from '#contract/rules/modifier-text.ts'
import { singleRate } from '#contract/pricing/tax.ts'
import { priceTicket } from '#contract/pricing/ticket.ts'
import type { TicketTotals } from '#contract/schemas/ticket-order.ts'
import type { TicketChange } from '#db/outbox.ts'
import { countItems } from '#lib/sync/count-items.ts'
import { lineTotalText, viewTicket } from '#lib/sync/ticket-view.ts'
import { add, addCarbonara, change, delivery, remove, tip, waitingRows } from '../support/changes.ts'
import { rules } from '../support/device.ts'
import { line, snapshotOf, ticketRow } from '../support/snapshots.ts'

const view = (...changes: Parameters<typeof waitingRows>) =>
  viewTicket(ticketRow(), waitingRows(...changes), rules)

describe('what a screen shows of a ticket', () => {
  it('is the server’s own answer while nothing waits @AT-02', () => {
    expect(view()).toMatchObject({
      draftId: 'draft',
      ticketId: 'ticket-1',
      status: 'Open',
      pendingCount: 0,
      lines: [
        {
          lineId: 'a',
          index: 1,
          name: 'Margherita',
          unitCents: 1600,
          quantity: 1,
          pending: false,
          noDelete: false,
        },
      ],
      totals: {
        subTotalCents: 1600,
        taxCents: 142,
        totalCents: 1742,
        dueCents: 1742,
        estimated: false,
        complete: true,
      },
    })
  })

  it('is empty and open before the server has answered at all', () => {
    const fresh = ticketRow({ ticketId: undefined as never, snapshot: undefined as never, lineIds: {} })
    expect(viewTicket(fresh, waitingRows({ kind: 'ticket.create' }), rules)).toMatchObject({
      status: 'Open',
      lines: [],
      useDelivery: false,
      tipCents: 0,
      totals: { totalCents: 0, estimated: true },
    })
  })

  it('names a line that was made elsewhere by its number', () => {
    const row = ticketRow({ snapshot: snapshotOf({ items: [line(), line({ index: 7 })] }) })
    expect(viewTicket(row, [], rules).lines.map((one) => one.lineId)).toEqual(['a', 'line-7'])
    expect(viewTicket(row, waitingRows(remove('line-7')), rules).lines.map((one) => one.lineId)).toEqual([
      'a',
    ])
  })

  it.each([
    { name: 'add', changes: [addCarbonara('b', 2)], lines: ['a×1', 'b×2*'] },
    { name: 'change', changes: [change('a', 4)], lines: ['a×4*'] },
    { name: 'remove', changes: [remove('a')], lines: [] },
    {
      name: 'add, change, remove the other',
      changes: [add('b'), change('b', 3), remove('a')],
      lines: ['b×3*'],
    },
    { name: 'change of a line that is not there', changes: [change('gone', 3)], lines: ['a×1'] },
    { name: 'remove of a line that is not there', changes: [remove('gone')], lines: ['a×1'] },
  ])('$name moves the lines at once', ({ changes, lines }) => {
    const shown = view(...changes)
    expect(shown.lines.map((one) => `${one.lineId}×${one.quantity}${one.pending ? '*' : ''}`)).toEqual(lines)
    expect(shown).toMatchObject({ pendingCount: changes.length, totals: { estimated: true } })
  })

  it('keeps the server’s number of a line that is being changed', () => {
    expect(view(change('a', 2)).lines[0]).toMatchObject({ index: 1, pending: true })
  })

  it('shows delivery, time and tip as they were tapped @ST-14', () => {
    const shown = view(delivery(true), tip(320), {
      kind: 'ticket.update',
      body: { ready_date_v2: '2026-11-21', ready_time_v2: '6:30pm' },
    })
    expect(shown).toMatchObject({
      useDelivery: true,
      useCurbside: false,
      tipCents: 320,
      readyDate: '2026-11-21',
      readyTime: '6:30pm',
    })
    expect(shown.totals).toMatchObject({
      deliveryCents: 450,
      tipCents: 320,
      totalCents: 1742 + 450 + 320,
      estimated: true,
      complete: true,
    })
    expect(view(delivery(true), delivery(false))).toMatchObject({
      useDelivery: false,
      useCurbside: true,
      totals: { deliveryCents: 0 },
    })
  })

  it('shows the delivery that an order was placed with, whatever one costs by now', () => {
    const placed = snapshotOf({ use_delivery: true, status: 'Submitted' })
    const totals = { ...placed.totals, total: '$21.92', due: '$0.00', due_non_tip: '$0.00' }
    const settings = { ...placed.settings, delivery_charge: '$6.00' }
    const shown = viewTicket(ticketRow({ snapshot: { ...placed, totals, settings } }), [], rules)
    expect(shown.totals).toMatchObject({ deliveryCents: 450, totalCents: 2192 })
  })

  it('shows whom it is for as it was typed, what is not sent yet over what the server has', () => {
    const typed = (body: Extract<TicketChange, { kind: 'ticket.update' }>['body']): TicketChange => ({
      kind: 'ticket.update',
      body,
    })
    expect(
      view(typed({ recipient_first_name: 'Ada', recipient_phone: '2125550147' })).recipient,
    ).toMatchObject({ recipient_first_name: 'Ada', recipient_phone: '2125550147' })
    expect(
      view(
        typed({ recipient_first_name: 'Ada', recipient_last_name: 'Quill' }),
        typed({ recipient_first_name: 'Nora', recipient_address: '1 Main Street' }),
        delivery(true),
      ).recipient,
    ).toMatchObject({
      recipient_first_name: 'Nora',
      recipient_last_name: 'Quill',
      recipient_address: '1 Main Street',
    })
  })

  it('says that an estimate is incomplete where the device has no rules', () => {
    expect(viewTicket(ticketRow(), waitingRows(add('b')), undefined).totals).toMatchObject({
      subTotalCents: 3200,
      complete: false,
      estimated: true,
    })
  })

  it('an estimate is what contract/pricing makes of the lines that are shown', () => {
    const tap = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        quantity: fc.integer({ min: 1, max: 10 }),
        cents: fc.integer({ min: 0, max: 9999 }),
      }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(9) }),
      fc.record({ kind: fc.constant('tip' as const), cents: fc.integer({ min: 0, max: 99_999 }) }),
    )
    fc.assert(
      fc.property(fc.array(tap, { minLength: 1, maxLength: 15 }), fc.boolean(), (taps, useDelivery) => {
        const lines = new Map([['a', 1600]])
        let tipCents = 0
        const changes = taps.map((one, at) => {
          if (one.kind === 'tip') {
            tipCents = one.cents
            return tip(one.cents)
          }
          if (one.kind === 'remove') {
            const lineId = [...lines.keys()][one.at] ?? 'gone'
            lines.delete(lineId)
            return remove(lineId)
          }
          lines.set(`l${at}`, one.cents * one.quantity)
          const added = add(`l${at}`, one.quantity)
          return added.kind === 'item.add'
            ? { ...added, shown: { ...added.shown, unitCents: one.cents } }
            : added
        })
        const shown = view(...changes, delivery(useDelivery))
        const {
          lines: _lines,
          delivery: _delivery,
          ...priced
        } = priceTicket({
          lines: [...lines.values()].map((unitCents) => ({ unitCents, quantity: 1 })),
          tax: singleRate(rules.tax_rate),
          useDelivery,
          deliveryChargeCents: rules.delivery_charge,
          tipCents,
          paid: { nonTipCents: 0, tipCents: 0 },
        })
        expect(shown.totals).toEqual({ ...priced, taxes: [], estimated: true, complete: true })
        expect(shown.lines.map((one) => one.lineId)).toEqual([...lines.keys()])
      }),
    )
  })

  it('is pure: the same rows give the same view, and are left as they were', () => {
    const [row, pending] = [ticketRow(), waitingRows(add('b'), change('a', 3), tip(100))]
    const before = structuredClone({ row, pending })
    expect(viewTicket(row, pending, rules)).toEqual(viewTicket(row, pending, rules))
    expect({ row, pending }).toEqual(before)
  })

  const fields = [
    'sub_total',
    'tax',
    'discounts',
    'tips',
    'due_tip',
    'due_non_tip',
    'total',
    'due',
  ] as const satisfies (keyof TicketTotals)[]
  const unreadable = ['', 'NaN', '$NaN', '1742', '$17.4', 'free', '$1e3.00', '$17.42 ', '€17.42', '$-17.42']
  it.each(fields.flatMap((field) => unreadable.map((text) => ({ field, text }))))(
    '$field of "$text" counts as no total (N20)',
    ({ field, text }) => {
      const row = ticketRow({ snapshot: snapshotOf({ totals: { ...snapshotOf().totals, [field]: text } }) })
      expect(() => viewTicket(row, [], rules)).toThrow(RangeError)
    },
  )

  it.each(fields.filter((field) => field !== 'discounts'))(
    'a negative %s counts as no total (N20)',
    (field) => {
      const row = ticketRow({
        snapshot: snapshotOf({ totals: { ...snapshotOf().totals, [field]: '-$5.00' } }),
      })
      expect(() => viewTicket(row, [], rules)).toThrow(RangeError)
    },
  )

  it('a discount may come with either sign @BC-19', () => {
    for (const discounts of ['-$5.00', '$5.00'])
      expect(
        viewTicket(
          ticketRow({ snapshot: snapshotOf({ totals: { ...snapshotOf().totals, discounts } }) }),
          [],
          rules,
        ).totals.discountCents,
      ).toBe(500)
  })

  it('an unreadable tip is no total either, also while changes wait', () => {
    const row = ticketRow({ snapshot: snapshotOf({ tip: 'some' }) })
    expect(() => viewTicket(row, [], rules)).toThrow(RangeError)
    expect(() => viewTicket(row, waitingRows(add('b')), rules)).toThrow(RangeError)
  })
})

describe('a line in words', () => {
  it('counts the lines with a menu item’s id, by quantity @LH-05', () => {
    const { lines } = viewTicket(
      ticketRow({
        snapshot: snapshotOf({
          items: [line({ quantity: 3 }), line({ index: 2, menu_item_external_id: null }), line({ index: 3 })],
        }),
      }),
      waitingRows(add('b', 2)),
      rules,
    )
    expect(countItems(lines)).toBe(6)
    expect(countItems([])).toBe(0)
  })

  it('says the line’s total and the refinements that have a name', () => {
    expect(lineTotalText({ unitCents: 1955, quantity: 3 })).toBe('$58.65')
    const modifiers = [
      { modifier: 'x', name: '16 inch', price: 600 },
      { modifier: 'y', name: '', price: 0 },
      { modifier: 'no-basil', name: 'No Basil', price: 0 },
    ]
    expect(modifierText({ modifiers })).toBe('16 inch; No Basil')
  })
})
