import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { issueLink } from '#server/modules/accounts/links.ts'
import { systemIds } from '#server/ports/system.ts'
import { databases } from './support/databases.ts'
import { Guest, type ProblemBody, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser } from './support/people.ts'

describe.for(databases)('a mailed link [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  const check = (token: string, purpose: string) =>
    guest.send<ProblemBody>('POST', '/auth/link', { token, purpose })
  const issue = (userId: string, purpose: 'reset' | 'invite') =>
    larder.database.transaction(async (tx) =>
      issueLink(tx, { clock: larder.clock, ids: systemIds }, tavola.location, userId, purpose),
    )
  const over = (message: RegExp) => ({
    status: 422,
    body: { code: 'link_invalid', message: expect.stringMatching(message) as string },
  })
  const password = 'nine blue umbrellas'

  it('to a new password says whether it works, is not used up by that, and is over once it was used', async () => {
    const token = await issue(await addUser(larder), 'reset')
    for (const _ of ['opened', 'reloaded'])
      expect(await check(token, 'reset')).toMatchObject({ status: 200, body: {} })
    expect(await check(token, 'invite')).toMatchObject(over(/^This invitation does not work anymore/))
    const body = { password, password_confirmation: password, key: token }
    expect((await guest.send('POST', '/user/resetpassword', body)).status).toBe(200)
    expect(await check(token, 'reset')).toMatchObject(
      over(/^This link does not work anymore.*Please ask for a new link/),
    )
  })

  it('of an invitation is over after its week, and once its person has an account in another way', async () => {
    const late = await issue(await addUser(larder, { confirmedAt: undefined }), 'invite')
    expect((await check(late, 'invite')).status).toBe(200)
    larder.clock.advance(7 * dayMs)
    expect(await check(late, 'invite')).toMatchObject(over(/^This invitation does not work anymore/))
    const confirmed = await issue(await addUser(larder), 'invite')
    expect(await check(confirmed, 'invite')).toMatchObject(over(/^This invitation does not work anymore/))
  })
})
