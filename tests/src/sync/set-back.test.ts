import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAttempt } from '#db/attempts.ts'
import type { TicketOp } from '#db/outbox.ts'
import { refuse } from '#db/tickets.ts'
import { resolveAttempt } from '#lib/payments/attempt.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { refreshTicket } from '#app/refresh-ticket.ts'
import type { Services } from '#lib/query/services.ts'
import { startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { add, addCarbonara, change, remove } from '../support/changes.ts'
import { endOpenOrders } from '#server/modules/tickets/set-back.ts'
import { nextUuid, rules } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { Phone, Tab } from '../support/tab.ts'

describe('an order whose restaurant was restored from a backup', () => {
  let larder: TestLarder
  let phone: Phone
  let tab: Tab
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    phone = new Phone(larder)
    tab = await Tab.open(phone)
    await tab.record(add('a'))
    await tab.drainNow()
  })

  type Copy = { ticket: object; lines: object[] }
  const idOf = async (): Promise<string> => (await tab.active())!.row.ticketId!
  const backUp = async (): Promise<Copy> => {
    const id = await idOf()
    const [ticket] = await larder.database.query<{ row: object }>(
      'SELECT to_jsonb(t) AS row FROM tickets t WHERE id = $1',
      [id],
    )
    const lines = await larder.database.query<{ row: object }>(
      'SELECT to_jsonb(l) AS row FROM ticket_lines l WHERE ticket_id = $1',
      [id],
    )
    return { ticket: ticket!.row, lines: lines.map(({ row }) => row) }
  }
  const restore = async ({ ticket, lines }: Copy): Promise<void> => {
    const id = await idOf()
    const { query } = larder.database
    await query('DELETE FROM ticket_lines WHERE ticket_id = $1', [id])
    await query(
      'UPDATE tickets SET next_index = (SELECT next_index FROM jsonb_populate_record(NULL::tickets, $2)) WHERE id = $1',
      [id, JSON.stringify(ticket)],
    )
    for (const line of lines)
      await query('INSERT INTO ticket_lines SELECT * FROM jsonb_populate_record(NULL::ticket_lines, $1)', [
        JSON.stringify(line),
      ])
  }
  /** As a page does when it is come back to. */
  const lookAgain = ({ db, session: { api, principal }, who: { locationId }, phone: { locks } }: Tab) =>
    refreshTicket({
      db,
      api,
      clock: larder.clock,
      locationId,
      principal,
      attempts: { withLock: locks.withLock },
    } as unknown as Services)
  const row = async () => (await tab.active())!.row
  const offered = async () =>
    ((await row()).lost ?? []).map(({ line, shown, isSetBack }) => [line.quantity, shown.name, isSetBack])
  const shown = async () => {
    const { row: known, pending } = (await tab.active())!
    return viewTicket(known, pending, rules).lines.map(({ name, quantity }) => `${quantity} ${name}`)
  }

  it('offers the dishes that were added since, and keeps the others', async () => {
    const copy = await backUp()
    await tab.record(add('b', 2), addCarbonara('c'))
    await tab.drainNow()
    await restore(copy)
    await lookAgain(tab)
    expect([await shown(), await offered()]).toEqual([
      ['1 Margherita'],
      [
        [2, 'Margherita', true],
        [1, 'Carbonara', true],
      ],
    ])
    await lookAgain(tab)
    expect(await offered()).toHaveLength(2)
  })

  it('is noticed by the answer to the next dish, whose line has the number of one that is gone', async () => {
    const copy = await backUp()
    await tab.record(addCarbonara('c'))
    await tab.drainNow()
    await restore(copy)
    await tab.record(add('d', 3), change('d', 4))
    await tab.drainNow()
    expect([await shown(), await offered()]).toEqual([
      ['1 Margherita', '4 Margherita'],
      [[1, 'Carbonara', true]],
    ])
  })

  it('offers no dish whose adding is sent again', async () => {
    const copy = await backUp()
    phone.net.faults = ['cut-after']
    await tab.record(addCarbonara('c'))
    await tab.drainNow()
    const { draftId, ticketId } = await row()
    const ports = { db: tab.db, api: tab.session.api, clock: larder.clock, locationId: tavola.location }
    await followTicket(ports, draftId, ticketId!)
    await larder.database.query('DELETE FROM idempotency_keys WHERE path LIKE $1', [`%${ticketId}%`])
    await restore(copy)
    larder.clock.advance(60_000)
    await followTicket(ports, draftId, ticketId!)
    expect([await shown(), await offered()]).toEqual([['1 Margherita', '1 Carbonara'], []])
    await tab.drainNow()
    expect([await shown(), await offered()]).toEqual([['1 Margherita', '1 Carbonara'], []])
  })

  it('does not take another dish off for one that is gone, nor offer what was to be taken off', async () => {
    const copy = await backUp()
    await tab.record(addCarbonara('c'), addCarbonara('e'))
    await tab.drainNow()
    await restore(copy)
    await tab.record(add('d', 3), remove('c'))
    await tab.drainNow()
    expect([await shown(), await offered(), (await row()).refusals]).toEqual([
      ['1 Margherita', '3 Margherita'],
      [[1, 'Carbonara', true]],
      [],
    ])
  })

  it('offers a dish in the number that was wanted when it was gone', async () => {
    const copy = await backUp()
    await tab.record(add('b'))
    await tab.drainNow()
    await restore(copy)
    await tab.record(addCarbonara('d'), change('b', 5))
    await tab.drainNow()
    expect([await shown(), await offered()]).toEqual([
      ['1 Margherita', '1 Carbonara'],
      [[5, 'Margherita', true]],
    ])
  })

  it('is noticed at the next sign-in, and another phone of its member’s loses nothing for it', async () => {
    const ada = await Member.new(larder)
    await tab.signIn(ada.email)
    const copy = await backUp()
    await tab.record(addCarbonara('c'))
    await tab.drainNow()
    await larder.database.query('UPDATE sessions SET revoked_at = 1')
    larder.clock.advance(60_000)
    await restore(copy)
    const other = await Tab.open(new Phone(larder))
    await other.signIn(ada.email)
    await lookAgain(tab)
    await tab.signIn(ada.email)
    expect([await shown(), await offered()]).toEqual([['1 Margherita'], [[1, 'Carbonara', true]]])
    expect((await other.active())!.row.lost).toBeUndefined()
  })

  it('says of numbers and dishes that came back what was wanted here', async () => {
    await tab.record(addCarbonara('c'))
    await tab.drainNow()
    const copy = await backUp()
    await tab.record(change('a', 3), remove('c'))
    await tab.drainNow()
    const wanted = async () => {
      const { row: known, pending } = (await tab.active())!
      return viewTicket(known, pending, rules).lines.map((line) => [line.name, line.quantity, line.wanted])
    }
    expect(await wanted()).toEqual([['Margherita', 3, 3]])
    await restore(copy)
    await lookAgain(tab)
    expect(await wanted()).toEqual([
      ['Margherita', 1, 3],
      ['Carbonara', 1, 0],
    ])
    await tab.record(change('a', 2))
    await tab.drainNow()
    expect(await wanted()).toEqual([
      ['Margherita', 2, 2],
      ['Carbonara', 1, 0],
    ])
  })

  it('says nothing of a dish that has the number of one that is gone', async () => {
    const ada = await Member.new(larder)
    await tab.signIn(ada.email)
    // Its owner from now on.
    await tab.record(change('a', 1))
    await tab.drainNow()
    const copy = await backUp()
    const other = await Tab.open(new Phone(larder))
    await other.signIn(ada.email)
    await other.record(addCarbonara('c'))
    await other.drainNow()
    await lookAgain(tab)
    await tab.record(remove('line-2'))
    await tab.drainNow()
    await restore(copy)
    await lookAgain(tab)
    await lookAgain(other)
    await other.record(addCarbonara('d'))
    await other.drainNow()
    await lookAgain(tab)
    const { row: known } = (await tab.active())!
    expect(viewTicket(known, [], rules).lines.map(({ lineId, wanted }) => [lineId, wanted])).toEqual([
      ['a', 1],
      ['line-2', undefined],
    ])
  })

  it('is not taken for one that somebody took dishes off elsewhere', async () => {
    const ada = await Member.new(larder)
    await tab.signIn(ada.email)
    await tab.record(addCarbonara('c'))
    await tab.drainNow()
    const other = await Tab.open(new Phone(larder))
    await other.signIn(ada.email)
    await other.record(remove('line-2'))
    await other.drainNow()
    await lookAgain(tab)
    expect([await shown(), await offered()]).toEqual([['1 Margherita'], []])
  })

  describe('and whose operator said so', () => {
    const restored = () => endOpenOrders(larder.database, larder.clock.now())

    it('gives no other phone of its member’s an order as an open one that was placed since', async () => {
      const ada = await Member.new(larder)
      await tab.signIn(ada.email)
      // Its owner from now on.
      await tab.record(addCarbonara('c'))
      await tab.drainNow()
      expect(await restored()).toBeGreaterThan(0)
      const other = await Tab.open(new Phone(larder))
      await other.signIn(ada.email)
      expect(await other.active()).toBeUndefined()
      expect(await restored()).toBe(0)
    })

    it('offers an open order as its phone knew it, quantities and dishes taken off included, and says that it may be placed', async () => {
      await tab.record(addCarbonara('c'))
      await tab.drainNow()
      const copy = await backUp()
      await tab.record(change('a', 3), remove('c'))
      await tab.drainNow()
      await restore(copy)
      await restored()
      await lookAgain(tab)
      const { ticketId, lost } = await row()
      expect([
        ticketId,
        lost?.map(({ line, shown, mayBePlaced }) => [line.quantity, shown.name, mayBePlaced]),
      ]).toEqual([undefined, [[3, 'Margherita', true]]])
    })

    it('refuses what waits for such an order, and says why', async () => {
      await restored()
      await tab.record(add('b'))
      await tab.drainNow()
      expect((await row()).refusals.map(({ messages }) => messages)).toEqual([
        [expect.stringMatching(/^Our system lost what was done to this order lately\./)],
      ])
    })
  })
})

describe('an order that is read while one of its dishes is being sent', () => {
  let larder: TestLarder
  let tab: Tab
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    tab = await Tab.open(new Phone(larder))
    await tab.record(add('a'))
    await tab.drainNow()
  })

  const ports = () => ({ db: tab.db, api: tab.session.api, clock: larder.clock, locationId: tavola.location })
  /** As a payment in another tab does that was refused. */
  const follow = async () => {
    const { draftId, ticketId } = (await tab.active())!.row
    await followTicket(ports(), draftId, ticketId!)
  }
  const seen = async () => {
    const { row, pending } = (await tab.active())!
    return [viewTicket(row, pending, rules).lines.map(({ lineId, name }) => `${lineId} ${name}`), row.lost]
  }

  it('shows the dish once before its answer comes, as what was tapped', async () => {
    tab.phone.net.faults = ['cut-after']
    await tab.record(addCarbonara('b'))
    await tab.drainNow()
    await follow()
    expect(await seen()).toEqual([['a Margherita', 'b Carbonara'], undefined])
    await tab.record(change('b', 3))
    await tab.drainNow()
    const { row, pending } = (await tab.active())!
    expect([viewTicket(row, pending, rules).lines.map(({ quantity }) => quantity), pending]).toEqual([
      [1, 3],
      [],
    ])
  })

  it('shows it once to a member who signs in again meanwhile', async () => {
    const ada = await Member.new(larder)
    await tab.signIn(ada.email)
    tab.phone.net.faults = ['cut-after']
    await tab.record(addCarbonara('b'))
    await tab.drainNow()
    await larder.database.query('UPDATE sessions SET revoked_at = 1')
    await tab.signIn(ada.email)
    expect(await seen()).toEqual([['a Margherita', 'b Carbonara'], undefined])
  })

  /** A member whose order both phones have. Returns the other one's tab. */
  const onTwoPhones = async (): Promise<Tab> => {
    const ada = await Member.new(larder)
    await tab.signIn(ada.email)
    // Its owner from now on.
    await tab.record(change('a', 1))
    await tab.drainNow()
    const other = await Tab.open(new Phone(larder))
    await other.signIn(ada.email)
    return other
  }

  it('takes no dish of another phone of its member’s for its own for good', async () => {
    const other = await onTwoPhones()
    tab.phone.net.faults = ['cut-before']
    await tab.record(addCarbonara('b'))
    await tab.drainNow()
    await other.record(addCarbonara('c'))
    await other.drainNow()
    await follow()
    await tab.drainNow()
    expect(await seen()).toEqual([['a Margherita', 'line-2 Carbonara', 'b Carbonara'], undefined])
  })

  it('leaves the dish of another phone on it when its own is refused', async () => {
    const other = await onTwoPhones()
    tab.phone.net.faults = ['cut-before']
    await tab.record(addCarbonara('b'), remove('b'))
    await tab.drainNow()
    await other.record(addCarbonara('c'))
    await other.drainNow()
    await follow()
    const [adding] = await tab.waiting()
    await refuse(tab.db, adding as TicketOp, ['no'], larder.clock.now())
    await tab.drainNow()
    await follow()
    expect(await seen()).toEqual([['a Margherita', 'line-2 Carbonara'], undefined])
  })

  it('has lost no dish when its answer comes the second time', async () => {
    tab.phone.net.faults = ['cut-after']
    await tab.record(addCarbonara('b'))
    await tab.drainNow()
    await follow()
    await tab.drainNow()
    expect(await seen()).toEqual([['a Margherita', 'b Carbonara'], undefined])
  })

  it('has lost no dish when its answer is slow', async () => {
    let arrive = (): void => undefined
    const answered = new Promise<void>((resolve) => (arrive = resolve))
    await tab.record(addCarbonara('b'))
    tab.phone.net.faults = [{ answerAfter: answered }]
    const sending = tab.drainNow()
    await vi.waitUntil(
      async () => (await tab.waiting())[0]?.sent === true && tab.phone.net.faults.length === 0,
    )
    await vi.waitUntil(async () => {
      await follow()
      return (await tab.active())!.row.snapshot!.items.length === 2
    })
    arrive()
    await sending
    expect(await seen()).toEqual([['a Margherita', 'b Carbonara'], undefined])
  })

  it('keeps what another phone of its member’s has added meanwhile', async () => {
    const ada = await Member.new(larder)
    await tab.signIn(ada.email)
    tab.phone.net.faults = ['cut-after']
    await tab.record(addCarbonara('b'))
    await tab.drainNow()
    const other = await Tab.open(new Phone(larder))
    await other.signIn(ada.email)
    await other.record(add('c', 2))
    await other.drainNow()
    await follow()
    await tab.drainNow()
    expect(await seen()).toEqual([['a Margherita', 'b Carbonara', 'line-3 Margherita'], undefined])
  })

  it('has lost no dish when a payment without an answer was looked for before', async () => {
    const { row } = (await tab.active())!
    const attempts = {
      ...ports(),
      principal: tab.session.principal,
      withLock: tab.phone.locks.withLock,
    }
    await addAttempt(tab.db, {
      key: nextUuid(),
      ...tab.who,
      payable: 'ticket',
      payableId: row.draftId,
      serverId: row.ticketId!,
      createdAt: larder.clock.now(),
      sent: true,
      kind: 'submit',
      body: { phone_number: '' },
    })
    let arrive = (): void => undefined
    const answered = new Promise<void>((resolve) => (arrive = resolve))
    tab.phone.net.faults = [{ answerAfter: answered }]
    const resolving = resolveAttempt(attempts, row.draftId)
    await vi.waitUntil(() => tab.phone.net.faults.length === 0)
    larder.clock.advance(1000)
    await tab.record(addCarbonara('b'))
    await tab.drainNow()
    arrive()
    await resolving
    expect(await seen()).toEqual([['a Margherita', 'b Carbonara'], undefined])
  })
})
