import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/rules/roles.ts'
import type { SessionsAnswer } from '#contract/schemas/session.ts'
import { beginSession } from '#server/modules/accounts/sessions.ts'
import { isShiftOver } from '#server/plugins/staff-sessions.ts'
import { systemIds } from '#server/ports/system.ts'
import type * as z from 'zod/mini'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder, ticketPath } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { kitchenPath, turn } from './support/placed.ts'
import { tabletOf } from './support/staff.ts'

const hour = 60 * 60 * 1000

describe('how long staff stay signed in', () => {
  const over = (createdAt: number, lastSeenAt: number, nowMs = 12 * hour) =>
    roles.filter((role) => isShiftOver({ role, createdAt, lastSeenAt }, nowMs))

  it('managers and owners 12 hours, and 2 without doing anything', () => {
    expect(over(1, 12 * hour - 1)).toEqual([])
    expect(over(0, 12 * hour - 1)).toEqual(['manager', 'owner'])
    expect(over(6 * hour, 10 * hour + 1)).toEqual([])
    expect(over(6 * hour, 10 * hour)).toEqual(['manager', 'owner'])
  })

  it('kitchen staff a week, and 14 hours without activity; a diner without a limit', () => {
    const week = 7 * 24 * hour
    expect(over(1, week - 1, week)).toEqual(['manager', 'owner'])
    expect(over(0, week - 1, week)).toEqual(['kitchen', 'manager', 'owner'])
    expect(over(week - 20 * hour, week - 14 * hour + 1, week)).not.toContain('kitchen')
    expect(over(week - 20 * hour, week - 14 * hour, week)).toContain('kitchen')
    expect(over(0, 0, 50 * week)).not.toContain('member')
  })
})

describe.for(databases)('a session of staff [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => void (larder = await startTestLarder(engine)))
  afterAll(() => larder.close())

  it('ends for good after its shift, and a diner’s continues', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    const userId = await addUser(larder, { role: 'owner' })
    const { tokens } = await larder.database.transaction(async (tx) =>
      beginSession(
        tx,
        { clock: larder.clock, ids: systemIds },
        { locationId: tavola.location },
        { userId, device: 'Test' },
      ),
    )
    const call = (token: string, path: string) =>
      new Guest(larder).send('GET', path, undefined, { headers: { authorization: `Bearer ${token}` } })
    // A session that is used every hour is not idle; its last use is recorded within five minutes.
    for (let at = 1; at < 12; at++) {
      larder.clock.advance(hour)
      expect((await call(tokens.token, '/user')).status).toBe(200)
    }
    larder.clock.advance(hour)
    expect((await call(tokens.token, '/user')).status).toBe(401)
    expect((await call(tokens.refresh_token, '/v2.0/auth/refreshtoken')).status).toBe(401)
    expect((await member.send('GET', '/user')).status).toBe(200)

    const again = await SignedIn.as(larder, userId)
    const { body } = await again.send<z.infer<typeof SessionsAnswer>>('GET', '/user/sessions')
    expect(body.sessions).toHaveLength(1)
    larder.clock.advance(2 * hour)
    expect((await again.send('GET', '/user')).status).toBe(401)
    expect((await member.send('GET', '/user')).status).toBe(200)
  })

  // The calls that `RepeatMs` allows the portal to repeat (tests/architecture/repeated-reads.test.ts).
  it.each(['/location/:loc/kitchen', '/staff/tablets', ticketPath('none'), '/location/:loc/card/order/none'])(
    'ends after two hours in front of a screen that reads %s by itself',
    async (path) => {
      const owner = await SignedIn.as(larder, await addUser(larder, { role: 'owner' }))
      for (let minutes = 1; minutes < 120; minutes++) {
        larder.clock.advance(hour / 60)
        expect((await owner.send('GET', path)).status).not.toBe(401)
      }
      larder.clock.advance(hour / 60)
      expect((await owner.send('GET', path)).status).toBe(401)
    },
  )

  it('continues while somebody is active on that screen', async () => {
    const owner = await SignedIn.as(larder, await addUser(larder, { role: 'owner' }))
    const wait = async (hours: number): Promise<number> => {
      larder.clock.advance(hours * hour)
      return (await owner.send('GET', kitchenPath)).status
    }
    expect(await wait(1.5)).toBe(200)
    expect((await turn(owner, true)).status).toBe(200)
    expect(await wait(1.5)).toBe(200)
    expect(await wait(0.5)).toBe(401)
  })

  it('of kitchen staff lasts from one evening to the next morning, and ends after a week', async () => {
    const cook = await SignedIn.as(larder, await addUser(larder, { role: 'kitchen' }))
    const later = async (hours: number, path: string): Promise<number> => {
      larder.clock.advance(hours * hour)
      return (await cook.send('GET', path)).status
    }
    for (let half = 1; half < 14; half++) expect(await later(12, '/user'), `half day ${half}`).toBe(200)
    expect(await later(12, '/user')).toBe(401)
    expect((await cook.refresh()).status).toBe(401)
  })

  it('of the kitchen’s people ends after 14 hours in front of a board that nobody touches', async () => {
    const cook = await SignedIn.as(larder, await addUser(larder, { role: 'kitchen' }))
    for (let at = 1; at < 14; at++) {
      larder.clock.advance(hour)
      expect((await cook.send('GET', kitchenPath)).status).toBe(200)
    }
    larder.clock.advance(hour)
    expect((await cook.send('GET', kitchenPath)).status).toBe(401)
  })

  it.each([
    ['owner', 2],
    ['kitchen', 14],
  ] as const)(
    'of the role %s ends after %i hours in which it was renewed and not used',
    async (role, hours) => {
      const who = await SignedIn.as(larder, await addUser(larder, { role }))
      for (let half = 1; half < 2 * hours; half++) {
        larder.clock.advance(hour / 2)
        expect((await who.refresh()).status).toBe(200)
      }
      larder.clock.advance(hour / 2)
      expect((await who.refresh()).status).toBe(401)
      expect((await who.send('GET', '/user')).status).toBe(401)
    },
  )

  it('is no tablet’s, which does nothing but read', async () => {
    const tablet = await tabletOf(larder)
    for (let day = 1; day <= 60; day++) {
      larder.clock.advance(24 * hour)
      expect((await tablet.send('GET', kitchenPath)).status).toBe(200)
    }
  })
})
