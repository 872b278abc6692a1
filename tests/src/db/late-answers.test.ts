import { beforeEach, describe, expect, it } from 'vitest'
import type { AttemptRow } from '#db/attempts.ts'
import { LarderDatabase } from '#db/database.ts'
import { appendOffered } from '#db/offers.ts'
import { listChangesOf, type TicketChange } from '#db/outbox.ts'
import { findPlaced, savePlaced } from '#db/placed-orders.ts'
import {
  acknowledge,
  appendChanges,
  findActiveTicket,
  finishTicket,
  detachTicket,
  refuse,
  saveSnapshot,
} from '#db/tickets.ts'
import type { Api } from '#lib/api/client.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { ticketPayable } from '#lib/payments/payables/ticket.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'
import { add, tip } from '../support/changes.ts'
import { newDatabaseName } from '../support/device.ts'
import { line, snapshotOf, ticketRow } from '../support/snapshots.ts'

const who = { locationId: 'tavola-nyc', principal: 'guest' }
const margherita = line({ modifiers: [] })

/** Answers that come late, twice, or about something that no longer exists. */
describe('an answer that comes late', () => {
  let db: LarderDatabase
  beforeEach(() => {
    db = new LarderDatabase(newDatabaseName())
  })
  let count = 0
  const start = () => ({ draftId: `draft-${++count}`, createOpId: `create-${count}` })
  const append = (...changes: TicketChange[]) =>
    appendChanges(
      db,
      who,
      start(),
      changes.map((change, at) => ({ opId: `${count}.${at}`, change })),
      1000,
    )
  const active = async () => (await findActiveTicket(db, who.locationId, who.principal))!
  const lostDraft = async (): Promise<string> => {
    const draftId = await append(add('a'))
    for (const op of await listChangesOf(db, draftId))
      await acknowledge(db, op, snapshotOf({ items: [margherita] }), 2)
    await detachTicket(db, { draftId }, 3)
    return draftId
  }

  it('about a ticket that is gone does not bring it back beside its dishes', async () => {
    const draftId = await lostDraft()
    await saveSnapshot(db, draftId, snapshotOf({ status: 'Expired', items: [margherita] }), 4)
    const { row } = await active()
    expect(row).not.toHaveProperty('ticketId')
    expect(row.lost).toHaveLength(1)
  })

  it('that the ticket before was placed keeps it, and takes nothing of the one that was begun since', async () => {
    const draftId = await append(add('a'))
    for (const op of await listChangesOf(db, draftId))
      await acknowledge(db, op, snapshotOf({ id: 'ticket-2', items: [margherita] }), 2)
    await finishTicket(db, draftId, snapshotOf({ status: 'Submitted', name: 'T-1001' }), 3)
    expect((await active()).row.ticketId).toBe('ticket-2')
    expect((await findPlaced(db, who, 'ticket-1'))?.row.ticket.name).toBe('T-1001')
  })

  it('to a payment’s check that finds the order expired offers its dishes again, once', async () => {
    const draftId = await append(add('a'))
    const expired = snapshotOf({ status: 'Expired', items: [margherita] })
    for (const op of await listChangesOf(db, draftId))
      await acknowledge(db, op, snapshotOf({ items: [margherita] }), 2)
    const save = () =>
      ticketPayable.save({ db, clock: { now: () => 5 } } as never, { payableId: draftId } as never, {
        ticket: expired,
      })
    await save()
    await save()
    const { row } = await active()
    expect(row).not.toHaveProperty('ticketId')
    expect(row.lost).toHaveLength(1)
  })

  it('about a change that another tab has acknowledged already changes nothing', async () => {
    const draftId = await append(add('a'), tip(100))
    const [first, second, third] = await listChangesOf(db, draftId)
    await acknowledge(db, first!, snapshotOf(), 2)
    await acknowledge(db, second!, snapshotOf({ items: [margherita] }), 3)
    await acknowledge(db, third!, snapshotOf({ items: [margherita], tip: '$1.00' }), 4)
    await acknowledge(db, second!, snapshotOf({ items: [margherita] }), 5)
    expect((await active()).row.snapshot!.tip).toBe('$1.00')
  })

  it('of a placed order is not kept over one that was asked for after it', async () => {
    await savePlaced(db, who, snapshotOf({ id: 't1', status: 'Cancelled' }), 2000)
    await savePlaced(db, who, snapshotOf({ id: 't1', status: 'Submitted' }), 1000)
    expect((await findPlaced(db, who, 't1'))!.row.ticket.status).toBe('Cancelled')
    await savePlaced(db, who, snapshotOf({ id: 't1', status: 'Completed' }), 3000)
    expect((await findPlaced(db, who, 't1'))!.row.ticket.status).toBe('Completed')
  })

  it('of a placed order is accepted once the clock was corrected, whatever the date of the one before (T1)', async () => {
    const minute = 60_000
    const hear = async (status: 'Preparing' | 'Cancelled', askedAt: number, heardAt: number) => {
      await savePlaced(db, who, snapshotOf({ id: 't1', status }), askedAt, { heardAt })
      return (await findPlaced(db, who, 't1'))!.row.ticket.status
    }
    expect(await hear('Preparing', 8 * minute, 8 * minute)).toBe('Preparing')
    expect(await hear('Cancelled', minute, minute + 300)).toBe('Cancelled')
    // An answer to an earlier request is still late.
    expect(await hear('Preparing', minute - 1, minute + 400)).toBe('Cancelled')
  })

  it.each(['Expired', 'not_found'] as const)(
    'that the ticket before is over (%s) takes nothing of the one that the draft has now',
    async (what) => {
      const attempt = { key: 'k', ...who, payableId: 'draft', serverId: 'new', createdAt: 1, sent: true }
      const submit = { payable: 'ticket', kind: 'submit', body: { phone_number: '1' } } as const
      await db.tickets.add(ticketRow({ ticketId: 'new', snapshot: snapshotOf({ id: 'new' }) }))
      await db.paymentAttempts.add({ ...attempt, ...submit } as AttemptRow)
      const send = async () => {
        if (what === 'not_found') throw new AppError('refused', 'gone', { problem: { code: what } as never })
        return { ticket_order: snapshotOf({ id: 'old', status: what }) }
      }
      const api = { send } as Partial<Api> as Api
      await followTicket({ db, api, clock: { now: () => 5 }, locationId: who.locationId }, 'draft', 'old')
      expect((await active()).row).toMatchObject({ ticketId: 'new', snapshot: { id: 'new' } })
      expect(await db.paymentAttempts.count()).toBe(1)
    },
  )

  it.each(['lost', 'refused'] as const)(
    'what was %s is added again only once, also by two taps or in two tabs',
    async (what) => {
      const draftId = what === 'lost' ? await lostDraft() : await append(add('a'))
      if (what === 'refused') {
        await saveSnapshot(db, draftId, snapshotOf(), 2)
        await refuse(db, (await listChangesOf(db, draftId))[1]!, ['Sold out'], 3)
      }
      const refused = (await active()).row.refusals.map(({ opId }) => opId)
      const take = (opId: string) =>
        appendOffered(
          db,
          { draftId, of: what === 'lost' ? 'lost' : { refused } },
          who,
          start(),
          [{ opId, change: add('b') }],
          4,
        )
      expect(await Promise.all([take('x'), take('y')])).toEqual([true, false])
      expect(await take('z')).toBe(false)
      const { row, pending } = await active()
      expect(pending.filter(({ change }) => change.kind === 'item.add').map(({ opId }) => opId)).toEqual([
        'x',
      ])
      expect([row.lost ?? [], row.refusals]).toEqual([[], []])
    },
  )

  it('takes what an order offered that is over by now off the one that follows it', async () => {
    const draftId = await lostDraft()
    const { lost = [] } = (await active()).row
    await db.tickets.update(draftId, { snapshot: snapshotOf({ status: 'Submitted' }) })
    const changes = [{ opId: 'x', change: add('b') }]
    expect(lost).not.toEqual([])
    expect(await appendOffered(db, { draftId, of: 'lost' }, who, start(), changes, 4)).toBe(true)
    const { row } = await active()
    expect([row.draftId === draftId, row.lost ?? []]).toEqual([false, []])
  })
})
