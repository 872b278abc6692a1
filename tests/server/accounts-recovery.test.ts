import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invalidData, passwordsDiffer } from '#contract/rules/account.ts'
import { issueLink } from '#server/modules/accounts/links.ts'
import { systemIds } from '#server/ports/system.ts'
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
  linkIn,
  Member,
  newAddress,
  organization,
  signUp,
  signUpForm,
  tokenFor,
  trySignIn,
} from './support/members.ts'
import { addUser } from './support/people.ts'

const minutes = 60 * 1000
const generous = { max: 10_000, minutes: 60 }
const limits = {
  registerOfClient: generous,
  resetOfClient: generous,
  resendOfClient: generous,
  linkOfClient: generous,
  signInOfClient: generous,
}
const otherPassword = 'nine blue umbrellas'

describe.for(databases)('signing up, resetting, unlocking [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody, limits })
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  type Said = { status: string; message: string } & ProblemBody
  const register = (email: string, changes = {}) =>
    guest.send<Said>('POST', '/auth/register', signUpForm(email, changes))
  const forgot = (email: string, destination = 'http://tavola.localhost/resetpassword') =>
    guest.send<Said>('POST', '/user/sendpasswordreset', { email, destination, organization_id: organization })
  it('an address with dots that could not sign up today still gets its reset email', async () => {
    const email = `a..${newAddress()}`
    await addUser(larder, { email })
    expect((await forgot(email)).status).toBe(200)
    expect(emailsTo(larder, email)).toEqual(['reset'])
    expect((await register(email)).status).toBe(422)
  })

  const reset = (token: string, password = otherPassword, key = randomUUID()) =>
    guest.send<Said>(
      'POST',
      '/user/resetpassword',
      { password, password_confirmation: password, key: token },
      { key },
    )
  const resend = (email: string) =>
    guest.send<Said>('GET', `/auth/resendunlock?email=${encodeURIComponent(email)}&destination=`)
  const member = async (): Promise<string> => {
    const email = newAddress()
    await signUp(larder, email)
    return email
  }

  it('creates an account that waits for the link in its email @AU-07 @EN-51 @ER-07', async () => {
    const email = newAddress()
    const registered = await register(email)
    expect(registered).toMatchObject({
      status: 200,
      body: { status: expect.stringContaining('sent you an email') },
    })
    expect((await trySignIn(guest, email)).status).toBe(422)
    const link = linkIn(larder.emails.at(-1))
    expect([link.origin, link.pathname]).toEqual(['http://tavola.localhost', '/unlockaccount'])
    expect(await guest.send('GET', `/auth/unlock${link.search}`)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect((await trySignIn(guest, email)).status).toBe(200)
  })

  it('names every wrong field, in the form’s order, before it asks for the human check @VA-01 @EN-51', async () => {
    const limited = await startTestLarder(engine, {
      verification: { ...everybody, verify: async () => false },
    })
    const wrong = signUpForm('ada@nowhere', {
      email_confirmation: 'ada@elsewhere',
      password: 'short',
      password_confirmation: 'shorter',
      first_name: ' ',
      phone: '555',
      dob: '02/30/1980',
    })
    const refused = await new Guest(limited).send<ProblemBody>('POST', '/auth/register', wrong)
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ field }) => field)).toEqual([
      'email',
      'email_confirmation',
      'password',
      'password_confirmation',
      'first_name',
      'phone',
      'dob',
    ])
    const robot = await new Guest(limited).send<ProblemBody>(
      'POST',
      '/auth/register',
      signUpForm(newAddress()),
    )
    expect(robot).toMatchObject({
      status: 422,
      body: { code: 'verification_failed', errors: [{ field: 'recaptcha_confirmation' }] },
    })
    expect(await limited.database.query('SELECT 1 AS someone FROM users')).toEqual([])
    await limited.close()
  })

  it('uses a verification up once for a key: a copy of the form gets the same answer', async () => {
    const used = new Set<string>()
    const once = await startTestLarder(engine, {
      limits,
      verification: {
        ...everybody,
        verify: async (_location, answer) => !used.has(answer) && Boolean(used.add(answer)),
      },
    })
    const [email, key] = [newAddress(), randomUUID()]
    const send = () => new Guest(once).send<Said>('POST', '/auth/register', signUpForm(email), { key })
    const copies = await Promise.all(Array.from({ length: 10 }, send))
    for (const { status } of copies) expect([200, 409]).toContain(status)
    expect(copies.some(({ status }) => status === 200)).toBe(true)
    expect(await send()).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(once.emails.map(({ kind }) => kind)).toEqual(['confirm'])
    await once.close()
  })

  it('gives the same answer for a known address and changes nothing; the address gets an email', async () => {
    const email = await member()
    const before = larder.passwordWork.hashed
    const [known, unknown] = [
      await register(email.toUpperCase(), { password: otherPassword, password_confirmation: otherPassword }),
      await register(newAddress()),
    ]
    expect(larder.passwordWork.hashed - before).toBe(2)
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(emailsTo(larder, email)).toEqual(['confirm', 'known'])
    expect(linkIn(larder.emails.find((one) => one.kind === 'known' && one.to === email)).pathname).toBe(
      '/forgotpassword',
    )
    expect((await trySignIn(guest, email)).status).toBe(200)
    expect((await trySignIn(guest, email, otherPassword)).status).toBe(422)
  })

  it.each([
    ['the thief first', otherPassword, goodPassword],
    ['the thief second', goodPassword, otherPassword],
  ])('lets nobody prepare an account for an address that is not theirs: %s', async (_name, first, second) => {
    const email = newAddress()
    const as = (password: string) => register(email, { password, password_confirmation: password })
    const answers = [await as(first)]
    const firstLink = tokenFor(larder, email)
    answers.push(await as(second))
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    expect(emailsTo(larder, email)).toEqual(['confirm', 'finish'])
    expect((await guest.send('POST', '/auth/unlock', { token: firstLink })).status).toBe(422)
    // A link that was sent again does not confirm an account that somebody else filled in, either.
    await resend(email)
    expect(emailsTo(larder, email)).toEqual(['confirm', 'finish', 'finish'])
    expect((await guest.send('POST', '/auth/unlock', { token: tokenFor(larder, email) })).status).toBe(422)
    expect((await reset(tokenFor(larder, email), 'chosen by its owner')).status).toBe(200)
    expect((await trySignIn(guest, email, 'chosen by its owner')).status).toBe(200)
    for (const password of [first, second]) expect((await trySignIn(guest, email, password)).status).toBe(422)
  })

  it('confirms an invited person at once, with the role of the invitation, at the invited address only @RO-03 @EN-47 @EN-51', async () => {
    const email = newAddress('eve')
    const userId = await addUser(larder, { email, role: 'owner', confirmedAt: undefined })
    const invite = () =>
      larder.database.transaction(async (tx) =>
        issueLink(tx, { clock: larder.clock, ids: systemIds }, tavola.location, userId, 'invite'),
      )
    const token = await invite()
    const elsewhere = newAddress()
    expect(await register(elsewhere, { token })).toMatchObject({
      status: 422,
      body: {
        errors: [{ field: 'email', message: expect.stringMatching(/^Your invitation is for another/) }],
      },
    })
    expect(emailsTo(larder, elsewhere)).toEqual([])
    expect(await register(email, { token })).toMatchObject({
      status: 200,
      body: { status: expect.stringContaining('ready') },
    })
    const eve = await Member.signIn(larder, email)
    expect((await eve.send<{ user: { role: string } }>('GET', '/user')).body.user.role).toBe('owner')
    // An invitation works once, and cannot set a password for an account that exists.
    await register(email, {
      token: await invite(),
      password: otherPassword,
      password_confirmation: otherPassword,
    })
    expect((await trySignIn(guest, email, otherPassword)).status).toBe(422)
  })

  it.each([
    { agoMs: 7 * 24 * 60 * minutes - 1, role: 'owner' },
    { agoMs: 7 * 24 * 60 * minutes, role: 'member' },
  ])(
    'an invited person ($agoMs ms ago) who resets the password becomes a(n) $role',
    async ({ agoMs, role }) => {
      const email = newAddress('late')
      const userId = await addUser(larder, { email, role: 'owner', confirmedAt: undefined })
      const ports = { clock: larder.clock, ids: systemIds }
      await larder.database.transaction(async (tx) => issueLink(tx, ports, tavola.location, userId, 'invite'))
      larder.clock.advance(agoMs)
      await forgot(email)
      const password = 'nine blue umbrellas 9'
      expect((await reset(tokenFor(larder, email), password)).status).toBe(200)
      const who = await Member.signIn(larder, email, password)
      expect((await who.send<{ user: { role: string } }>('GET', '/user')).body.user.role).toBe(role)
    },
  )

  it('emails a link to the merchant’s admin address, and answers the same for every email @AU-05 @AU-16 @EN-52', async () => {
    const email = await member()
    const [known, unknown] = [await forgot(email), await forgot(newAddress())]
    expect([known.status, known.body]).toEqual([200, { status: expect.any(String) }])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const link = linkIn(larder.emails.at(-1))
    expect(link.href).toMatch(/^http:\/\/tavola\.localhost\/resetpassword\?token=[\w-]{32}$/)
  })

  it('builds the link from registered hosts, whatever the destination (X8)', async () => {
    const email = await member()
    const hosts: [string, string][] = [
      ['https://order.tavola.example/anything', 'https://order.tavola.example/resetpassword'],
      ['https://evil.example/resetpassword', 'http://tavola.localhost/resetpassword'],
      ['https://order.tavola.example@evil.example/', 'http://tavola.localhost/resetpassword'],
      ['https://order.tavola.example.evil.example/', 'http://tavola.localhost/resetpassword'],
      ['javascript:alert(1)//order.tavola.example', 'http://tavola.localhost/resetpassword'],
      ['http://grill.localhost/', 'http://tavola.localhost/resetpassword'],
      ['//order.tavola.example', 'http://tavola.localhost/resetpassword'],
      ['', 'http://tavola.localhost/resetpassword'],
    ]
    for (const [destination, wanted] of hosts) {
      expect((await forgot(email, destination)).status).toBe(200)
      const { origin, pathname } = linkIn(larder.emails.at(-1))
      expect(origin + pathname).toBe(wanted)
    }
  })

  it('lets the link set a password once, which unlocks the account and ends every session @AU-06 (U9) @EN-52', async () => {
    const ada = await Member.new(larder)
    for (let count = 0; count < 5; count++) await trySignIn(guest, ada.email, 'wrong')
    await forgot(ada.email)
    const token = tokenFor(larder, ada.email)
    expect(await reset(token)).toMatchObject({ status: 200, body: { status: expect.any(String) } })
    expect((await trySignIn(guest, ada.email, goodPassword)).status).toBe(422)
    expect((await trySignIn(guest, ada.email, otherPassword)).status).toBe(200)
    expect((await ada.send('GET', '/user')).status).toBe(401)
    expect((await ada.refresh()).status).toBe(401)
    expect(emailsTo(larder, ada.email).at(-1)).toBe('changed')
    expect(await reset(token)).toMatchObject({
      status: 422,
      body: { code: 'link_invalid', message: expect.stringContaining('ask for a new link') },
    })
  })

  it('when twenty people use a link at once, only one gets the account', async () => {
    const email = await member()
    await forgot(email)
    const token = tokenFor(larder, email)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, count) => reset(token, `password number ${count}`)),
    )
    const winners = replies.flatMap(({ status }, count) => (status === 200 ? [count] : []))
    expect(winners).toHaveLength(1)
    expect(replies.filter(({ status, body }) => status === 422 && body.code === 'link_invalid')).toHaveLength(
      19,
    )
    expect((await trySignIn(guest, email, `password number ${winners[0]}`)).status).toBe(200)
  })

  it('keeps a link valid for an hour, and only the newest one', async () => {
    const email = await member()
    await forgot(email)
    const older = tokenFor(larder, email)
    await forgot(email)
    const newer = tokenFor(larder, email)
    expect((await reset(older)).body.code).toBe('link_invalid')
    larder.clock.advance(60 * minutes)
    expect((await reset(newer)).body.code).toBe('link_invalid')
    await forgot(email)
    larder.clock.advance(60 * minutes - 1)
    expect((await reset(tokenFor(larder, email))).status).toBe(200)
    // A link made for another purpose is refused.
    const waiting = newAddress()
    await register(waiting)
    expect((await reset(tokenFor(larder, waiting))).body.code).toBe('link_invalid')
  })

  it('keeps the link valid when the new password is not good enough @EN-52', async () => {
    const email = await member()
    await forgot(email)
    const token = tokenFor(larder, email)
    expect(await reset(token, 'short')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'password' }] },
    })
    const differ = await guest.send<ProblemBody>('POST', '/user/resetpassword', {
      password: otherPassword,
      password_confirmation: goodPassword,
      key: token,
    })
    expect(differ.body.errors).toEqual([{ field: 'password_confirmation', message: passwordsDiffer }])
    expect((await reset(token)).status).toBe(200)
  })

  it('sends a new link to a locked account and to an unconfirmed one, and answers the same for any other @AU-11 @EN-52', async () => {
    const [locked, fine, waiting, unknown] = [await member(), await member(), newAddress(), newAddress()]
    await register(waiting)
    for (let count = 0; count < 5; count++) await trySignIn(guest, locked, 'wrong')
    const said = [await resend(locked), await resend(fine), await resend(waiting), await resend(unknown)].map(
      ({ status, body }) => ({
        status,
        body,
      }),
    )
    expect(said[0]).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    for (const one of said) expect(one).toEqual(said[0])
    expect([locked, fine, waiting, unknown].map((email) => emailsTo(larder, email))).toEqual([
      ['confirm', 'unlock', 'unlock'],
      ['confirm'],
      ['confirm', 'confirm'],
      [],
    ])
    for (const email of [locked, waiting]) {
      expect((await guest.send('POST', '/auth/unlock', { token: tokenFor(larder, email) })).status).toBe(200)
      expect((await trySignIn(guest, email)).status).toBe(200)
    }
  })

  it('does nothing for a GET without a key: an image, a prefetch or a mail scanner cannot have one @AU-10 @AU-11', async () => {
    const email = newAddress()
    await register(email)
    const token = tokenFor(larder, email)
    expect((await guest.send('GET', `/auth/unlock?token=${token}`, undefined, { key: '' })).status).toBe(400)
    expect(
      (await guest.send('GET', `/auth/resendunlock?email=${email}&destination=`, undefined, { key: '' }))
        .status,
    ).toBe(400)
    expect(emailsTo(larder, email)).toEqual(['confirm'])
    expect((await guest.send('GET', `/auth/unlock?token=${token}`)).status).toBe(200)
    expect(await guest.send('GET', `/auth/unlock?token=${token}`)).toMatchObject({
      status: 422,
      body: { code: 'link_invalid' },
    })
  })

  it.each([
    ['PUT', '/auth/updatepassword', ['currentPassword', 'newPassword', 'newPasswordConfirmation']],
    ['POST', '/v2.0/user/passwordreset', ['current_password', 'new_password', 'new_password_confirmation']],
  ] as const)(
    'changes a password by %s %s and signs every other device out @AU-08 @AU-15 @EN-49 (U9)',
    async (method, path, [current, next, confirm]) => {
      const ada = await Member.new(larder)
      const elsewhere = await Member.signIn(larder, ada.email)
      const change = (from: string, to: string, again = to) =>
        ada.send<Said>(method, path, { [current]: from, [next]: to, [confirm]: again })
      expect((await change('', '')).body.errors).toEqual(
        [current, next, confirm].map((field) => ({ field, message: invalidData })),
      )
      expect((await change(goodPassword, otherPassword, 'other')).body.errors).toEqual([
        { field: confirm, message: passwordsDiffer },
      ])
      expect((await change(goodPassword, 'short')).body.errors[0]!.field).toBe(next)
      expect(await change('not it', otherPassword)).toMatchObject({
        status: 422,
        body: { code: 'credentials_invalid', errors: [{ field: current }] },
      })
      expect(await change(goodPassword, otherPassword)).toMatchObject({
        status: 200,
        body: { status: expect.any(String) },
      })
      expect([
        (await ada.send('GET', '/user')).status,
        (await elsewhere.send('GET', '/user')).status,
      ]).toEqual([200, 401])
      expect((await elsewhere.refresh()).status).toBe(401)
      expect((await trySignIn(guest, ada.email, otherPassword)).status).toBe(200)
      expect(emailsTo(larder, ada.email).at(-1)).toBe('changed')
    },
  )

  it('requires twelve characters with a letter and a digit from staff, and none of their last four passwords', async () => {
    const eve = await Member.new(larder)
    await larder.database.query(`UPDATE users SET role = 'kitchen' WHERE email = $1`, [eve.email])
    let now = goodPassword
    const change = async (to: string) => {
      const reply = await eve.send<ProblemBody>('PUT', '/auth/updatepassword', {
        currentPassword: now,
        newPassword: to,
        newPasswordConfirmation: to,
      })
      if (reply.status === 200) now = to
      larder.clock.advance(60 * 60_000)
      return reply
    }
    for (const weak of ['plates 1+1', 'four olives and a fork', '314159265358979'])
      expect(await change(weak)).toMatchObject({ status: 422, body: { errors: [{ field: 'newPassword' }] } })
    const [second, third, fourth, fifth] = [2, 3, 4, 5].map((number) => `${number} plates of pasta`)
    for (const next of [second, third, fourth]) expect((await change(next!)).status).toBe(200)
    for (const used of [goodPassword, second, third, fourth])
      expect((await change(used!)).body.message).toContain('one of your last four')
    expect((await change(fifth!)).status).toBe(200)
    expect((await change(second!)).status).toBe(422)
    // By a link from the email, too.
    await forgot(eve.email)
    expect((await reset(tokenFor(larder, eve.email), third)).body.message).toContain('one of your last four')
    expect((await change(goodPassword)).status).toBe(200)
    // A former member of the staff has only the guests' rules, and no earlier passwords are kept.
    await larder.database.query(`UPDATE users SET role = 'member' WHERE email = $1`, [eve.email])
    expect((await change('four olives and a fork')).status).toBe(200)
    expect(
      await larder.database.query('SELECT earlier_passwords FROM users WHERE email = $1', [eve.email]),
    ).toEqual([{ earlier_passwords: [] }])
  })

  it('counts wrong current passwords like those at sign-in, and changes none for an account without one @RO-02', async () => {
    const ada = await Member.new(larder)
    const change = () =>
      ada.send<ProblemBody>('PUT', '/auth/updatepassword', {
        currentPassword: 'not it',
        newPassword: otherPassword,
        newPasswordConfirmation: otherPassword,
      })
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await change()).status)
    expect(statuses).toEqual([422, 422, 422, 422, 423])
    expect((await trySignIn(guest, ada.email)).status).toBe(423)
    await larder.database.query('UPDATE users SET password_hash = NULL WHERE email = $1', [ada.email])
    expect(await change()).toMatchObject({ status: 422, body: { errors: [{ field: 'currentPassword' }] } })
  })

  it('limits emails to one address, known or not, with the same words', async () => {
    const limited = await startTestLarder(engine, {
      verification: everybody,
      limits: { resetOfAddress: { max: 2, minutes: 60 } },
    })
    const email = newAddress()
    await signUp(limited, email)
    const ask = (to: string) =>
      new Guest(limited).send<ProblemBody>('POST', '/user/sendpasswordreset', {
        email: to,
        destination: '',
        organization_id: organization,
      })
    const third = async (to: string) => {
      await ask(to)
      await ask(to)
      const { status, body, headers } = await ask(to)
      return { status, body, wait: headers['retry-after'] }
    }
    const known = await third(email)
    expect(known).toMatchObject({ status: 429, body: { code: 'rate_limited' }, wait: '3600' })
    expect(await third(newAddress())).toEqual(known)
    expect(emailsTo(limited, email)).toEqual(['confirm', 'reset', 'reset'])
    await limited.close()
  })

  it('gives the same answer when an email cannot be sent, and logs only its kind', async () => {
    const broken = await startTestLarder(engine, {
      verification: everybody,
      mail: { send: () => Promise.reject(new TypeError('no route to ada@example.com')) },
    })
    const answered = await new Guest(broken).send('POST', '/auth/register', signUpForm(newAddress()))
    expect(answered.status).toBe(200)
    await expect
      .poll(() => broken.log)
      .toEqual([{ level: 'error', event: 'mail_failed', detail: 'confirm', error: 'TypeError' }])
    await broken.close()
  })
})
