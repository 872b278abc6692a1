import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/rules/roles.ts'
import type { SessionsAnswer, Tokens } from '#contract/schemas/session.ts'
import { openSession } from '#server/modules/accounts/sessions.ts'
import { isShiftOver } from '#server/plugins/staff-sessions.ts'
import { systemIds } from '#server/ports/system.ts'
import type * as z from 'zod/mini'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

const hour = 60 * 60 * 1000

describe('how long staff stay signed in', () => {
  it('managers and owners 12 hours, and 2 without doing anything; nobody else', () => {
    const over = (createdAt: number, lastSeenAt: number) =>
      roles.filter((role) => isShiftOver({ role, createdAt, lastSeenAt }, 12 * hour))
    expect(over(1, 12 * hour - 1)).toEqual([])
    expect(over(0, 12 * hour - 1)).toEqual(['manager', 'owner'])
    expect(over(6 * hour, 10 * hour + 1)).toEqual([])
    expect(over(6 * hour, 10 * hour)).toEqual(['manager', 'owner'])
  })
})

describe.for(databases)('a session of staff [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => void (larder = await startTestLarder(engine)))
  afterAll(() => larder.close())

  it('ends for good after its shift, and a diner’s goes on', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    const userId = await addUser(larder, { role: 'owner' })
    const tokens: Tokens = await larder.database.transaction((tx) =>
      openSession(
        tx,
        { clock: larder.clock, ids: systemIds },
        { locationId: tavola.location },
        userId,
        'Test',
      ),
    )
    const call = (token: string, path: string) =>
      new Guest(larder).send('GET', path, undefined, { headers: { authorization: `Bearer ${token}` } })
    // Used every hour, it is not idle; seen at most five minutes ago is near enough.
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
})
