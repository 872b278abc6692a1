import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { endSession, findSession } from '#db/sessions.ts'
import { findTicket } from '#db/tickets.ts'
import { resolveAttempt } from '#lib/payments/attempt.ts'
import { createDrain } from '#lib/sync/drain.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'
import { ticketSender } from '#lib/sync/ticket-sender.ts'
import { tavola, type TestLarder } from '../../server/support/larder.ts'
import type { Member } from '../../server/support/members.ts'
import { add } from '../support/changes.ts'
import { nextUuid } from '../support/device.ts'
import { Phone, Tab } from '../support/tab.ts'
import { beginAnotherDinner, startWithMembers } from '../support/two-members.ts'

describe('a session that ends in the middle of a member’s action (I6, U7)', () => {
  let larder: TestLarder
  let ada: Member
  let ben: Member
  let phone: Phone
  let tab: Tab
  let draftId: string
  beforeAll(async () => {
    ;({ larder, ada, ben } = await startWithMembers())
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    await beginAnotherDinner(larder)
    phone = new Phone(larder)
    tab = await Tab.open(phone)
    await tab.signIn(ada.email)
    await tab.record(add('a'))
    await tab.drainNow()
    ;({ draftId } = (await tab.active())!.row)
    phone.net.calls.length = 0
  })
  /** The server refuses the refresh (a new password on another device), and this tab knows it. */
  const endHere = async (): Promise<void> => {
    await endSession(tab.db, (await findSession(tab.db, tavola.location))!, larder.clock.now())
    await tab.session.check()
    expect(tab.session.principal()).toBe('guest')
  }
  const orderIsWhole = async (): Promise<void> => {
    expect(phone.net.calls.map(({ method, path }) => [method, path])).toEqual([])
    expect(await findTicket(tab.db, draftId)).toMatchObject({ ticketId: expect.any(String), refusals: [] })
  }

  it('sends none of their changes without them, and loses none', async () => {
    await tab.record(add('b'))
    const ending: typeof ticketSender = {
      ...ticketSender,
      async send(ports, op) {
        await endHere()
        await ticketSender.send(ports, op)
      },
    }
    const drain = createDrain(
      {
        db: tab.db,
        api: tab.session.api,
        clock: larder.clock,
        random: () => 0,
        withLock: phone.locks.withLock,
      },
      {
        locationId: tavola.location,
        timeZone: () => 'America/New_York',
        principal: tab.session.principal,
        classes: () => ['replay', 'draft'],
        senders: [ending as never],
      },
    )
    await drain()
    expect(await tab.db.outbox.count()).toBe(1)
    await orderIsWhole()
  })

  it('does not look at their order without them, and so does not give it up', async () => {
    const { ticketId } = (await findTicket(tab.db, draftId))!
    await endHere()
    const ports = { db: tab.db, api: tab.session.api, clock: larder.clock, locationId: tavola.location }
    await followTicket(ports, draftId, ticketId!)
    await orderIsWhole()
  })

  it('asks nobody else what became of their payment', async () => {
    const { ticketId } = (await findTicket(tab.db, draftId))!
    await tab.db.paymentAttempts.add({
      ...tab.who,
      key: nextUuid(),
      payable: 'ticket',
      payableId: draftId,
      serverId: ticketId!,
      createdAt: 0,
      sent: true,
      kind: 'payment',
      body: { tip: 0, amount: 1, payment_source: 'pm' },
    })
    await endHere()
    const { db, session } = tab
    const ports = { db, api: session.api, clock: larder.clock, ...phone.locks, principal: session.principal }
    expect(await resolveAttempt(ports, draftId)).toMatchObject({ state: 'unknown' })
    expect(await db.paymentAttempts.count()).toBe(1)
    await orderIsWhole()
  })

  it('repeats no call of theirs as who signed in while it was on its way', async () => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    phone.net.otherwise = ({ path }) =>
      path.endsWith('/user/transactions') ? { holdUntil: gate } : undefined
    const call = tab.session.api.send(accountEndpoints.listTransactions).catch((error: unknown) => error)
    await expect.poll(() => phone.callsOf('/user/transactions').length).toBe(1)
    await larder.database.query('UPDATE sessions SET revoked_at = 1')
    await endHere()
    await tab.signIn(ben.email)
    release()
    expect(await call).toMatchObject({ kind: 'unauthorized' })
    expect(phone.callsOf('/user/transactions')).toHaveLength(1)
  })
})
