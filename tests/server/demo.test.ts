import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { CardsAnswer } from '#contract/schemas/card.ts'
import type { TransactionsAnswer as TransactionsSchema, UserAnswer } from '#contract/schemas/user.ts'
import { getServerSecret } from '#server/db/server-secrets.ts'
import { hasDemoWorld, seedDemo } from '#server/demo/seed.ts'
import { readSettings } from '#server/env.ts'
import { isLocked } from '#server/modules/accounts/failures.ts'
import { hashOfClaimCode } from '#server/modules/cards/claim-code.ts'
import { noFirstScreen } from '#server/portal/first-screen.ts'
import { argon2Passwords } from '#server/ports/passwords.ts'
import { systemIds } from '#server/ports/system.ts'
import { type RunningLarder, startLarder, type StartOptions } from '#server/start.ts'
import { booksOf } from './support/cards.ts'
import { numberOf, testCipher } from './support/cipher.ts'
import { databases, workerFile } from './support/databases.ts'
import { startTestLarder, testClock, type TestLarder, ticketPath } from './support/larder.ts'
import { addUser, SignedIn, userIdOf } from './support/people.ts'
import { refund } from './support/placed.ts'
import { dataWithDatabase } from './support/program.ts'
import { seenOrder } from './support/staff-orders.ts'

const bella = { host: 'bella.localhost', location: 'bella-nyc' }
const smoke = { host: 'smoke.localhost', location: 'smoke-chi' }

describe.for(databases)('the demo world [$name]', (engine) => {
  let larder: TestLarder
  let hashed: string[]
  const seed = (world: TestLarder): Promise<boolean> =>
    seedDemo(world.database, world.directory.list(), {
      clock: world.clock,
      ids: systemIds,
      cipher: testCipher,
      passwords: {
        hash: (password) => {
          hashed.push(password)
          return argon2Passwords.hash(password)
        },
      },
    })
  const rows = <R extends Record<string, unknown>>(sql: string, ...params: unknown[]): Promise<R[]> =>
    larder.database.query<R>(sql, params)

  beforeAll(async () => {
    hashed = []
    larder = await startTestLarder(engine, { merchantsDir: resolve('merchants') })
    await seed(larder)
  })
  afterAll(() => larder.close())

  it('has the four people at each merchant with accounts, and hashes each password once', async () => {
    expect(hashed).toEqual(['Larder-demo-1', 'Larder-demo-2', 'Larder-demo-3', 'Larder-demo-4'])
    for (const { location } of [bella, smoke]) {
      const people = await rows<{
        email: string
        role: string
        confirmed_at: number | null
        password_hash: string
      }>(
        'SELECT email, role, confirmed_at, password_hash FROM users WHERE location_id = $1 ORDER BY password_hash',
        location,
      )
      expect(people.map(({ email, role }) => `${email} ${role}`).sort()).toEqual([
        'admin@larder.test owner',
        'locked@larder.test member',
        'member@larder.test member',
        'other@larder.test member',
      ])
      expect(people.every((one) => one.confirmed_at !== null)).toBe(true)
      const member = people.find((one) => one.email === 'member@larder.test')!
      expect(await verify(member.password_hash, 'Larder-demo-1')).toBe(true)
      expect(
        await isLocked(
          larder.database,
          location,
          'locked@larder.test',
          larder.clock.now() + 365 * 86_400_000,
        ),
      ).toBe(true)
      expect(await isLocked(larder.database, location, 'member@larder.test', larder.clock.now())).toBe(false)
    }
  })

  it('gives the member the four documented cards, and the other member one @EN-43', async () => {
    const member = await SignedIn.as(
      larder,
      await userIdOf(larder, bella.location, 'member@larder.test'),
      bella,
    )
    const all = await member.send<CardsAnswer>('GET', '/location/:loc/cards?showall=true')
    expect(all.body.cards.map((card) => [card.number, card.balance, card.status])).toEqual([
      ['6006 4912 4444 0021', 1825, 'active'],
      ['6006 4912 3456 7896', 7500, 'active'],
      ['6006 4912 0000 0013', 0, 'active'],
      ['6006 4912 9999 0008', 1250, 'expired'],
    ])
    const other = await SignedIn.as(
      larder,
      await userIdOf(larder, bella.location, 'other@larder.test'),
      bella,
    )
    expect(
      (await other.send<CardsAnswer>('GET', '/location/:loc/cards?showall=true')).body.cards,
    ).toHaveLength(1)
  })

  it('gives the linked gift the design of its occasion', async () => {
    expect(
      await rows<{ design: string }>(
        `SELECT design->>'id' AS design FROM cards WHERE location_id = $1 AND user_id IS NULL AND from_name IS NOT NULL`,
        bella.location,
      ),
    ).toEqual([{ design: 'birthday' }])
  })

  it('has a card that nobody owns, and one for the claim code, kept as a hash', async () => {
    const free = await rows<{
      location_id: string
      id: string
      sealed_number: string
      balance_cents: number
      claim_code_hash: string | null
    }>(
      'SELECT location_id, id, sealed_number, balance_cents, claim_code_hash FROM cards WHERE location_id = $1 AND user_id IS NULL ORDER BY balance_cents DESC',
      bella.location,
    )
    expect(
      free.map(({ balance_cents, claim_code_hash, ...row }) => ({
        card_number: numberOf(row),
        balance_cents,
        claim_code_hash,
      })),
    ).toEqual([
      { card_number: '6006495555550004', balance_cents: 4000, claim_code_hash: null },
      { card_number: '6006496666660003', balance_cents: 3500, claim_code_hash: null },
      {
        card_number: '6006495555550020',
        balance_cents: 2500,
        claim_code_hash: hashOfClaimCode(bella.location, ' bella-claim-2026'),
      },
    ])
  })

  it('gives the member points and two rewards where rewards are on, and viewable past orders', async () => {
    const id = await userIdOf(larder, bella.location, 'member@larder.test')
    const points = await rows<{ sum: number }>(
      'SELECT sum(points)::int AS sum FROM reward_points WHERE location_id = $1 AND user_id = $2',
      bella.location,
      id,
    )
    expect(points).toEqual([{ sum: 182 }])
    const rewards = await rows<{ ends_on: string }>(
      'SELECT ends_on FROM rewards WHERE location_id = $1 AND user_id = $2',
      bella.location,
      id,
    )
    expect(rewards).toHaveLength(2)
    expect(rewards.every(({ ends_on: end }) => end > '2026-11-20')).toBe(true)
    expect(await rows('SELECT 1 AS one FROM reward_points WHERE location_id = $1', smoke.location)).toEqual(
      [],
    )
    const placed = await rows<{ ticket_id: string }>(
      'SELECT ticket_id FROM submissions WHERE location_id = $1',
      bella.location,
    )
    expect(placed).toHaveLength(2)
    const member = await SignedIn.as(larder, id, bella)
    const ticket = await member.ticket('GET', ticketPath(placed[0]!.ticket_id))
    expect(ticket).toMatchObject({
      status: 'Completed',
      totals: { due: '$0.00' },
      payments: [{ display_name: 'Visa ending in 4242' }],
    })
    expect(ticket.items.length).toBeGreaterThan(0)
  })

  it('shows the member’s rewards and transactions through the calls', async () => {
    const member = await SignedIn.as(
      larder,
      await userIdOf(larder, bella.location, 'member@larder.test'),
      bella,
    )
    const { body: account } = await member.send<UserAnswer>('GET', '/user')
    expect(account.user).toMatchObject({
      display_name: 'Maya Lindqvist',
      dob: '05/14/1988',
      hasPassword: true,
      zip: '10011',
      role: 'member',
    })
    expect(account.user.rewards).toMatchObject({
      is_rewards_on: true,
      summary: { current_points: 182, points_to_next_reward: 250 },
    })
    expect(account.user.rewards?.reward).toHaveLength(2)
    expect(account.user.rewards?.point_expiration).toEqual([{ points_expiring: 40, date: '12/14/2026' }])
    const { body } = await member.send<z.infer<typeof TransactionsSchema>>('GET', '/user/transactions')
    expect(body.transactions.filter((one) => one.ticket_order_id)).toHaveLength(2)
    expect(body.transactions.filter((one) => one.card_id).map((one) => one.pretty_amount)).toEqual(
      expect.arrayContaining(['$75.00', '$18.25', '$25.00', '-$25.00', '$12.50']),
    )
  })

  it('gives a restaurant only what its switches are for: people and no cards at pearl, nobody at quiet', async () => {
    const counts = (location: string): Promise<unknown> =>
      rows(
        `SELECT (SELECT count(*)::int FROM users WHERE location_id = $1) AS users, (SELECT count(*)::int FROM cards WHERE location_id = $1) AS cards,
         (SELECT count(*)::int FROM submissions WHERE location_id = $1) AS orders`,
        location,
      )
    expect(await counts('pearl-la')).toEqual([{ users: 4, cards: 0, orders: 0 }])
    expect(await counts('quiet-hudson')).toEqual([{ users: 0, cards: 0, orders: 0 }])
  })

  it('balances its books', async () => {
    expect(await rows('SELECT sum(amount_cents)::int AS sum FROM ledger')).toEqual([{ sum: 0 }])
    const cards = await booksOf(larder.database)
    expect(cards.length).toBeGreaterThan(7)
    for (const card of cards) expect(card.rows).toBe(card.balance)
  })

  it('changes nothing when it is seeded again', async () => {
    const before = await rows('SELECT id FROM users ORDER BY id')
    expect(await seed(larder)).toBe(false)
    expect(await rows('SELECT id FROM users ORDER BY id')).toEqual(before)
  })

  it('is seeded once by two servers that start together, and never beside real users', async () => {
    const fresh = await startTestLarder(engine, { merchantsDir: resolve('merchants') })
    const seeded = await Promise.all([seed(fresh), seed(fresh)])
    expect(seeded.sort()).toEqual([false, true])
    await fresh.close()
    const real = await startTestLarder(engine, { merchantsDir: resolve('merchants') })
    await addUser(real, {}, bella.location)
    expect(await seed(real)).toBe(false)
    expect(await hasDemoWorld(real.database)).toBe(false)
    await real.close()
  })

  it('has past orders that are refunded like any other', async () => {
    const owner = await SignedIn.as(larder, await addUser(larder, { role: 'owner' }, bella.location), bella)
    const [past] = await rows<{ ticket_id: string }>(
      'SELECT ticket_id FROM submissions WHERE location_id = $1 ORDER BY submitted_at LIMIT 1',
      bella.location,
    )
    const id = past!.ticket_id
    const { refundable } = await seenOrder(owner, id)
    expect(
      (await refund(owner, id, { tip: refundable!.tip_cents / 100, amount: refundable!.tip_cents / 100 }))
        .status,
    ).toBe(200)
    await larder.minute()
    expect((await seenOrder(owner, id)).refunds).toMatchObject([
      { parts: [{ done_at: expect.any(String) as string }] },
    ])
  })
})

describe('starting with the demo world', () => {
  let dataDir: string
  beforeAll(async () => void (dataDir = await dataWithDatabase()))
  const start = (
    environment: 'daily' | 'prod',
    dir = dataDir,
    changes: Partial<StartOptions> = {},
  ): Promise<RunningLarder> =>
    startLarder({
      settings: {
        ...readSettings({ PORT: '0', DATA_DIR: dir }),
        environment,
        texts: { url: 'https://texts.example', secret: 'x' },
      },
      root: resolve('.'),
      portal: { kind: 'none' },
      firstScreen: noFirstScreen,
      workerFile: workerFile(),
      log: () => undefined,
      ...changes,
    })
  const usersOf = async ({ database }: RunningLarder): Promise<number> =>
    (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM users'))[0]!.count

  const rootOf = async ({ port }: RunningLarder): Promise<{ status: number; pem: string }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/sandbox/wallet/root.pem`)
    return { status: answer.status, pem: await answer.text() }
  }

  it('seeds once, says who to sign in as, and signs them in; production does not start on it', async () => {
    const first = await start('daily')
    expect(first.demo).toEqual({ email: 'member@larder.test', password: 'Larder-demo-1' })
    const users = await usersOf(first)
    expect(users).toBe(12)
    const response = await fetch(`http://127.0.0.1:${first.port}/api/auth/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...first.demo, organization_id: 'org-bella', location_id: bella.location }),
    })
    expect(response.status).toBe(200)
    const giftId = /^http:\/\/bella\.localhost:\d+\/gift\/([\w-]{32})$/.exec(first.egiftUrl ?? '')?.[1]
    const gift = await fetch(
      `http://127.0.0.1:${first.port}/api/location/${bella.location}/card/${giftId}/egift`,
    )
    expect(await gift.json()).toMatchObject({ card: { balance: 3500, from_name: 'Maya Lindqvist' } })
    // The sandbox's root certificate stays the same, so that a pass can be verified after a restart, too.
    const root = await rootOf(first)
    expect(root).toMatchObject({ status: 200, pem: expect.stringMatching(/^-----BEGIN CERTIFICATE-----/) })
    await first.close()
    const second = await start('daily')
    expect(await rootOf(second)).toEqual(root)
    expect(await usersOf(second)).toBe(users)
    await second.close()
    await expect(start('prod')).rejects.toThrow('demo accounts')
  }, 180_000)

  it('has no accounts and no cards in production, or if it is switched off', async () => {
    const dir = await dataWithDatabase()
    const running = await start('prod', dir, { seedDemo: true })
    expect([await usersOf(running), running.demo, running.egiftUrl]).toEqual([0, undefined, undefined])
    expect(await running.database.query('SELECT 1 AS one FROM cards')).toEqual([])
    // In production no sandbox signs passes, and no merchant has keys.
    expect((await rootOf(running)).status).toBe(404)
    const wallets = `http://127.0.0.1:${running.port}/api/location/${bella.location}/wallets`
    expect(await (await fetch(wallets)).json()).toEqual({ wallets: [], sandbox: [] })
    await running.close()
    const settings = { ...readSettings({ PORT: '0', DATA_DIR: dir }), environment: 'prod' as const }
    await expect(start('prod', dir, { settings })).rejects.toThrow(
      'bella sends cards by text: set TEXT_WEBHOOK_URL',
    )
    const unwanted = await start('daily', dir, { seedDemo: false })
    expect(await usersOf(unwanted)).toBe(0)
    await unwanted.close()
  }, 180_000)
})

describe.for(databases)('a secret of the installation [$name]', (engine) => {
  it('is created once, by whatever needs it first, and is not constant', async () => {
    const [one, other] = await Promise.all([engine.open(), engine.open()])
    const ports = { clock: testClock(), ids: systemIds }
    const secrets = await Promise.all(
      Array.from({ length: 5 }, () => getServerSecret(one, 'verification', ports)),
    )
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).not.toBe(await getServerSecret(other, 'verification', ports))
    expect(secrets[0]).not.toBe(await getServerSecret(one, 'limits', ports))
    await Promise.all([one.close(), other.close()])
  })
})
