import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endSession, findSession } from '#db/sessions.ts'
import { principalOf } from '#lib/session/principal.ts'
import { LarderDatabase } from '#db/database.ts'
import { dinnerTime, tavola, type TestLarder } from '../../server/support/larder.ts'
import type { Member } from '../../server/support/members.ts'
import { add, addCarbonara } from '../support/changes.ts'
import { killAtChange } from '../support/kill-switch.ts'
import { browserLocksOf, dump, editOf, Phone, Tab } from '../support/tab.ts'
import { startWithMembers } from '../support/two-members.ts'

const loc = tavola.location

/**
 * A phone may die at any moment of a sign-in, a refresh or a sign-out: it then belongs to one person or to nobody, and
 * never holds one person's rows under another.
 */
describe('a process that dies', () => {
  let larder: TestLarder
  let ada: Member
  let ben: Member
  beforeAll(async () => {
    ;({ larder, ada, ben } = await startWithMembers())
  })
  afterAll(() => larder.close())
  beforeEach(() => larder.clock.set(dinnerTime))

  /** Repeats a step, each time dying one change later, until a run survives. Returns the number of deaths. */
  async function atEveryOperation(
    prepare: (tab: Tab) => Promise<void>,
    step: (tab: Tab) => Promise<void>,
    check: (after: Tab, died: boolean) => Promise<void>,
  ) {
    for (let at = 1; ; at++) {
      const phone = new Phone(larder)
      await prepare(await Tab.open(phone))
      const dying = await Tab.open(phone, { db: new LarderDatabase(phone.name) })
      await dying.db.open()
      const kill = killAtChange(dying.db, at, () => phone.net.calls.length + phone.localStorage.changes)
      dying.db.close()
      await dying.db.open()
      // A dead process does not fall back to deleting the database, either.
      Object.defineProperty(dying.db, 'delete', { value: () => new Promise(() => undefined) })
      const end = await Promise.race([step(dying).then(() => 'lived'), kill.died.then(() => 'died')])
      // A dead process holds no locks.
      phone.locks = browserLocksOf()
      await check(await Tab.open(phone), end === 'died')
      if (end === 'lived') return at - 1
    }
  }

  /** The owners of the rows, each of whom must be the signed-in person. */
  async function owners(tab: Tab): Promise<string[]> {
    const rows = Object.values(await dump(tab.db)).flat() as { principal?: string }[]
    return [...new Set(rows.flatMap((row) => row.principal ?? []))]
  }

  it('while a guest signs in leaves the guest with their order, or the user with it (P5)', async () => {
    let deaths = 0
    deaths += await atEveryOperation(
      (tab) => tab.record(add('a')),
      (tab) => tab.signIn(ada.email),
      async (after, died) => {
        const { principal } = after.who
        expect(await owners(after)).toEqual([principal])
        const { pending } = (await after.active())!
        expect(pending.map((op) => op.change.kind)).toEqual(['ticket.create', 'item.add'])
        expect(pending.map((op) => op.as)).toEqual(
          principal === 'guest' ? [undefined, undefined] : ['guest', 'guest'],
        )
        expect(died || principal !== 'guest').toBe(true)
      },
    )
    expect(deaths).toBeGreaterThan(1)
  })

  it('while somebody else signs in leaves one or the other, and nothing of one under the other (U2)', async () => {
    const deaths = await atEveryOperation(
      async (tab) => {
        await tab.signIn(ada.email)
        await tab.record(add('ada’s'))
        await tab.edit(editOf())
        // Ended by a refusal: her changes wait for her.
        await endSession(tab.db, (await findSession(tab.db, loc))!, larder.clock.now())
      },
      (tab) => tab.signIn(ben.email),
      async (after, died) => {
        const email = (await findSession(after.db, loc))?.email ?? ada.email
        expect(await owners(after)).toEqual([await principalOf(loc, email)])
        expect((await after.waiting()).length).toBe(email === ada.email ? 3 : 0)
        expect(email).toBe(died ? email : ben.email)
      },
    )
    expect(deaths).toBeGreaterThan(1)
  })

  it('while signing out leaves the session whole, or nothing; and a wipe that was begun is finished at the next start (U4)', async () => {
    const deaths = await atEveryOperation(
      async (tab) => {
        await tab.signIn(ada.email)
        await tab.record(addCarbonara('a'))
        await tab.edit(editOf())
        tab.phone.net.otherwise = () => 'cut-before'
      },
      async (tab) => void (await tab.session.signOut()),
      async (after) => {
        expect([after.shown, await owners(after), [...after.phone.localStorage.entries]]).toEqual([
          ['guest'],
          [],
          [],
        ])
        expect(await after.db.revocations.count()).toBe(1)
      },
    )
    expect(deaths).toBeGreaterThan(2)
  })

  it('while tokens are renewed leaves old or new ones, and the next renewal has the same key when the answer was not stored (P1)', async () => {
    const deaths = await atEveryOperation(
      async (tab) => {
        larder.clock.set(dinnerTime)
        await tab.signIn(ada.email)
        larder.clock.advance(6.5 * 24 * 60 * 60 * 1000)
      },
      (tab) => tab.session.check(),
      async (after) => {
        const before = after.phone.callsOf('/v2.0/auth/refreshtoken')
        await after.session.check()
        const { expiresAt } = (await findSession(after.db, loc))!
        expect(expiresAt - larder.clock.now()).toBe(7 * 24 * 60 * 60 * 1000)
        const all = after.phone.callsOf('/v2.0/auth/refreshtoken')
        expect(new Set(all.map((call) => call.key)).size).toBe(1)
        expect(all.length - before.length).toBeLessThanOrEqual(1)
        expect(after.askedToSignIn).toBe(0)
      },
    )
    expect(deaths).toBeGreaterThan(3)
  })

  it('while a refused session is put aside leaves it, or the quarantine; the order is there in both (U7)', async () => {
    const deaths = await atEveryOperation(
      async (tab) => {
        await tab.signIn(ada.email)
        await tab.record(add('a'))
        await larder.database.query('UPDATE sessions SET revoked_at = 1')
        await larder.database.query('DELETE FROM access_tokens')
      },
      async (tab) => void (await tab.drain()),
      async (after) => {
        await after.drain()
        expect([
          after.session.principal(),
          await after.db.sessions.count(),
          await after.db.users.count(),
        ]).toEqual(['guest', 0, 0])
        expect(await after.db.outbox.count()).toBe(2)
        await after.signIn(ada.email)
        expect((await after.active())!.pending).toHaveLength(2)
      },
    )
    expect(deaths).toBeGreaterThan(4)
  })
})
