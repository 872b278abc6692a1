import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppActivity, DeviceApp, MasterApp } from '#contract/schemas/admin.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { databases } from './support/databases.ts'
import { grill, Guest, type ProblemBody, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { seedDevices } from '#server/demo/devices.ts'

const app = {
  name: 'Door Counter',
  description: 'Counts who comes in.',
  platform: 'android',
  version: '1.0',
  active: true,
}
const activitiesPath = '/admin/device/counter-tablet/app/counter-till/activities'
type Activities = { activities: AppActivity[]; page: number; pages: number; total: number }

describe.for(databases)('administrators [$name]', (engine) => {
  let larder: TestLarder
  let admin: SignedIn
  let member: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    admin = await SignedIn.as(larder, await addUser(larder, { role: 'owner' }))
    member = await SignedIn.as(larder, await addUser(larder))
    await larder.database.transaction(async (tx) => seedDevices(tx, tavola.location, larder.clock.now()))
  })
  afterAll(() => larder.close())

  describe('who may call', () => {
    const calls: ['GET' | 'POST' | 'PUT', string, object?][] = [
      ['GET', '/admin/apps'],
      ['GET', '/admin/app/till'],
      ['GET', '/admin/device/counter-tablet/apps'],
      ['GET', '/admin/device/counter-tablet/app/counter-till'],
      ['GET', activitiesPath],
      ['POST', '/admin/app', app],
      ['PUT', '/admin/app/till', app],
      [
        'POST',
        '/admin/user/invite',
        { email: 'new@example.com', firstName: 'N', lastName: 'N', role: 'member', destination: '' },
      ],
    ]

    it.each(calls)('%s %s: no member, no guest @RO-03', async (method, path, body) => {
      expect(await member.send(method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      expect(await new Guest(larder).send(method, path, body)).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      })
    })

    it('an administrator of one merchant sees nothing of another, at any host', async () => {
      const stranger = await SignedIn.as(
        larder,
        await addUser(larder, { role: 'owner' }, grill.location),
        grill,
      )
      const token = await stranger.send<unknown>('GET', '/admin/apps')
      expect(token.status).toBe(200)
      expect(JSON.stringify(token.body)).not.toContain('Larder Till')
      for (const path of ['/admin/app/till', '/admin/device/counter-tablet/apps', activitiesPath])
        expect(await stranger.send('GET', path)).toMatchObject({ status: 404 })
      expect(await stranger.send('PUT', '/admin/app/till', app)).toMatchObject({ status: 404 })
      expect(
        await stranger.send('GET', '/admin/apps', undefined, { headers: { host: tavola.host } }),
      ).toMatchObject({ status: 401 })
    })
  })

  it('lists the apps of a device @AD-01 @EN-54', async () => {
    const reply = await admin.send<{ apps: DeviceApp[] }>('GET', '/admin/device/counter-tablet/apps')
    expect(reply).toMatchObject({
      status: 200,
      body: { device: { id: 'counter-tablet', name: 'Counter tablet' } },
    })
    expect(reply.body.apps.map(({ id, name, version, status }) => [id, name, version, status])).toEqual([
      ['counter-scanner', 'Card Scanner', '1.6', 'update_available'],
      ['counter-till', 'Larder Till', '4.2.1', 'running'],
    ])
    expect(await admin.send('GET', '/admin/device/nowhere/apps')).toMatchObject({ status: 404 })
  })

  it('shows one app of a device @AD-02 @EN-54', async () => {
    const reply = await admin.send('GET', '/admin/device/kitchen-screen/app/kitchen-orders')
    expect(reply).toMatchObject({
      status: 200,
      body: {
        device: { id: 'kitchen-screen' },
        app: {
          id: 'kitchen-orders',
          app_id: 'orders',
          name: 'Order Screen',
          version: '2.0.3',
          installed_at: '2026-09-21T23:00:00.000Z',
        },
      },
    })
    // An app that belongs to another device.
    expect(await admin.send('GET', '/admin/device/kitchen-screen/app/counter-till')).toMatchObject({
      status: 404,
    })
  })

  it('lists an app’s activities by time, twenty a page, in either order @AD-03 @EN-54', async () => {
    const page = async (query: string): Promise<Activities> => {
      const reply = await admin.send<Activities>('GET', `${activitiesPath}?${query}`)
      expect(reply.status).toBe(200)
      return reply.body
    }
    const first = await page('sort_field=created_at&sort_order=asc&page=1')
    expect(first).toMatchObject({ page: 1, pages: 3, total: 47 })
    const all = [
      ...first.activities,
      ...(await page('page=2')).activities,
      ...(await page('page=3')).activities,
    ]
    expect(all).toHaveLength(47)
    expect(new Set(all.map((one) => one.id)).size).toBe(47)
    expect(all.map((one) => one.created_at)).toEqual(all.map((one) => one.created_at).sort())
    expect((await page('sort_order=desc')).activities[0]).toEqual(all.at(-1))
    expect(await page('page=4')).toMatchObject({ activities: [], page: 4, pages: 3 })
  })

  it('filters an app’s activities by equality, and refuses any other filter @AD-03', async () => {
    const filtered = (filters: string): Promise<{ status: number; body: Activities & ProblemBody }> =>
      admin.send('GET', `${activitiesPath}?filters=${encodeURIComponent(filters)}`)
    const scans = await filtered('{"type":"scan"}')
    expect(scans.body).toMatchObject({ total: 10, pages: 1 })
    expect(scans.body.activities.every(({ type }) => type === 'scan')).toBe(true)
    expect((await filtered('{"type":"nothing"}')).body).toMatchObject({ total: 0, pages: 1, activities: [] })
    expect((await filtered('{}')).body.total).toBe(47)
    for (const wrong of ['{"detail":"x"}', '{"type":1}', 'type=scan', '[]', `{"type":"' OR 1=1 --"}x`])
      expect(await filtered(wrong)).toMatchObject({ status: 400, body: { errors: [{ field: 'filters' }] } })
    expect(await admin.send('GET', `${activitiesPath}?page=0`)).toMatchObject({ status: 400 })
    expect(await admin.send('GET', `${activitiesPath}?sort_field=detail`)).toMatchObject({ status: 400 })
  })

  it('lists master apps by name and shows one, with every field @AD-04 @AD-05 @AD-08 @EN-54', async () => {
    const { body } = await admin.send<{ apps: MasterApp[] }>('GET', '/admin/apps')
    expect(body.apps.map(({ name }) => name)).toEqual([
      'Card Scanner',
      'Larder Till',
      'Order Screen',
      'Table Kiosk',
    ])
    expect(await admin.send('GET', '/admin/app/kiosk')).toMatchObject({
      status: 200,
      body: {
        app: {
          id: 'kiosk',
          name: 'Table Kiosk',
          description: 'Lets guests order at the table.',
          platform: 'windows',
          version: '0.9.12',
          active: false,
          created_at: '2026-08-22T23:00:00.000Z',
          updated_at: '2026-10-31T23:00:00.000Z',
        },
      },
    })
    expect(await admin.send('GET', '/admin/app/nothing')).toMatchObject({ status: 404 })
  })

  it('adds a master app once, however often it is sent @AD-06', async () => {
    const key = randomUUID()
    const replies = await Promise.all(
      [1, 2, 3].map(() => admin.send<{ app: MasterApp }>('POST', '/admin/app', app, { key })),
    )
    expect(new Set(replies.map(({ body }) => body.app.id)).size).toBe(1)
    expect(replies[0]!.body.app).toMatchObject({ ...app, created_at: '2026-11-20T23:00:00.000Z' })
    const { body } = await admin.send<{ apps: MasterApp[] }>('GET', '/admin/apps')
    expect(body.apps.filter(({ name }) => name === app.name)).toHaveLength(1)
    const wrong = await admin.send<ProblemBody>('POST', '/admin/app', { ...app, version: 'one', name: '' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors.map(({ field }) => field).sort()).toEqual(['name', 'version'])
  })

  it('changes a master app @AD-07', async () => {
    larder.clock.advance(60_000)
    const changed = await admin.send('PUT', '/admin/app/kiosk', { ...app, name: 'Kiosk 2' })
    expect(changed).toMatchObject({
      status: 200,
      body: { app: { id: 'kiosk', name: 'Kiosk 2', active: true, updated_at: '2026-11-20T23:01:00.000Z' } },
    })
    expect(await admin.send('PUT', '/admin/app/nothing', app)).toMatchObject({ status: 404 })
    larder.clock.advance(-60_000)
  })

  it('does not overwrite a change that somebody else has made since the app was read', async () => {
    const { body } = await admin.send<{ app: MasterApp }>('POST', '/admin/app', app)
    const path = `/admin/app/${body.app.id}`
    const seen = { updated_at: body.app.updated_at }
    larder.clock.advance(60_000)
    const first = await admin.send<{ app: MasterApp }>('PUT', path, { ...app, ...seen, version: '3.0' })
    expect(first.status).toBe(200)
    const second = await admin.send<ProblemBody>('PUT', path, { ...app, ...seen, active: false })
    expect(second).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect((await admin.send<{ app: MasterApp }>('GET', path)).body.app).toEqual(first.body.app)
    const { updated_at } = first.body.app
    expect(await admin.send('PUT', path, { ...app, updated_at, active: false })).toMatchObject({
      status: 200,
    })
    expect(await admin.send('PUT', '/admin/app/nothing', { ...app, updated_at })).toMatchObject({
      status: 404,
    })
    larder.clock.advance(-60_000)
  })
})

describe.for(databases)('invitations [$name]', (engine) => {
  let larder: TestLarder
  let admin: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      verification: { provider: 'embedded', siteKey: undefined, verify: async () => true },
    })
    admin = await SignedIn.as(larder, await addUser(larder, { role: 'owner' }))
  })
  afterAll(() => larder.close())

  const invite = (
    email: string,
    role: string,
    destination = '',
  ): Promise<{ status: number; body: { status: string } & ProblemBody }> =>
    admin.send('POST', '/admin/user/invite', { email, firstName: 'Ben', lastName: 'Ito', role, destination })
  const emailsTo = (to: string): MailMessage[] => larder.emails.filter((email) => email.to === to)
  const tokenIn = ({ text }: MailMessage): string => /[?&]token=([\w-]+)/.exec(text)![1]!
  const register = (
    email: string,
    token: string,
  ): Promise<{ status: number; body: { status: string } & ProblemBody }> =>
    new Guest(larder).send('POST', '/auth/register', {
      email,
      email_confirmation: email,
      password: 'a-long-passphrase-1',
      password_confirmation: 'a-long-passphrase-1',
      first_name: 'Ben',
      last_name: 'Ito',
      phone: '2125550147',
      dob: '01/31/1990',
      recaptcha_confirmation: 'a person',
      token,
      organization_id: 'org-tavola',
      location_id: tavola.location,
    })
  const userOf = async (email: string) =>
    (
      await larder.database.query<{
        role: string
        confirmed_at: number | null
        password_hash: string | null
      }>('SELECT role, confirmed_at, password_hash FROM users WHERE location_id = $1 AND email_key = $2', [
        tavola.location,
        email,
      ])
    )[0]

  it('emails a link by which the invited person creates an account with the role @AU-09 @OV-06', async () => {
    expect(await invite('ben@example.com', 'owner')).toEqual(
      expect.objectContaining({ status: 200, body: { status: 'The invitation is on its way.' } }),
    )
    const [email] = emailsTo('ben@example.com')
    expect(email!.text).toContain('http://tavola.localhost/signup?token=')
    expect(email!.text).toMatch(/invites you to be an owner of /)
    expect(email!.text).toContain('The invitation is for ben@example.com: please sign up with this address')
    expect(await userOf('ben@example.com')).toEqual({
      role: 'owner',
      confirmed_at: null,
      password_hash: null,
    })
    expect(JSON.stringify(await larder.database.query('SELECT * FROM mail_links'))).not.toContain(
      tokenIn(email!),
    )
    expect(await register('ben@example.com', tokenIn(email!))).toMatchObject({ status: 200 })
    const signedIn = await new Guest(larder).send<Tokens>('POST', '/auth/local', {
      email: 'ben@example.com',
      password: 'a-long-passphrase-1',
      organization_id: 'org-tavola',
      location_id: tavola.location,
    })
    const headers = { authorization: `Bearer ${signedIn.body.token}` }
    expect(await new Guest(larder).send('GET', '/admin/apps', undefined, { headers })).toMatchObject({
      status: 200,
    })
  })

  it('is valid for a week and not a moment longer', async () => {
    const dayMs = 24 * 60 * 60 * 1000
    const begunMs = larder.clock.now()
    const invited = async (email: string): Promise<string> => {
      await invite(email, 'member')
      return tokenIn(emailsTo(email).at(-1)!)
    }
    const [early, late] = [await invited('early@example.com'), await invited('late@example.com')]
    larder.clock.advance(7 * dayMs - 1000)
    await register('early@example.com', early)
    expect(await userOf('early@example.com')).toMatchObject({ confirmed_at: larder.clock.now() })
    larder.clock.advance(1000)
    // Without a word they would be a guest, with a password that no email asked for.
    const before = larder.emails.length
    expect(await register('late@example.com', late)).toMatchObject({
      status: 422,
      body: { code: 'link_invalid', message: expect.stringMatching(/older than a week/) },
    })
    expect(larder.emails).toHaveLength(before)
    expect(await userOf('late@example.com')).toMatchObject({ confirmed_at: null, password_hash: null })
    expect(await register('early@example.com', early)).toMatchObject({ body: { code: 'link_invalid' } })
    larder.clock.set(begunMs)
  })

  it('builds the link from the registered hosts only, whatever destination says', async () => {
    await invite('hostile@example.com', 'member', 'https://evil.example/signup')
    expect(emailsTo('hostile@example.com')[0]!.text).not.toContain('evil')
    await invite('own@example.com', 'member', 'https://order.tavola.example/anything')
    expect(emailsTo('own@example.com')[0]!.text).toContain('https://order.tavola.example/signup?token=')
  })

  it('gives the same answer for known people, raises a role and never lowers one', async () => {
    await addUser(larder, { email: 'known@example.com' })
    const first = await invite('fresh@example.com', 'owner')
    const second = await invite('known@example.com', 'owner')
    expect(second.body).toEqual(first.body)
    expect((await userOf('known@example.com'))!.role).toBe('owner')
    expect(emailsTo('known@example.com')).toMatchObject([{ kind: 'role' }])
    await invite('known@example.com', 'member')
    expect((await userOf('known@example.com'))!.role).toBe('owner')
    expect(emailsTo('known@example.com')).toHaveLength(1)
  })

  it('gives no role to existing sessions: a signed-in person has to sign in again', async () => {
    const known = await SignedIn.as(larder, await addUser(larder, { email: 'before@example.com' }))
    await invite('before@example.com', 'member')
    expect((await known.send('GET', '/user')).status).toBe(200)
    await invite('before@example.com', 'owner')
    expect((await known.send('GET', '/admin/apps')).status).toBe(401)
    expect((await admin.send('GET', '/admin/apps')).status).toBe(200)
  })

  it('keeps nothing of an account that somebody began with the address before', async () => {
    const id = await addUser(larder, {
      email: 'target@example.com',
      confirmedAt: undefined,
      passwordHash: 'the attacker’s',
    })
    await larder.database.query(
      `INSERT INTO mail_links (location_id, token_hash, purpose, user_id, created_at, expires_at) VALUES ($1, 'begun', 'confirm', $2, 0, 9000000000000000)`,
      [tavola.location, id],
    )
    await invite('target@example.com', 'owner')
    expect(await userOf('target@example.com')).toEqual({
      role: 'owner',
      confirmed_at: null,
      password_hash: null,
    })
    const open = await larder.database.query<{ purpose: string }>(
      'SELECT purpose FROM mail_links WHERE user_id = $1 AND used_at IS NULL',
      [id],
    )
    expect(open).toEqual([{ purpose: 'invite' }])
  })

  it('makes only the newest link valid, and only once', async () => {
    await invite('twice@example.com', 'member')
    await invite('twice@example.com', 'owner')
    const [older, newer] = emailsTo('twice@example.com').map(tokenIn)
    await register('twice@example.com', older!)
    expect((await userOf('twice@example.com'))!.confirmed_at).toBeNull()
    await register('twice@example.com', newer!)
    expect(await userOf('twice@example.com')).toMatchObject({
      role: 'owner',
      confirmed_at: larder.clock.now(),
    })
  })

  it('a second invitation never lowers a role; once the first has expired it no longer counts', async () => {
    const begunMs = larder.clock.now()
    await invite('again@example.com', 'owner')
    await invite('again@example.com', 'kitchen')
    expect(emailsTo('again@example.com').at(-1)!.text).toMatch(/invites you to be an owner of /)
    expect((await userOf('again@example.com'))!.role).toBe('owner')
    larder.clock.advance(7 * 24 * 60 * 60 * 1000)
    admin = await SignedIn.as(larder, admin.userId)
    await invite('again@example.com', 'kitchen')
    expect(emailsTo('again@example.com').at(-1)!.text).toMatch(/invites you to be on the kitchen staff of /)
    expect((await userOf('again@example.com'))!.role).toBe('kitchen')
    larder.clock.set(begunMs)
    admin = await SignedIn.as(larder, admin.userId)
  })

  it('sends one address no more than ten emails an hour', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 12; count++)
      statuses.push((await invite('often@example.com', 'member')).status)
    expect(statuses.slice(0, 10).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(10)).toEqual([429, 429])
    expect(emailsTo('often@example.com')).toHaveLength(10)
  })

  it('refuses an invalid address and an unknown role', async () => {
    expect(await invite('nobody', 'member')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'email' }] },
    })
    expect(await invite('a@example.com', 'chef')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'role' }] },
    })
  })

  it('sends one invitation for each key', async () => {
    const key = randomUUID()
    const body = { email: 'once@example.com', firstName: 'O', lastName: 'N', role: 'member', destination: '' }
    await Promise.all([1, 2, 3].map(() => admin.send('POST', '/admin/user/invite', body, { key })))
    expect(emailsTo('once@example.com')).toHaveLength(1)
  })
})
