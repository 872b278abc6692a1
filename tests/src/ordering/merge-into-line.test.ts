import { describe, expect, it } from 'vitest'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { TicketChange } from '#db/outbox.ts'
import { ticketServices } from '#app/ticket-services.ts'
import { openDatabase } from '#db/database.ts'
import { findActiveTicket } from '#db/tickets.ts'
import { listDifferences } from '#lib/query/line-checks.ts'
import { mergeIntoLine } from '#lib/sync/merge-into-line.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { add, shownMargherita, waitingRows } from '../support/changes.ts'
import { newDatabaseName, nextUuid } from '../support/device.ts'
import { line, snapshotOf, ticketRow } from '../support/snapshots.ts'

const who = { locationId: 'tavola-nyc', principal: 'guest' }

it('the same dish added by two tabs at once counts twice, on one line', async () => {
  const name = newDatabaseName()
  const tabs = [await openDatabase(name), await openDatabase(name)]
  const services = tabs.map((db) =>
    ticketServices({
      db,
      locationId: who.locationId,
      ids: { uuid: nextUuid },
      clock: { now: () => 1 },
      flush: async () => undefined,
      session: { principal: () => who.principal },
    } as never),
  )
  await services[0]!.recordOneMore(add('first'))
  await Promise.all(services.map((one, at) => one.recordOneMore(add(`tab ${at}`))))
  const active = (await findActiveTicket(tabs[0]!, who.locationId, who.principal))!
  const { lines } = viewTicket(active.row, active.pending, undefined)
  expect(lines.map(({ lineId, quantity }) => [lineId, quantity])).toEqual([['first', 3]])
  for (const db of tabs) db.close()
})

describe('one more of a dish that has changed since the guest agreed to it', () => {
  const free: AllergenStatement = { contains: [], free_from: 'others' }
  const milk: AllergenStatement = { contains: ['milk'], free_from: 'others' }
  const row = ({
    now,
    agreed,
    known,
  }: {
    now: Partial<ReturnType<typeof line>>
    agreed?: number
    known?: AllergenStatement
  }) =>
    ticketRow({
      snapshot: snapshotOf({ items: [line(now)] }),
      ...(agreed !== undefined && { agreed: { a: agreed } }),
      ...(known && { agreedAllergens: { a: known } }),
    })
  const oneMore = (allergens?: AllergenStatement, unitCents = 1600): TicketChange => ({
    ...(add('b') as Extract<TicketChange, { kind: 'item.add' }>),
    shown: { ...shownMargherita, unitCents, ...(allergens && { allergens }) },
  })

  it.each<[string, Parameters<typeof row>[0], TicketChange, string[]]>([
    ['another price', { now: { price: 1900 }, agreed: 1600 }, oneMore(undefined, 1900), ['price']],
    [
      'something in it',
      { now: { allergens: milk }, agreed: 1600, known: free },
      oneMore(milk),
      ['allergens'],
    ],
    [
      'what it is not said to be free from now',
      { now: { allergens: { contains: [], free_from: ['eggs'] } }, agreed: 1600, known: free },
      oneMore({ contains: [], free_from: ['eggs'] }),
      ['allergens'],
    ],
  ])('is a separate line for %s: the question about the first one stays', (_, given, change, asked) => {
    const before = row(given)
    const made = mergeIntoLine(viewTicket(before, [], undefined), change)
    expect(made).toMatchObject({ kind: 'item.add', lineId: 'b' })
    const after = viewTicket(before, waitingRows(made), undefined)
    expect(
      listDifferences(after, undefined).map(({ line: { lineId }, check }) => [lineId, check.kind]),
    ).toEqual(asked.map((kind) => ['a', kind]))
  })

  it('joins the line at the price that was agreed to, and agrees to no other that the restaurant names', () => {
    const given = row({ now: { price: 1900, allergens: free }, agreed: 1600, known: free })
    const made = mergeIntoLine(viewTicket(given, [], undefined), oneMore(free))
    expect(made).toMatchObject({
      kind: 'item.change',
      lineId: 'a',
      line: { quantity: 2 },
      shown: { unitCents: 1600 },
    })
  })

  it('joins a line that was added elsewhere, and one that states more now', () => {
    expect(mergeIntoLine(viewTicket(row({ now: {} }), [], undefined), oneMore()).kind).toBe('item.change')
    expect(mergeIntoLine(viewTicket(row({ now: {}, known: milk }), [], undefined), oneMore(free)).kind).toBe(
      'item.change',
    )
  })
})
