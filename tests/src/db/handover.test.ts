import { beforeEach, describe, expect, it } from 'vitest'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { beginSession, type OpenOrder, ConflictingPaymentsError } from '#db/handover.ts'
import { lostLinesOf } from '#db/lost-lines.ts'
import { appendChanges, findActiveTicket, finishTicket, type TicketRow } from '#db/tickets.ts'
import { user } from '../support/account.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName } from '../support/device.ts'
import { line, snapshotOf, ticketRow } from '../support/snapshots.ts'

const locationId = 'tavola-nyc'
const ada = { locationId, principal: 'ada' }
const session = { ...ada, token: 't', refreshToken: 'r', expiresAt: 9e15, email: 'ada@x.test', signedInAt: 1 }
const giftCard = {
  display_name: 'Gift card',
  display_amount: '$10.00',
  tip: '$0.00',
  tender_type: 'card' as const,
}
const closed = { opId: 'o', change: add('x'), messages: ['The kitchen is closed.'], refusedAt: 20 }

describe('a member who signs in where they and a guest each have an order', () => {
  let db: LarderDatabase
  beforeEach(async () => (db = await openDatabase(newDatabaseName())))

  /** An order on the device; `id` is the id of its draft and of its ticket. */
  const put = async (
    principal: string,
    id: string,
    snapshot: Parameters<typeof snapshotOf>[0],
    changes: Partial<TicketRow> = {},
  ) =>
    await db.tickets.add(
      ticketRow({
        draftId: id,
        principal,
        ticketId: id,
        snapshot: snapshotOf({ id, ...snapshot }),
        ...changes,
      }),
    )
  const begin = async (open?: OpenOrder) =>
    await beginSession(db, session, { ...ada, user: user(), etag: null, savedAt: 1 }, 30, open)
  const kept = async () => (await findActiveTicket(db, locationId, 'ada'))?.row
  const open = { draftId: 'open', snapshot: snapshotOf({ id: 'theirs' }) }
  /** A guest's draft whose creation was refused. */
  const putRefused = async () => {
    const { ticketId: _none, snapshot: _nothing, ...bare } = ticketRow({ draftId: 'refused', lineIds: {} })
    await db.tickets.add({ ...bare, updatedAt: 20, refusals: [closed] })
  }

  it('keeps the member’s when it has money on it, however new the guest’s is', async () => {
    await put('ada', 'paid', { payments: [giftCard] }, { updatedAt: 10 })
    await put('guest', 'new', {}, { updatedAt: 20 })
    await begin()
    expect((await kept())?.ticketId).toBe('paid')
  })

  it.each([{ status: 'PaymentComplete' as const }, { payments: [giftCard] }])(
    'keeps the guest’s if it is paid (%j), and reports their waiting change',
    async (paid) => {
      await put('ada', 'own', {}, { updatedAt: 5 })
      const start = { draftId: 'd', createOpId: 'c' }
      await appendChanges(db, ada, start, [{ opId: 'o', change: add('z') }], 6)
      await put('guest', 'paid', paid, { updatedAt: 20 })
      await begin()
      expect(await kept()).toMatchObject({
        ticketId: 'paid',
        refusals: [{ change: add('z'), ofOther: true }],
      })
    },
  )

  it('keeps the one with dishes, however new an empty one is', async () => {
    await put('ada', 'own', {}, { updatedAt: 5 })
    await put('guest', 'empty', { items: [] }, { updatedAt: 20 })
    await begin()
    expect((await kept())?.ticketId).toBe('own')
  })

  it('offers the dishes of the older of two orders on the newer', async () => {
    await put('ada', 'older', {}, { updatedAt: 5 })
    await put('guest', 'newer', {}, { updatedAt: 20 })
    await begin()
    const row = await kept()
    expect(row?.ticketId).toBe('newer')
    expect(row?.lost).toMatchObject(
      snapshotOf({}).items.map(({ name }) => ({ shown: { name }, isOther: true })),
    )
    expect(row?.lost?.length).toBeGreaterThan(0)
  })

  it('takes the restaurant’s that has money on it over dishes that are here, and offers those', async () => {
    await put('guest', 'begun', {}, { updatedAt: 20 })
    await begin({ ...open, snapshot: snapshotOf({ id: 'theirs', payments: [giftCard] }) })
    const row = await kept()
    expect(row).toMatchObject({ ticketId: 'theirs', lost: [{ isOther: true }] })
    // The lost lines are still offered once that order is placed.
    await finishTicket(db, 'open', snapshotOf({ id: 'theirs', status: 'Submitted' }), 40)
    expect(await kept()).toMatchObject({ lost: row?.lost })
  })

  it('brings an order that is here already up to date with what the restaurant keeps, and keeps its changes', async () => {
    await put('ada', 'theirs', {}, { updatedAt: 5 })
    await appendChanges(db, ada, { draftId: 'd', createOpId: 'c' }, [{ opId: 'o', change: add('z') }], 6)
    await begin({ ...open, snapshot: snapshotOf({ id: 'theirs', payments: [giftCard] }) })
    const active = await findActiveTicket(db, locationId, 'ada')
    expect(active?.row).toMatchObject({ draftId: 'theirs', snapshot: { payments: [giftCard] }, refusals: [] })
    expect(active?.row.lost).toBeUndefined()
    expect(active?.pending.map(({ opId }) => opId)).toEqual(['o'])
  })

  it('offers the guest’s dishes alone on such an order that was paid in part elsewhere', async () => {
    await put('ada', 'theirs', { items: [line(), line({ index: 2 })] }, { updatedAt: 5 })
    await put('guest', 'newer', {}, { updatedAt: 20 })
    await begin({ ...open, snapshot: snapshotOf({ id: 'theirs', payments: [giftCard] }) })
    const row = await kept()
    expect(row).toMatchObject({ draftId: 'theirs', ticketId: 'theirs' })
    expect(row?.lost).toHaveLength(1)
  })

  it('offers the dishes of the one that the restaurant keeps on the guest’s, once', async () => {
    await put('guest', 'begun', { items: [line(), line({ index: 2 })] }, { updatedAt: 20 })
    await begin(open)
    const { ticketId, lost } = (await kept())!
    expect({ ticketId, lost }).toEqual({
      ticketId: 'begun',
      lost: lostLinesOf(open.snapshot).map((one) => ({ ...one, isOther: true })),
    })
    await begin(open)
    expect((await kept())?.lost).toEqual(lost)
  })

  it('offers nothing of one that the restaurant keeps and has money of, on an order that is paid', async () => {
    await put('guest', 'begun', { payments: [giftCard] }, { updatedAt: 20 })
    await begin({ ...open, snapshot: snapshotOf({ id: 'theirs', payments: [giftCard] }) })
    expect(await kept()).toMatchObject({ ticketId: 'begun' })
    expect((await kept())?.lost).toBeUndefined()
  })

  it('does not take back one that was placed here, which an older backup still has as open', async () => {
    await put('ada', 'theirs', {}, { updatedAt: 5 })
    await finishTicket(db, 'theirs', snapshotOf({ id: 'theirs', status: 'Submitted' }), 6)
    await begin(open)
    expect(await kept()).toBeUndefined()
  })

  it('takes the one that the restaurant keeps over dishes that are only offered, and offers them on it', async () => {
    await put('guest', 'begun', {}, { updatedAt: 20 })
    await begin({ ...open, snapshot: snapshotOf({ id: 'paid', payments: [giftCard] }) })
    await finishTicket(db, 'open', snapshotOf({ id: 'paid', status: 'Submitted' }), 40)
    const lost = (await kept())?.lost
    expect(lost).toHaveLength(1)
    await begin(open)
    expect(await kept()).toMatchObject({ ticketId: 'theirs', lost })
  })

  it('carries on the dishes that an order offers which is over', async () => {
    await put('ada', 'own', { items: [] }, { updatedAt: 5 })
    const lost = lostLinesOf(snapshotOf())
    await put('guest', 'over', { status: 'Submitted' }, { updatedAt: 20, lost })
    await begin()
    expect(await kept()).toMatchObject({ ticketId: 'own', lost })
  })

  it('keeps the one with dishes over a draft that has a refusal to tell and nothing else, and tells it', async () => {
    await put('ada', 'own', {}, { updatedAt: 5 })
    await putRefused()
    await begin()
    expect(await kept()).toMatchObject({ ticketId: 'own', refusals: [{ ...closed, ofOther: true }] })
  })

  it('takes the order that the restaurant has in place of such a draft, and reports what was refused', async () => {
    await putRefused()
    await begin(open)
    expect(await kept()).toMatchObject({ ticketId: 'theirs', refusals: [closed] })
  })

  it.each(['ada', 'guest'])(
    'refuses where both have money on them, and has changed nothing (a payment being checked: %s’s)',
    async (payer) => {
      await put('ada', 'own', { payments: [giftCard] })
      await put('guest', 'begun', { status: 'PaymentComplete' })
      const [payableId, of] = [
        payer === 'ada' ? 'own' : 'begun',
        { payable: 'ticket', kind: 'submit' } as const,
      ]
      const body = { phone_number: '1' } as never
      const base = {
        key: 'k',
        locationId,
        principal: payer,
        payableId,
        serverId: 't',
        createdAt: 1,
        sent: true,
      }
      await db.paymentAttempts.add({ ...base, ...of, body })
      const refused = await begin().catch((cause: unknown) => cause)
      expect(refused).toBeInstanceOf(ConflictingPaymentsError)
      expect(refused).toMatchObject({ isOpen: payer === 'guest' })
      expect([await db.tickets.count(), await db.sessions.count()]).toEqual([2, 0])
    },
  )

  it('does not take a payment from an order that is being paid, for one that the restaurant keeps', async () => {
    await put('guest', 'paying', { items: [] })
    const body = { phone_number: '1' } as never
    const base = { key: 'k', locationId, principal: 'guest', payableId: 'paying', serverId: 'paying' }
    await db.paymentAttempts.add({
      ...base,
      createdAt: 1,
      sent: true,
      payable: 'ticket',
      kind: 'submit',
      body,
    })
    await begin(open)
    expect((await kept())?.ticketId).toBe('paying')
  })
})
