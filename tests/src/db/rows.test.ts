import { beforeEach, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { addAttempt, type AttemptRow, findAttempt, markSent, removeAttempt } from '#db/attempts.ts'
import { LarderDatabase } from '#db/database.ts'
import { findLocation, type LocationRow, saveLocation } from '#db/locations.ts'
import { findMenuBook, type MenuBookRow, saveMenuBook, touchMenuBook } from '#db/menu-books.ts'
import { listChangesOf, listWaiting, postpone, resetBackoff } from '#db/outbox.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import {
  appendChanges,
  dismissRefusals,
  findActiveTicket,
  finishTicket,
  refuse,
  removeDraft,
  saveContact,
  saveSnapshot,
} from '#db/tickets.ts'
import { add, tip } from '../support/changes.ts'
import { newDatabaseName } from '../support/device.ts'
import { book, locationCopy } from '../support/merchant-data.ts'
import { snapshotOf } from '../support/snapshots.ts'

const who = { locationId: 'tavola-nyc', principal: 'guest' }
const damage: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['text', 'x'],
  ['a number', 7],
  ['a list', []],
  ['an empty object', {}],
]

describe('rows of the device’s store', () => {
  let db: LarderDatabase
  beforeEach(() => {
    db = new LarderDatabase(newDatabaseName())
  })
  const append = (
    opId: string,
    ...changes: Parameters<typeof appendChanges>[3][number]['change'][]
  ): Promise<string> =>
    appendChanges(
      db,
      who,
      { draftId: `draft-${opId}`, createOpId: `create-${opId}` },
      changes.map((change, at) => ({ opId: `${opId}.${at}`, change })),
      1000,
    )
  const active = async () => (await findActiveTicket(db, who.locationId, who.principal))!

  const location: LocationRow = {
    locationId: 'tavola-nyc',
    copy: locationCopy(),
    etags: { location: '"1"' },
    savedAt: 5,
  }
  const menuBook: MenuBookRow = {
    locationId: 'tavola-nyc',
    mode: 'order',
    book: book(),
    etag: '"b"',
    savedAt: 5,
  }

  it('location: stored, replaced, separate from others', async () => {
    await saveLocation(db, location)
    expect(await findLocation(db, 'tavola-nyc')).toEqual(location)
    expect(await findLocation(db, 'other')).toBeUndefined()
    await saveLocation(db, { ...location, savedAt: 6 })
    expect((await findLocation(db, 'tavola-nyc'))!.savedAt).toBe(6)
  })

  it('menu book: one row for each mode, whose age can be renewed alone', async () => {
    await saveMenuBook(db, menuBook)
    expect(await findMenuBook(db, 'tavola-nyc', 'order')).toEqual(menuBook)
    expect(await findMenuBook(db, 'tavola-nyc', 'browse')).toBeUndefined()
    await touchMenuBook(db, 'tavola-nyc', 'order', '"b"', 99)
    expect(await findMenuBook(db, 'tavola-nyc', 'order')).toEqual({ ...menuBook, savedAt: 99 })
    await touchMenuBook(db, 'nowhere', 'order', '"b"', 99)
    await saveMenuBook(db, { ...menuBook, savedAt: 101 })
    expect(await findMenuBook(db, 'tavola-nyc', 'order')).toEqual({ ...menuBook, savedAt: 101 })
    await touchMenuBook(db, 'tavola-nyc', 'order', '"an older book"', 102)
    expect(await findMenuBook(db, 'tavola-nyc', 'order')).toEqual({ ...menuBook, savedAt: 101 })
    expect(await db.menuBooks.count()).toBe(1)
  })

  it('an answer that was requested earlier never replaces one that was requested later', async () => {
    await saveMenuBook(db, { ...menuBook, savedAt: 6 })
    await saveMenuBook(db, { ...menuBook, etag: '"older"' })
    expect(await findMenuBook(db, 'tavola-nyc', 'order')).toEqual({ ...menuBook, savedAt: 6 })
    await touchMenuBook(db, 'tavola-nyc', 'order', '"b"', 8)
    await saveMenuBook(db, { ...menuBook, etag: '"older"', savedAt: 7 })
    expect(await findMenuBook(db, 'tavola-nyc', 'order')).toEqual({ ...menuBook, savedAt: 8 })
    await saveLocation(db, { ...location, savedAt: 6 })
    await saveLocation(db, { ...location, etags: { location: '"older"' }, savedAt: 5 })
    expect(await findLocation(db, 'tavola-nyc')).toEqual({ ...location, savedAt: 6 })
  })

  it.each([
    ...damage.map(([name, copy]) => [`copy: ${name}`, { copy }] as const),
    [
      'a location without a name',
      { copy: { ...locationCopy(), location: { ...locationCopy().location, name: undefined } } },
    ] as const,
    ...damage
      .filter(([name]) => !name.includes('object'))
      .map(([name, etags]) => [`etags: ${name}`, { etags }] as const),
    ['etags that are no text', { etags: { location: 7 } }] as const,
    ['an age that is none', { savedAt: 'today' }] as const,
  ])('a damaged location (%s) counts as missing (D14)', async (_name, changes) => {
    await db.table('locations').put({ ...location, ...changes })
    expect(await findLocation(db, 'tavola-nyc')).toBeUndefined()
  })

  it('a menu book is stored as a text for each category, which a browser copies faster than thousands of dishes, with room for a tap between them', async () => {
    const named = { name: 'Pasta', description: '', image: null }
    const category = { ...named, id: 'c1', external_id: 'pasta', external_menu_id: 'dinner', items: [] }
    const many = { menus: [{ ...menuBook.book.menus[0]!, categories: [category, category, category] }] }
    let pauses = 0
    await saveMenuBook(db, { ...menuBook, book: many }, { pause: async () => void pauses++ })
    const { menus } = (await db.menuBooks.get(['tavola-nyc', 'order']))!.book
    const texts = menus.flatMap(({ categories }) => categories)
    expect(texts).toEqual(Array(3).fill(expect.any(String)))
    expect(pauses).toBe(3)
    expect((await findMenuBook(db, 'tavola-nyc', 'order'))!.book).toEqual(many)
  })

  it('a menu book that an older build stored as objects is still there', async () => {
    await db.table('menuBooks').put(menuBook)
    expect(await findMenuBook(db, 'tavola-nyc', 'order')).toEqual(menuBook)
  })

  it.each([
    ...damage.map(([name, one]) => [`book: ${name}`, { book: one }] as const),
    ['half a category', { book: { menus: [{ ...book().menus[0], categories: ['{"items":['] }] } }] as const,
    [
      'a price that is text',
      {
        book: {
          menus: [{ ...book().menus[0], categories: [{ items: [{ omnivore: { price_per_unit: '1' } }] }] }],
        },
      },
    ] as const,
    ['an etag that is no text', { etag: { weak: true } }] as const,
    ['an age that is none', { savedAt: 'today' }] as const,
  ])('a damaged menu book (%s) counts as missing (D14)', async (_name, changes) => {
    await db.table('menuBooks').put({ ...menuBook, ...changes })
    expect(await findMenuBook(db, 'tavola-nyc', 'order')).toBeUndefined()
  })

  it('a damaged snapshot counts as missing, and the guest’s own changes are kept (D14)', async () => {
    const draftId = await append('1', add('a'))
    await saveSnapshot(db, draftId, snapshotOf(), 1)
    for (const [, snapshot] of [...damage, ['items that are none', { ...snapshotOf(), items: 3 }] as const]) {
      await db.table('tickets').update(draftId, { snapshot })
      const { row, pending } = await active()
      expect(row.snapshot).toBeUndefined()
      expect(row.ticketId).toBe('ticket-1')
      expect(pending).toHaveLength(2)
    }
  })

  it.each([
    ['line ids', { lineIds: undefined }],
    ['line ids', { lineIds: { 1: 7 } }],
    ['refusals', { refusals: 'none' }],
    ['a refusal', { refusals: [{ opId: 'x' }] }],
  ])('damaged %s are read as empty (D14)', async (_name, changes) => {
    const draftId = await append('1', add('a'))
    await db.table('tickets').update(draftId, changes)
    expect((await active()).row).toMatchObject({ draftId, lineIds: {}, refusals: [] })
  })

  it('a change and the ticket it starts are stored together: the creation first, and only once @ST-09', async () => {
    const draftId = await append('1', add('a'), tip(5))
    expect(await append('2', add('b'))).toBe(draftId)
    expect((await listWaiting(db, who.locationId)).map((row) => row.opId)).toEqual([
      'create-1',
      '1.0',
      '1.1',
      '2.0',
    ])
    expect(await listChangesOf(db, 'other')).toEqual([])
    await expect(append('2', add('c'))).rejects.toThrow('ConstraintError')
    expect(await listWaiting(db, who.locationId)).toHaveLength(4)
  })

  it.each(['Submitted', 'Queued', 'Completed', 'a status of next year'])(
    'a ticket that is %s is replaced by a new one @ST-05 @ST-09',
    async (status) => {
      const old = await append('1', add('a'))
      await saveSnapshot(db, old, snapshotOf({ status }), 1)
      const fresh = await append('2', add('b'))
      expect(fresh).not.toBe(old)
      expect((await listWaiting(db, who.locationId)).map((row) => row.opId)).toEqual(['create-2', '2.0'])
      expect(await db.tickets.count()).toBe(1)
    },
  )

  it('a ticket that is over leaves what nobody has read of it to the new one', async () => {
    const old = await append('1', add('a'))
    await refuse(db, (await listChangesOf(db, old)).at(-1)!, ['Sold out.'], 1)
    await saveSnapshot(db, old, snapshotOf({ status: 'Completed' }), 2)
    await append('2', add('b'))
    expect((await active()).row.refusals.map(({ opId }) => opId)).toEqual(['1.0'])
  })

  it.each(['Open', 'PaymentComplete'])('a ticket that is %s stays the active one @ST-07', async (status) => {
    const draftId = await append('1', add('a'))
    await saveSnapshot(db, draftId, snapshotOf({ status }), 1)
    expect(await append('2', add('b'))).toBe(draftId)
  })

  it.each(damage)(
    'a snapshot that is %s does not count as finished: waiting changes stay (D14)',
    async (_name, snapshot) => {
      const draftId = await append('1', add('a'))
      await db.table('tickets').update(draftId, { snapshot })
      expect(await append('2', add('b'))).toBe(draftId)
      expect(await listChangesOf(db, draftId)).toHaveLength(3)
    },
  )

  it('each person has their own ticket', async () => {
    await append('1', add('a'))
    await appendChanges(
      db,
      { ...who, principal: 'user-1' },
      { draftId: 'd2', createOpId: 'c2' },
      [{ opId: 'o2', change: add('x') }],
      1,
    )
    expect((await active()).row.draftId).toBe('draft-1')
    expect((await findActiveTicket(db, who.locationId, 'user-1'))!.row.draftId).toBe('d2')
    expect(await findActiveTicket(db, who.locationId, 'user-2')).toBeUndefined()
  })

  it('waiting changes can be postponed and woken', async () => {
    await append('1', add('a'))
    const [first] = await listWaiting(db, who.locationId)
    await postpone(db, first!.seq, { attempts: 3, notBefore: 7777 })
    expect((await listWaiting(db, who.locationId))[0]).toMatchObject({ attempts: 3, notBefore: 7777 })
    await resetBackoff(db, 'other')
    expect((await listWaiting(db, who.locationId))[0]!.notBefore).toBe(7777)
    await resetBackoff(db, who.locationId)
    expect((await listWaiting(db, who.locationId))[0]).toMatchObject({ attempts: 3, notBefore: 0 })
  })

  it('refusals stay until they are read; a draft that holds nothing else goes with them', async () => {
    const draftId = await append('1', add('a'))
    await saveSnapshot(db, draftId, snapshotOf(), 1)
    await refuse(db, (await listChangesOf(db, draftId))[1]!, ['no'], 5)
    expect((await active()).row.refusals).toEqual([
      { opId: '1.0', change: add('a'), messages: ['no'], refusedAt: 5 },
    ])
    // A refusal that arrives while somebody reads the others is still to be read.
    await dismissRefusals(db, draftId, ['another'])
    expect((await active()).row.refusals).toHaveLength(1)
    await dismissRefusals(db, draftId, ['1.0'])
    expect((await active()).row.refusals).toEqual([])
    const empty = await appendChanges(
      db,
      { ...who, principal: 'p' },
      { draftId: 'd', createOpId: 'c' },
      [{ opId: 'o', change: add('x') }],
      1,
    )
    await refuse(db, (await listChangesOf(db, empty))[0]!, ['closed'], 5)
    await dismissRefusals(
      db,
      empty,
      (await db.tickets.get(empty))!.refusals.map(({ opId }) => opId),
    )
    expect(await db.tickets.get(empty)).toBeUndefined()
    await dismissRefusals(db, 'no such draft', [])
  })

  it('typed text is stored, and deleted with the draft', async () => {
    const draftId = await append('1', add('a'))
    await saveContact(db, draftId, { recipient_first_name: 'Ada' })
    expect((await active()).row.contact).toEqual({ recipient_first_name: 'Ada' })
    await removeDraft(db, draftId)
    expect([await db.tickets.count(), await db.outbox.count()]).toEqual([0, 0])
  })

  const attempt: AttemptRow = {
    key: 'k',
    ...who,
    payable: 'ticket',
    payableId: 'draft-1',
    serverId: 'ticket-1',
    createdAt: 1,
    sent: false,
    kind: 'payment',
    body: { tip: 1, amount: 2, payment_source: 'pm_1' },
  }

  it('attempts: one a draft, marked when it leaves, and alive after the store is closed and opened', async () => {
    await addAttempt(db, attempt)
    await expect(addAttempt(db, { ...attempt, key: 'other' })).rejects.toThrow('not resolved yet')
    await markSent(db, 'k', 5)
    db.close()
    db = new LarderDatabase(db.name)
    expect(await findAttempt(db, 'draft-1')).toEqual({ ...attempt, sent: true, sentAt: 5 })
    await removeAttempt(db, 'k')
    expect(await findAttempt(db, 'draft-1')).toBeUndefined()
  })

  it('a placed order removes ticket, outbox and attempts in one transaction, and stays itself @ST-05', async () => {
    const draftId = await append('1')
    await db.outbox.clear()
    await addAttempt(db, attempt)
    const placed: TicketOrder = snapshotOf({ status: 'Submitted', name: 'T-1001' })
    await finishTicket(db, draftId, placed, 50)
    expect([await db.tickets.count(), await db.outbox.count(), await db.paymentAttempts.count()]).toEqual([
      0, 0, 0,
    ])
    expect(await findLastPlaced(db, 'tavola-nyc', 'guest')).toEqual({
      ...who,
      ticketId: 'ticket-1',
      placedAt: 50,
      ticket: placed,
    })
    expect(await findLastPlaced(db, 'tavola-nyc', 'user-1')).toBeUndefined()
    await finishTicket(db, draftId, { ...placed, id: 'again' }, 60)
    expect(await db.placedOrders.count()).toBe(1)
  })

  it('changes that were made elsewhere while the order was paid and placed are shown as refused (I4)', async () => {
    const draftId = await append('1', add('a'), add('b'))
    const [, refused, late] = await listChangesOf(db, draftId)
    await refuse(db, refused!, ['Sold out'], 40)
    await saveSnapshot(db, draftId, snapshotOf({ status: 'PaymentComplete' }), 45)
    await finishTicket(db, draftId, snapshotOf({ status: 'Submitted' }), 50)
    expect(await listWaiting(db, 'tavola-nyc')).toEqual([])
    const { row } = await active()
    expect(row).not.toHaveProperty('ticketId')
    expect(row.refusals.map(({ opId, messages }) => [opId, messages])).toEqual([
      [refused!.opId, ['Sold out']],
      ['create-1', [expect.stringContaining('placed before this change')]],
      [late!.opId, [expect.stringContaining('placed before this change')]],
    ])
    // They are marked as another order's: they say nothing about the next order and its changes.
    expect(row.refusals.map(({ ofOther }) => ofOther)).toEqual([true, true, true])
    await dismissRefusals(
      db,
      row.draftId,
      row.refusals.map(({ opId }) => opId),
    )
    expect(await db.tickets.count()).toBe(0)
  })

  it('the last placed order is the newest; a damaged one counts as missing (D14)', async () => {
    const placed = (id: string, placedAt: number) => ({
      ...who,
      ticketId: id,
      placedAt,
      ticket: snapshotOf({ id, status: 'Submitted' }),
    })
    await db.placedOrders.bulkPut([placed('b', 20), placed('a', 10), placed('c', 30)])
    expect((await findLastPlaced(db, 'tavola-nyc', 'guest'))!.ticketId).toBe('c')
    for (const [, ticket] of damage) {
      await db.table('placedOrders').put({ ...placed('c', 30), ticket })
      expect((await findLastPlaced(db, 'tavola-nyc', 'guest'))?.ticketId).toBe('b')
    }
  })
})
