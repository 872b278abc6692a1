import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countTry } from '#server/modules/accounts/failures.ts'
import { forgetEndedSessions } from '#server/modules/accounts/clean-up.ts'
import { emailHashOf } from '#server/modules/accounts/users.ts'
import type { Passwords } from '#server/ports/passwords.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  tavola,
  type TestLarder,
} from './support/larder.ts'
import {
  everybody,
  goodPassword,
  emailsTo,
  Member,
  newAddress,
  organization,
  signUp,
  tokenFor,
  trySignIn,
} from './support/members.ts'

const minutes = 60_000
const days = 24 * 60 * minutes

describe.for(databases)('the lock after wrong passwords [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody, trustProxy: true })
    guest = new Guest(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    await larder.database.query('DELETE FROM limits')
  })
  afterAll(() => larder.close())

  const home = '203.0.113.7'
  const cafe = '203.0.113.80'
  const from = (address: string): { headers: Record<string, string> } => ({
    headers: { 'x-forwarded-for': address },
  })
  const signInFrom = async (address: string, email: string, password = goodPassword) =>
    (await trySignIn(guest, email, password, from(address))).status
  const wrongFrom = async (address: string, email: string, times = 5): Promise<number[]> => {
    const statuses: number[] = []
    for (let count = 0; count < times; count++) statuses.push(await signInFrom(address, email, 'wrong'))
    return statuses
  }
  /** A member who confirmed their email from the café's network. */
  const member = async (): Promise<string> => {
    const email = newAddress()
    await signUp(larder, email)
    return email
  }

  it('applies to the network that the tries came from: strangers lock out themselves and not the member', async () => {
    const email = await member()
    expect(await wrongFrom(cafe, email)).toEqual([422, 422, 422, 422, 423])
    expect(await signInFrom(cafe, email)).toBe(423)
    expect(await signInFrom(home, email)).toBe(200)
    // There even the right password is refused.
    expect(await signInFrom(cafe, email)).toBe(423)
    larder.clock.advance(days)
    expect(await signInFrom(cafe, email)).toBe(200)
  })

  it('applies to a whole /64', async () => {
    const email = await member()
    const statuses: number[] = []
    for (let count = 1; count <= 6; count++)
      statuses.push(await signInFrom(`2001:db8:1:2::${count}`, email, 'wrong'))
    expect(statuses).toEqual([422, 422, 422, 422, 423, 423])
    expect(await signInFrom('2001:db8:1:2::99', email)).toBe(423)
    expect(await signInFrom('2001:db8:1:3::99', email)).toBe(200)
  })

  it('lets a member in from a network they used lately, while strangers elsewhere use up the limits of address, client and location', async () => {
    const email = await member()
    expect(await signInFrom(home, email)).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 40; count++)
      statuses.push(await signInFrom(`198.51.100.${count}`, email, 'wrong'))
    expect(statuses.filter((status) => status === 422)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual(Array(10).fill(429))
    for (const name of ['signInOfClient', 'signInOfLocation'])
      await larder.database.query(`UPDATE limits SET used = 1000000 WHERE bucket LIKE $1`, [`${name}:%`])
    expect(await signInFrom(home, email)).toBe(200)
    // From a new network nobody knows whether it is the member; the link in the email helps.
    expect(await signInFrom('192.0.2.55', email)).toBe(429)
  })

  it('remembers a device’s network for ninety days after its last refresh', async () => {
    const ada = await Member.new(larder)
    larder.clock.advance(6 * days)
    const refreshed = await ada.send('GET', '/v2.0/auth/refreshtoken', undefined, {
      headers: { authorization: `Bearer ${ada.tokens.refresh_token}`, ...from('192.0.2.9').headers },
    })
    expect(refreshed.status).toBe(200)
    const useUp = async (): Promise<void> => {
      for (let count = 0; count < 31; count++) await signInFrom(`198.51.100.${count}`, ada.email, 'wrong')
    }
    larder.clock.advance(89 * days)
    await useUp()
    expect(await signInFrom('192.0.2.9', ada.email)).toBe(200)
    larder.clock.advance(91 * days)
    await larder.database.query('DELETE FROM limits')
    await useUp()
    expect(await signInFrom('192.0.2.9', ada.email)).toBe(429)
    const known = () =>
      larder.database.query('SELECT 1 AS known FROM known_networks WHERE seen_at <= $1', [
        larder.clock.now() - 90 * days,
      ])
    expect(await known()).not.toEqual([])
    await forgetEndedSessions(larder.database, larder.clock.now())
    expect(await known()).toEqual([])
  })

  it('also applies to a known network', async () => {
    const email = await member()
    expect(await signInFrom(home, email)).toBe(200)
    expect(await wrongFrom(home, email)).toEqual([422, 422, 422, 422, 423])
    expect(await signInFrom(home, email)).toBe(423)
  })

  it('sends one email, however many networks are locked out, and its link lets the owner in anywhere', async () => {
    const email = await member()
    for (let count = 0; count < 6; count++) {
      await wrongFrom(`198.51.100.${count}`, email)
      larder.clock.advance(1000)
    }
    expect(emailsTo(larder, email)).toEqual(['confirm', 'unlock'])
    expect(await signInFrom('192.0.2.77', email)).toBe(429)
    expect(
      (await guest.send('POST', '/auth/unlock', { token: tokenFor(larder, email) }, from('192.0.2.77')))
        .status,
    ).toBe(200)
    expect(await signInFrom('198.51.100.3', email)).toBe(200)
    // Further guesses from elsewhere do not affect the network where the link was opened.
    for (let count = 0; count < 40; count++) await signInFrom(`198.51.101.${count}`, email, 'wrong')
    expect(await signInFrom('192.0.2.77', email)).toBe(200)
  })

  it('stops guesses from many networks together at a hundred a day', async () => {
    const email = await member()
    let compared = 0
    for (let hour = 0; hour < 5; hour++) {
      for (let count = 0; count < 31; count++)
        if ((await signInFrom(`198.51.${hour}.${count}`, email, 'wrong')) === 422) compared++
      larder.clock.advance(60 * minutes)
    }
    expect(compared).toBe(100)
  })

  it('forgets the known networks when a new password is chosen', async () => {
    const email = await member()
    expect(await signInFrom(home, email)).toBe(200)
    await guest.send('POST', '/user/sendpasswordreset', {
      email,
      destination: '',
      organization_id: organization,
    })
    const reset = {
      password: 'nine blue kettles',
      password_confirmation: 'nine blue kettles',
      key: tokenFor(larder, email),
    }
    expect((await guest.send('POST', '/user/resetpassword', reset, from(cafe))).status).toBe(200)
    for (let count = 0; count < 31; count++) await signInFrom(`198.51.100.${count}`, email, 'wrong')
    expect(await signInFrom(home, email, reset.password)).toBe(429)
    expect(await signInFrom(cafe, email, reset.password)).toBe(200)
  })

  it('keeps a lock of a whole account, from before there were networks', async () => {
    const email = await member()
    await wrongFrom(home, email)
    await larder.database.query(`UPDATE sign_in_failures SET network_hash = '' WHERE email_hash = $1`, [
      emailHashOf(tavola.location, email),
    ])
    expect(await signInFrom('192.0.2.200', email)).toBe(423)
  })

  it('reveals nobody’s email address', async () => {
    const rows = await Promise.all(
      ['sign_in_failures', 'known_networks'].map((table) => larder.database.query(`SELECT * FROM ${table}`)),
    )
    expect(rows.every((one) => one.length > 0)).toBe(true)
    for (const trace of ['203.0.113', '198.51', '2001:db8', '@example.com'])
      expect(JSON.stringify(rows)).not.toContain(trace)
  })

  it('counts a try before its password is compared: of any number in two processes, five are compared', async () => {
    const trying = { locationId: tavola.location, email: newAddress(), network: 'n' }
    const tries = await Promise.all(Array.from({ length: 12 }, () => countTry(larder, trying)))
    expect(tries.filter(({ locked }) => !locked)).toHaveLength(5)

    // While one process compares the fifth password, the other must not compare a sixth, even if it is the right one.
    let compare: () => void = () => undefined
    const compared = new Promise<void>((resolve) => (compare = resolve))
    let reach: () => void = () => undefined
    const reached = new Promise<void>((resolve) => (reach = resolve))
    let tried = 0
    const slow = (made: Passwords): Passwords => ({
      ...made,
      async verify(kept, password) {
        if (++tried === 5) {
          reach()
          await compared
        }
        return made.verify(kept, password)
      },
    })
    const other = await startTestLarder(
      { name: engine.name, open: async () => larder.database },
      { verification: everybody, trustProxy: true, passwords: slow },
    )
    const email = await member()
    const there = new Guest(other)
    const wrong = () => trySignIn(there, email, 'wrong', from(cafe))
    for (let count = 0; count < 4; count++) expect((await wrong()).status).toBe(422)
    const fifth = wrong()
    await reached
    const sixth = await trySignIn(guest, email, goodPassword, from(cafe))
    expect(sixth).toMatchObject({ status: 423, body: { code: 'locked' } satisfies Partial<ProblemBody> })
    compare()
    expect((await fifth).status).toBe(423)
    await other.app.close()
  })
})
