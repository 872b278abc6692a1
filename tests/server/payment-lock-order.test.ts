import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import { concurrentDatabases, listLockWaits } from './support/databases.ts'
import { startTestLarder, type TestLarder } from './support/larder.ts'
import { chargedOf, payables } from './support/payables.ts'

/**
 * A repeat of a payment that arrives while the first one's answer is being written: both lock the key and the payable. If the
 * first held the payable and the repeat the key, each would wait for the other until the database ended one of them.
 */
describe.for(concurrentDatabases)('a copy of a payment that is being written down [$name]', (engine) => {
  let larder: TestLarder
  /** Holds the payment's attempt after the provider's answer, until it is opened. */
  let hold: { open(): void } | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        async charge(charge) {
          const outcome = await made.charge(charge)
          await new Promise<void>((held) => {
            void larder.database.transaction(async (tx) => {
              await tx.query(
                'SELECT 1 AS one FROM payment_attempts WHERE $1 IN (ticket_id, upper(right(order_id, 6))) FOR UPDATE',
                [charge.about],
              )
              await new Promise<void>((open) => {
                hold = { open }
                held()
              })
            })
          })
          return outcome
        },
      }),
    })
  }, 60_000)
  afterEach(() => hold?.open())
  afterAll(() => larder.close())

  const waiting = () => listLockWaits(larder.database)

  it.each(payableKinds)('waits for its key and holds nothing meanwhile: %s', async (kind) => {
    const ready = await payables[kind](larder)
    const key = randomUUID()
    hold = undefined
    const first = ready.pay(key)
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 30_000 })
    const copy = ready.pay(key)
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(2), { timeout: 30_000 })
    const [, ofCopy] = await waiting()
    hold!.open()
    const replies = await Promise.all([first, copy])
    expect(ofCopy).toMatch(/^INSERT INTO idempotency_keys/)
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[1].body).toEqual(replies[0].body)
    expect(await chargedOf(larder, ready.id)).toEqual([ready.dueCents])
  })
})
