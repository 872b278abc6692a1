import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import {
  everybody,
  Member,
  newAddress,
  organization,
  signUpForm,
  tokenFor,
  trySignIn,
} from './support/members.ts'

/** The forms of a secret to search for: as it is, and as an unsalted hash where it could be guessed. */
const tracesOf = (secret: string): string[] => {
  const hash = createHash('sha256').update(secret)
  return [
    secret,
    encodeURIComponent(secret),
    hash.copy().digest('hex'),
    hash.copy().digest('base64'),
    hash.copy().digest('base64url'),
  ]
}

describe.for(databases)('secrets [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody })
  })
  afterAll(() => larder.close())

  /** Every row of every table, as text. */
  async function wholeDatabase(): Promise<string> {
    const tables = await larder.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(20)
    const rows = await Promise.all(
      tables.map(({ name }) =>
        larder.database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`),
      ),
    )
    return rows
      .flat()
      .map(({ row }) => row)
      .join('\n')
  }

  it('are in no table, no log and no audit trail after the whole life of an account: only their hashes are (X13)', async () => {
    const guest = new Guest(larder)
    const email = newAddress('planted')
    const passwords = {
      first: 'planted password one',
      wrong: 'planted wrong guess',
      second: 'planted password two',
      third: 'planted password three',
    }
    const links: string[] = []
    const verification = 'planted verification answer'
    await guest.send(
      'POST',
      '/auth/register',
      signUpForm(email, { ...passwordPair(passwords.first), recaptcha_confirmation: verification }),
    )
    links.push(tokenFor(larder, email))
    await guest.send('GET', `/auth/unlock?token=${links.at(-1)}`)
    const ada = await Member.signIn(larder, email, passwords.first)
    const sessions = [ada.tokens, (await ada.refresh()).body]
    for (let count = 0; count < 5; count++) await trySignIn(guest, email, passwords.wrong)
    links.push(tokenFor(larder, email))
    await guest.send('POST', '/auth/unlock', { token: links.at(-1) })
    await guest.send('POST', '/user/sendpasswordreset', {
      email,
      destination: '',
      organization_id: organization,
    })
    links.push(tokenFor(larder, email))
    const resetForm = { ...passwordPair(passwords.second), key: links.at(-1) }
    await guest.send('POST', '/user/resetpassword', resetForm)
    const again = await Member.signIn(larder, email, passwords.second)
    sessions.push(again.tokens)
    const changed = await again.send('PUT', '/auth/updatepassword', {
      currentPassword: passwords.second,
      newPassword: passwords.third,
      newPasswordConfirmation: passwords.third,
    })
    expect(changed.status).toBe(200)
    // An error of the server in the middle is logged, too.
    await larder.database.script('ALTER TABLE users RENAME COLUMN email_key TO gone')
    expect((await trySignIn(guest, email, passwords.third)).status).toBe(500)
    await larder.database.script('ALTER TABLE users RENAME COLUMN gone TO email_key')
    await guest.send('POST', '/auth/revoke', { revocation_id: again.tokens.revocation_id })

    const tokens = sessions.flatMap((one) => [
      one.token,
      one.refresh_token,
      ...(one.revocation_id === undefined ? [] : [one.revocation_id]),
    ])
    expect([new Set(links).size, tokens.length]).toEqual([3, 8])
    const [kept, logged] = [await wholeDatabase(), JSON.stringify(larder.log)]
    expect(logged).toContain('request_failed')
    // The search itself works: it finds the email, which may be stored.
    expect(kept).toContain(email)
    for (const secret of [...Object.values(passwords), verification, JSON.stringify(resetForm)])
      for (const trace of tracesOf(secret))
        expect({ trace, found: kept.includes(trace) || logged.includes(trace) }).toEqual({
          trace,
          found: false,
        })
    for (const secret of [...tokens, ...links])
      expect({ secret, found: kept.includes(secret) || logged.includes(secret) }).toEqual({
        secret,
        found: false,
      })
    expect(logged).not.toContain(email)
  })

  it('leave an audit trail that contains only ids', async () => {
    const trail = await larder.database.query<{ action: string; outcome: string; user_id: string | null }>(
      'SELECT * FROM audit_trail ORDER BY at',
    )
    const actions = new Set(trail.map(({ action, outcome }) => `${action} ${outcome}`))
    for (const action of [
      'register done',
      'account_confirmed done',
      'sign_in done',
      'sign_in refused',
      'account_locked done',
      'account_unlocked done',
    ])
      expect(actions).toContain(action)
    for (const action of [
      'reset_asked done',
      'password_reset done',
      'password_changed done',
      'session_revoked done',
    ])
      expect(actions).toContain(action)
    const text = JSON.stringify(trail)
    for (const personal of ['@', 'Ada', 'Guest', '127.0.0.1', '2125550147'])
      expect(text).not.toContain(personal)
  })
})

const passwordPair = (password: string): { password: string; password_confirmation: string } => ({
  password,
  password_confirmation: password,
})
