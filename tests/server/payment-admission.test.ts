import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import type { WithdrawalAnswer } from '#contract/endpoints/payments.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  type TestLarder,
} from './support/larder.ts'
import { freeAll } from './support/leases.ts'
import { chargedOf, paidStatus, payables, type ReadyPayable } from './support/payables.ts'
import { expectBooks } from './support/tenders.ts'

/**
 * A server that is killed after it recorded a payment and before the payment was counted (declines.ts): nobody is charged
 * uncounted. The test stops the server at that point, frees its leases as if the process were dead, and finally lets it
 * continue, as if it had only been cut off.
 */
describe.for(databases)('a payment that was never admitted [$name]', (engine) => {
  let larder: TestLarder
  let stop: { reached(): void; until: Promise<void> } | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        async findFingerprint(locationId, paymentMethod) {
          const here = stop
          stop = undefined
          here?.reached()
          await here?.until
          return made.findFingerprint(locationId, paymentMethod)
        },
      }),
    })
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const stateOf = async (key: string): Promise<string> => {
    const who = new Guest(larder)
    return (await who.send<WithdrawalAnswer & ProblemBody>('POST', `/location/:loc/payment/${key}/withdraw`))
      .body.state
  }
  type Uncounted = { key: string; comesBack(): Promise<Reply<ProblemBody>> }
  /** A payment whose server has stopped before counting it. */
  async function stoppedUncounted(payable: ReadyPayable): Promise<Uncounted> {
    const key = randomUUID()
    let resume = (): void => undefined
    let first: Promise<Reply<ProblemBody>> | undefined
    await new Promise<void>((reached) => {
      stop = { reached, until: new Promise<void>((resolve) => (resume = resolve)) }
      first = payable.pay(key)
    })
    const comesBack = (): Promise<Reply<ProblemBody>> => {
      resume()
      return first!
    }
    return { key, comesBack }
  }
  /** A payment whose server seems to have died before counting it. */
  async function leftUncounted(payable: ReadyPayable): Promise<Uncounted> {
    const left = await stoppedUncounted(payable)
    await freeAll(larder.database)
    return left
  }
  const attemptsOf = (key: string) =>
    larder.database.query<{ state: string; isCounted: boolean }>(
      `SELECT state, counted <> '[]' AS "isCounted" FROM payment_attempts WHERE idempotency_key = $1`,
      [key],
    )

  describe.for(payableKinds)('for a %s', (kind) => {
    let payable: ReadyPayable
    beforeEach(async () => {
      payable = await payables[kind](larder)
    })

    it('is given up by the settle round and never charged, also when its server comes back', async () => {
      const { key, comesBack } = await leftUncounted(payable)
      larder.clock.advance(61_000)
      await larder.minute()
      expect(await chargedOf(larder, payable.id)).toEqual([])
      expect(await attemptsOf(key)).toEqual([{ state: 'abandoned', isCounted: false }])
      expect((await comesBack()).status).toBe(409)
      expect(await chargedOf(larder, payable.id)).toEqual([])
      expect(await stateOf(key)).toBe('withdrawn')
      expect((await payable.pay(randomUUID())).status).toBe(200)
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
    })

    it('is begun again by the same call, and counted', async () => {
      const { key, comesBack } = await leftUncounted(payable)
      expect((await payable.pay(key)).status).toBe(200)
      expect(await attemptsOf(key)).toEqual([{ state: 'succeeded', isCounted: true }])
      expect((await comesBack()).status).toBe(409)
      expect((await payable.pay(key)).status).toBe(200)
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
      expect(await payable.status()).toBe(paidStatus[kind].paid)
    })

    it('makes room for another payment, and is not charged with it', async () => {
      const { key, comesBack } = await leftUncounted(payable)
      const other = randomUUID()
      expect((await payable.pay(other)).status).toBe(200)
      expect(await attemptsOf(other)).toEqual([{ state: 'succeeded', isCounted: true }])
      expect((await comesBack()).status).toBe(409)
      expect(await attemptsOf(key)).toEqual([{ state: 'abandoned', isCounted: false }])
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
    })

    it('is withdrawn at once when the device asks for its outcome', async () => {
      const { key, comesBack } = await leftUncounted(payable)
      expect(await stateOf(key)).toBe('withdrawn')
      expect((await comesBack()).status).toBe(409)
      expect(await payable.pay(key)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
      expect(await chargedOf(larder, payable.id)).toEqual([])
    })

    it('stays with a server that lives, however slow it is: it is counted and charged once', async () => {
      const { key, comesBack } = await stoppedUncounted(payable)
      larder.clock.advance(59_999)
      await larder.minute()
      expect(await stateOf(key)).toBe('running')
      expect(await payable.pay(key)).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
      expect((await comesBack()).status).toBe(200)
      expect(await attemptsOf(key)).toEqual([{ state: 'succeeded', isCounted: true }])
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
    })
  })
})
