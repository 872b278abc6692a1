import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { progressPercent } from '#contract/rules/account.ts'
import type { TransactionsAnswer, User } from '#contract/schemas/user.ts'
import type * as z from 'zod/mini'
import { earnPoints } from '#server/modules/accounts/points.ts'
import { systemIds } from '#server/ports/system.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  grill,
  type Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  tavola,
  type TestLarder,
} from './support/larder.ts'
import { everybody, goodPassword, Member } from './support/members.ts'
import { paidOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'

const days = 24 * 60 * 60 * 1000

describe.for(databases)('the user [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody })
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  type UserReply = { user: User } & ProblemBody
  const read = (member: Guest, headers: Record<string, string> = {}) =>
    member.send<UserReply>('GET', '/user', undefined, { headers })
  const edit = {
    first_name: ' Ada ',
    last_name: 'Lovelace',
    dob: '12/10/1980',
    phone: '(212) 555-0148',
    address: '12 Main Street',
    address2: 'Floor 2',
    city: 'New York',
    state: 'NY',
    zip: '10011',
  }
  const update = (
    member: Guest,
    changes: object = {},
    headers: Record<string, string> = {},
    key = randomUUID(),
  ) => member.send<UserReply>('PUT', '/v2.0/user', { ...edit, ...changes }, { headers, key })

  it('is returned to its owner alone, with the location’s date @AU-12 @EN-47', async () => {
    const ada = await Member.new(larder)
    const { status, body, headers } = await read(ada)
    expect(status).toBe(200)
    expect(endpoints.getUser.answer.safeParse(body).success).toBe(true)
    expect(body.user).toMatchObject({
      email: ada.email,
      first_name: 'Ada',
      last_name: 'Guest',
      display_name: 'Ada Guest',
      dob: '02/29/1980',
      phone: '2125550147',
      hasPassword: true,
      account_created_on: '11/20/2026',
      linked_accounts: [],
      role: 'member',
    })
    expect(JSON.stringify(body)).not.toContain('argon2')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('names linked accounts, and says when there is no password @RO-02 @EN-47', async () => {
    const userId = await addUser(larder)
    await larder.database.query(
      `INSERT INTO linked_accounts (location_id, provider, subject, user_id, created_at) VALUES ($1, 'google', 's-1', $2, 0)`,
      [tavola.location, userId],
    )
    const { body } = await read(await SignedIn.as(larder, userId))
    expect(body.user).toMatchObject({ hasPassword: false, linked_accounts: [{ provider: 'Google' }] })
  })

  it('is not sent again while it is unchanged, by ETag', async () => {
    const ada = await Member.new(larder)
    const { headers } = await read(ada)
    const tag = String(headers['etag'])
    expect(tag).toMatch(/^"e[\w-]+\.[\w-]+"$/)
    expect(await read(ada, { 'if-none-match': tag })).toMatchObject({ status: 304, body: undefined })
    await update(ada)
    expect((await read(ada, { 'if-none-match': tag })).status).toBe(200)
  })

  it('is edited only from the current version @AU-14 @EN-47', async () => {
    const ada = await Member.new(larder)
    const { headers } = await read(ada)
    const seen = { 'if-match': String(headers['etag']) }
    const saved = await update(ada, {}, seen)
    expect(saved.body.user).toMatchObject({
      ...edit,
      first_name: 'Ada',
      display_name: 'Ada Lovelace',
      phone: '2125550148',
    })
    const tooLate = await update(ada, { city: 'Boston' }, seen)
    expect(tooLate).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } })
    expect((await read(ada)).body.user.city).toBe('New York')
    expect(
      (await update(ada, { city: 'Albany' }, { 'if-match': String(saved.headers['etag']) })).status,
    ).toBe(200)
    expect((await update(ada, { city: 'Buffalo' })).body.user.city).toBe('Buffalo')
  })

  it('can be edited after a password change, which does not count as another edit', async () => {
    const ada = await Member.new(larder)
    const seen = { 'if-match': String((await read(ada)).headers['etag']) }
    const [current_password, new_password] = [goodPassword, '9 green lanterns, lit']
    const passwords = { current_password, new_password, new_password_confirmation: new_password }
    expect((await ada.send('POST', '/v2.0/user/passwordreset', passwords)).status).toBe(200)
    expect((await update(ada, {}, seen)).status).toBe(200)
    expect((await update(ada, { city: 'Boston' }, seen)).status).toBe(412)
  })

  it('is edited from the version that an earlier build’s ETag names', async () => {
    const ada = await Member.new(larder)
    const [row] = await larder.database.query<{ version: number }>(
      'SELECT version FROM users WHERE email = $1',
      [ada.email],
    )
    const seen = { 'if-match': `"v${row!.version}-Zm9vYmFyYmF6"` }
    expect((await update(ada, {}, seen)).status).toBe(200)
    expect((await update(ada, { city: 'Boston' }, seen)).status).toBe(412)
  })

  it('an edit applies once for each key, and once for each ETag', async () => {
    const ada = await Member.new(larder)
    const seen = { 'if-match': String((await read(ada)).headers['etag']) }
    const key = randomUUID()
    const copies = await Promise.all([1, 2, 3].map(() => update(ada, {}, seen, key)))
    expect(copies.map(({ status }) => status)).toEqual([200, 200, 200])
    const next = { 'if-match': String((await read(ada)).headers['etag']) }
    const rivals = await Promise.all(
      ['Albany', 'Boston', 'Buffalo'].map((city) => update(ada, { city }, next)),
    )
    expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  })

  it('refuses an edit and names every wrong field', async () => {
    const ada = await Member.new(larder)
    const refused = await update(ada, {
      first_name: ' ',
      phone: '555',
      zip: '1001',
      dob: '11/21/2026',
      role: 'owner',
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ field }) => field)).toEqual(['first_name', 'phone', 'zip', 'dob'])
    await update(ada, { role: 'owner', email: 'other@example.com' })
    expect((await read(ada)).body.user).toMatchObject({ role: 'member', email: ada.email })
  })

  const addPoints = (userId: string, points: number, expiresOn: string | null): Promise<unknown> =>
    larder.database.query(
      `INSERT INTO reward_points (location_id, id, user_id, points, description, expires_on, created_at) VALUES ($1, $2, $3, $4, 'Order', $5, 0)`,
      [tavola.location, randomUUID(), userId, points, expiresOn],
    )
  const addReward = async (
    userId: string,
    name: string,
    endsOn: string,
    usedAt: number | null = null,
  ): Promise<string> => {
    const id = randomUUID()
    await larder.database.query(
      `INSERT INTO rewards (location_id, id, user_id, name, amount_cents, ends_on, used_at, created_at) VALUES ($1, $2, $3, $4, 1050, $5, $6, 0)`,
      [tavola.location, id, userId, name, endsOn, usedAt],
    )
    return id
  }

  it('earns a point for each whole dollar, and none for what is left of one', async () => {
    const merchant = larder.directory.findByLabel('tavola')!
    const userId = await addUser(larder)
    const earned: number[][] = []
    for (const discountedCents of [0, 99, 100, 149, 150, 199, 1999, 2000]) {
      const { id: ticketId } = await (
        await SignedIn.as(larder, userId)
      ).ticket('GET', '/location/:loc/ticketorder/create')
      const order = { userId, ticketId, name: 'A-1', discountedCents }
      // Called twice: an order earns its points once.
      for (let count = 0; count < 2; count++)
        await larder.database.transaction((tx) =>
          earnPoints(tx, merchant, order, { clock: larder.clock, ids: systemIds }),
        )
      const rows = await larder.database.query<{ points: number }>(
        'SELECT points FROM reward_points WHERE ticket_id = $1',
        [ticketId],
      )
      earned.push(rows.map(({ points }) => points))
    }
    expect(earned).toEqual([[], [], [1], [1], [1], [1], [19], [20]])
  })

  it('has points and rewards where the location has a program, until they expire by its date @EN-48 @RO-04 @BC-18', async () => {
    const userId = await addUser(larder)
    const member = await SignedIn.as(larder, userId)
    await addPoints(userId, 100, '2026-11-19')
    await addPoints(userId, 60, '2026-11-20')
    await addPoints(userId, 40, '2026-12-31')
    await addPoints(userId, 50, '2027-06-30')
    await addPoints(userId, 32, null)
    const dessert = await addReward(userId, 'A dessert', '2026-11-20')
    await addReward(userId, 'Too late', '2026-11-19')
    await addReward(userId, 'Used', '2026-12-31', 1)
    const { body } = await read(member)
    expect(body.user.rewards).toMatchObject({
      is_rewards_on: true,
      summary: {
        current_points: 182,
        points_to_next_reward: 250,
        points_needed: 250,
        reward_message: '68 more points until your next reward.',
      },
      reward: [{ id: dessert, name: 'A dessert', amount_pretty: '$10.50', end: '11/20/2026' }],
      point_expiration: [
        { points_expiring: 60, date: '11/20/2026' },
        { points_expiring: 40, date: '12/31/2026' },
      ],
    })
    const { current_points: points, points_to_next_reward: needed } = body.user.rewards!.summary!
    expect(progressPercent(points, needed)).toBeCloseTo(72.8)
    // Midnight in New York, not in London.
    const tag = String((await read(member)).headers['etag'])
    larder.clock.set('2026-11-21T04:59:00Z')
    expect((await read(member, { 'if-none-match': tag })).status).toBe(304)
    larder.clock.set('2026-11-21T05:00:00Z')
    expect((await read(member, { 'if-none-match': tag })).body.user.rewards).toMatchObject({
      summary: { current_points: 122 },
      reward: [],
    })
    const elsewhere = await addUser(larder, {}, grill.location)
    expect((await read(await SignedIn.as(larder, elsewhere, grill))).body.user.rewards).toBeUndefined()
  })

  it('earns a point for each dollar after discounts, once for each order', async () => {
    const userId = await addUser(larder)
    const member = await SignedIn.as(larder, userId)
    const paid = await paidOrder(member)
    const placed = await member.ticket('POST', submitPath(paid.id), { phone_number: '' })
    await member.ticket('POST', submitPath(paid.id), { phone_number: '' })
    expect(placed.totals.sub_total).toBe('$16.00')
    expect((await read(member)).body.user.rewards!.summary!.current_points).toBe(16)
    larder.clock.advance(366 * days)
    expect((await read(await SignedIn.as(larder, userId))).body.user.rewards!.summary!.current_points).toBe(0)
  })

  it('lists card transactions and placed orders, the newest first @AU-13 @EN-44', async () => {
    const userId = await addUser(larder)
    const member = await SignedIn.as(larder, userId)
    await larder.database.query(
      `INSERT INTO card_transactions (location_id, id, user_id, description, amount_cents, card_id, online_order, ticket_id, created_at)
       VALUES ($1, $2, $3, 'Gift card used', -1234567, 'card-1', false, NULL, $4)`,
      [tavola.location, randomUUID(), userId, Date.parse('2026-11-20T03:00:00Z')],
    )
    const paid = await paidOrder(member)
    const placed = await member.ticket('POST', submitPath(paid.id), { phone_number: '' })
    const { body } = await member.send<z.infer<typeof TransactionsAnswer>>('GET', '/user/transactions')
    expect(body.transactions).toEqual([
      {
        description: `Order ${placed.name}`,
        pretty_amount: placed.totals.total,
        pretty_date: '11/20/2026',
        card_id: null,
        online_order: true,
        ticket_order_id: placed.id,
      },
      // The evening before, in the location's time zone.
      {
        description: 'Gift card used',
        pretty_amount: '-$12,345.67',
        pretty_date: '11/19/2026',
        card_id: 'card-1',
        online_order: false,
        ticket_order_id: null,
      },
    ])
    const stranger = await SignedIn.as(larder, await addUser(larder))
    expect((await stranger.send('GET', '/user/transactions')).body).toEqual({ transactions: [] })
  })
})
