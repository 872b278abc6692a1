import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import type { WithdrawalAnswer } from '#contract/endpoints/payments.ts'
import type { ChargeOutcome, Payments } from '#server/ports/payments/payments.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  type TestLarder,
} from './support/larder.ts'
import { chargedOf, paidStatus, payables, type ReadyPayable } from './support/payables.ts'
import { expectBooks } from './support/tenders.ts'

function signal(): { given: Promise<void>; give(): void } {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

describe.for(databases)('the payment room [$name]', (engine) => {
  let larder: TestLarder
  let fault: ((made: Payments, ...call: Parameters<Payments['charge']>) => Promise<ChargeOutcome>) | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        charge: (charge) => (fault ? fault(made, charge) : made.charge(charge)),
      }),
    })
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterEach(() => {
    fault = undefined
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const withdraw = (key: string, who = new Guest(larder)): Promise<Reply<WithdrawalAnswer & ProblemBody>> =>
    who.send('POST', `/location/:loc/payment/${key}/withdraw`)
  const stateOf = async (key: string): Promise<string> => (await withdraw(key)).body.state

  describe.for(payableKinds)('for a %s', (kind) => {
    let payable: ReadyPayable
    beforeEach(async () => {
      payable = await payables[kind](larder)
    })

    it('settles an abandoned payment within two minutes, once, and delivers what was paid for (I7)', async () => {
      fault = async (made, charge) => {
        await made.charge(charge)
        return { kind: 'unknown', reason: 'cut' }
      }
      expect((await payable.pay(randomUUID())).status).toBe(503)
      fault = undefined
      larder.clock.advance(61_000)
      await larder.minute()
      expect(await payable.status()).toBe(paidStatus[kind].paid)
      larder.clock.advance(61_000)
      await larder.minute()
      expect(await payable.status()).toBe(paidStatus[kind].placed)
      expect(await payable.given()).toBe(1)
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
    })

    it('charges a payment that never reached the provider, within two minutes and never after an hour (N1)', async () => {
      for (const [awayMs, charged] of [
        [61_000, true],
        [60 * 60_000, false],
      ] as const) {
        const one = await payables[kind](larder)
        fault = async () => ({ kind: 'unknown', reason: 'the provider was away' })
        const key = randomUUID()
        expect((await one.pay(key)).status).toBe(503)
        fault = undefined
        larder.clock.advance(awayMs)
        await larder.minute()
        expect(await chargedOf(larder, one.id)).toEqual(charged ? [one.dueCents] : [])
        expect(await stateOf(key)).toBe(charged ? 'answered' : 'withdrawn')
        await one.pay(randomUUID())
        expect(await chargedOf(larder, one.id)).toEqual([one.dueCents])
      }
    })

    it('believes that a charge never arrived only when nobody can be asking for it any more', async () => {
      fault = async () => ({ kind: 'unknown', reason: 'the provider was away' })
      const key = randomUUID()
      expect((await payable.pay(key)).status).toBe(503)
      fault = undefined
      larder.clock.advance(5 * 60_000)
      await larder.minute()
      expect(await stateOf(key)).toBe('running')
      larder.clock.advance(60_000)
      await larder.minute()
      expect(await stateOf(key)).toBe('withdrawn')
      expect(await chargedOf(larder, payable.id)).toEqual([])
    })

    it('withdraws a payment that never arrived: when it arrives later nothing is charged, and a new one is', async () => {
      const key = randomUUID()
      expect([await stateOf(key), await stateOf(key)]).toEqual(['withdrawn', 'withdrawn'])
      expect(await payable.pay(key)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
      expect(await chargedOf(larder, payable.id)).toEqual([])
      expect((await payable.pay(randomUUID())).status).toBe(200)
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
    })

    it('keeps the answer of a payment that arrived: asked again with its key, it is the same', async () => {
      const key = randomUUID()
      const lost = await payable.pay(key)
      expect(await stateOf(key)).toBe('answered')
      const declinedKey = randomUUID()
      const other = await payables[kind](larder)
      expect((await other.pay(declinedKey, '4000000000000002')).status).toBe(402)
      expect(await stateOf(declinedKey)).toBe('answered')
      expect(lost.status).toBe(200)
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
    })

    it('withdraws nothing while somebody is at work on it, or while the provider has not said what became of it', async () => {
      const key = randomUUID()
      const [asked, answered] = [signal(), signal()]
      fault = async () => {
        asked.give()
        await answered.given
        return { kind: 'unknown', reason: 'cut' }
      }
      const paying = payable.pay(key)
      await asked.given
      expect(await stateOf(key)).toBe('running')
      answered.give()
      expect((await paying).status).toBe(503)
      expect(await stateOf(key)).toBe('running')
    })

    it('gives up an authentication that its guest has left: nothing is charged, not even when they come back to it', async () => {
      const key = randomUUID()
      expect(await payable.pay(key, '4000002500003155')).toMatchObject({
        status: 402,
        body: { code: 'authentication_required' },
      })
      expect(await stateOf(key)).toBe('withdrawn')
      expect(await payable.pay(key, '4000002500003155')).toMatchObject({ status: 422 })
      expect((await payable.pay(randomUUID())).status).toBe(200)
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
    })

    it('either charges or withdraws when a payment and its withdrawal meet', async () => {
      for (let round = 0; round < 8; round++) {
        const one = await payables[kind](larder)
        const key = randomUUID()
        const [paid, asked] = await Promise.all([one.pay(key), withdraw(key)])
        const charged = await chargedOf(larder, one.id)
        const isWithdrawn = asked.body.state === 'withdrawn'
        expect([asked.status, paid.status, charged]).toEqual(
          isWithdrawn ? [200, 422, []] : [200, 200, [one.dueCents]],
        )
      }
    })
  })

  it('withdraws for each caller their own keys, and demands a key that could be one', async () => {
    expect((await withdraw('nonsense')).status).toBe(400)
  })
})
