import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type EphemeralKeyAnswer, ephemeralKeyVersion } from '#contract/schemas/user.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { concurrentDatabases, databases, listLockWaits } from './support/databases.ts'
import { type Guest, type ProblemBody, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

const create = '/location/:loc/ticketorder/create'
const remove = (who: Guest) => who.send('POST', '/user/delete', { password: '' })
const rowsNaming = (larder: TestLarder, table: string, userId: string) =>
  larder.database.query(`SELECT 1 AS one FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [userId])

describe.for(databases)('an account that goes while its owner changes something [$name]', (engine) => {
  let larder: TestLarder
  let sandbox: Payments
  /** Runs after the provider has finished a request. */
  let then: { forgotten?: () => Promise<void>; made?: (customerId: string) => Promise<void> } = {}
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (own) => ({
        ...(sandbox = own),
        async forgetCustomer(...call) {
          await own.forgetCustomer(...call)
          await then.forgotten?.()
        },
        async createCustomer(user) {
          const id = await own.createCustomer(user)
          await then.made?.(id)
          return id
        },
      }),
    })
  })
  afterEach(() => void (then = {}))
  afterAll(() => larder.close())

  const openSavedCards = (who: Guest, email: string) =>
    who.send<EphemeralKeyAnswer & ProblemBody>('POST', '/location/:loc/payment/ephemeralkey', {
      stripe_version: ephemeralKeyVersion,
      email,
    })
  const isThere = async (customerId: string): Promise<boolean> =>
    (await sandbox.openEphemeralKey(tavola.location, customerId, ephemeralKeyVersion)) === 'open'

  it('stays when its saved cards were opened meanwhile, and is deleted with those at the next try', async () => {
    const email = `opened-${engine.name}@example.com`
    const who = await SignedIn.as(larder, await addUser(larder, { email }))
    const open = async () => (await openSavedCards(who, email)).body.stripe_customer_id
    const first = await open()
    let second = ''
    then = {
      async forgotten() {
        then = {}
        second = await open()
      },
    }
    expect(await remove(who)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(second).not.toBe(first)
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
    expect((await remove(who)).status).toBe(200)
    expect(await isThere(second)).toBe(false)
  })

  it('leaves no customer that was being created with the provider during the deletion', async () => {
    const email = `made-${engine.name}@example.com`
    const who = await SignedIn.as(larder, await addUser(larder, { email }))
    let made = ''
    then = {
      async made(customerId) {
        made = customerId
        expect((await remove(who)).status).toBe(200)
      },
    }
    expect(await openSavedCards(who, email)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(made).not.toBe('')
    expect(await isThere(made)).toBe(false)
  })

  it('is not named by what comes a moment after', async () => {
    const id = await addUser(larder)
    const who = await SignedIn.as(larder, id)
    const { findSession } = larder.app
    let resume = (): void => undefined
    const gone = new Promise<void>((resolve) => (resume = resolve))
    const made = await new Promise<ReturnType<typeof who.send<ProblemBody>>[]>((seen) => {
      larder.app.findSession = async (...call) => {
        const session = await findSession.apply(larder.app, call)
        seen(sent)
        await gone
        return session
      }
      const sent = [who.send<ProblemBody>('GET', create)]
    })
    larder.app.findSession = findSession
    expect((await remove(who)).status).toBe(200)
    resume()
    expect(await made[0]).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(await rowsNaming(larder, 'tickets', id)).toEqual([])
    const kept = await larder.database.query('SELECT path FROM idempotency_keys WHERE caller = $1', [id])
    expect(kept).toEqual([{ path: '/api/user/delete' }])
  })
})

describe.for(concurrentDatabases)('an account that goes beside a change of its owner [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine)
  })
  afterAll(() => larder.close())

  const countWaiting = async () => (await listLockWaits(larder.database)).length

  it('waits until the change is done, and deletes it, too', async () => {
    const id = await addUser(larder)
    const who = await SignedIn.as(larder, id)
    const key = randomUUID()
    let open = (): void => undefined
    const held = await new Promise<Promise<void>[]>((taken) => {
      const holding = larder.database.transaction(async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', [tavola.location, key])
        const opened = new Promise<void>((resolve) => (open = resolve))
        taken([holding])
        await opened
      })
    })
    const made = who.send('GET', create, undefined, { key })
    onTestFinished(() => open())
    await expect.poll(countWaiting).toBe(1)
    const removed = remove(who)
    await expect.poll(countWaiting).toBe(2)
    open()
    await Promise.all(held)
    expect([(await made).status, (await removed).status]).toEqual([200, 200])
    expect(await rowsNaming(larder, 'tickets', id)).toEqual([])
  })
})
