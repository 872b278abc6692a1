import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { startTestLarder, testClock, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { embedded } from '../support/embedded.ts'
import { Phone, Tab } from '../support/tab.ts'

const yearMs = 365 * 24 * 60 * minuteMs

describe('on a device whose clock is wrong (T1)', () => {
  let larder: TestLarder
  let ada: Member
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
    ada = await Member.new(larder)
  })
  afterAll(() => larder.close())

  it.each([
    ['by a year ahead', yearMs],
    ['by a year behind', -yearMs],
    ['by ten minutes ahead', 10 * minuteMs],
    ['by ten minutes behind', -10 * minuteMs],
  ])('%s nobody is signed out, and no renewal follows the other', async (_how, offMs) => {
    const clock = testClock(larder.clock.now() + offMs)
    const phone = new Phone({ ...larder, clock })
    const tab = await Tab.open(phone)
    await tab.signIn(ada.email)
    const principal = tab.session.principal()
    tab.shown.length = 0
    for (let minute = 0; minute < 10; minute++) {
      clock.advance(minuteMs)
      await tab.session.check()
      await tab.session.api.send(accountEndpoints.getUser)
    }
    expect([tab.session.principal(), tab.askedToSignIn, tab.shown]).toEqual([principal, 0, []])
    expect(phone.callsOf('/refreshtoken').length).toBeLessThanOrEqual(1)
    // The server decides: a token that it refuses is refreshed, whatever the clock says.
    await larder.database.query('DELETE FROM access_tokens')
    await tab.session.api.send(accountEndpoints.getUser)
    expect([tab.session.principal(), tab.askedToSignIn]).toEqual([principal, 0])
    const again = await Tab.open(phone)
    await again.session.check()
    await again.session.api.send(accountEndpoints.getUser)
    expect([again.session.principal(), again.askedToSignIn]).toEqual([principal, 0])
  })
})
