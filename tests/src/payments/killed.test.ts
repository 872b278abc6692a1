import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PayableKind, payableKinds } from '#contract/payables.ts'
import { findAttempt } from '#db/attempts.ts'
import { makeAttempt, type Outcome, repeatAttempt, resolveAttempt } from '#lib/payments/attempt.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { listCharges } from '../support/checkout.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import type { Fault } from '../support/faulty-net.ts'
import { killAt, killAtChange } from '../support/kill-switch.ts'
import { type DeviceAtPayment, devicesAtPayment } from '../support/payables.ts'

/**
 * The process is killed at every database operation and at every call, while it pays and while it finds out the outcome of
 * a payment. Afterwards there is a charge only where the server received the tap's own call, and only one.
 */
describe.for(payableKinds)('a phone that dies while it pays for a %s', (kind: PayableKind) => {
  let larder: TestLarder
  let at: DeviceAtPayment
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    at = await devicesAtPayment[kind](larder)
  })

  const charges = (of: DeviceAtPayment = at): Promise<number[]> => listCharges(larder, of.serverId)
  const payments = ({ net }: Device): number =>
    net.calls.filter(({ path, body }) => path.endsWith(at.path) && body?.includes('amount')).length
  /** Asks until the outcome is known, as the page does. */
  async function settled(device: Device, of: DeviceAtPayment = at): Promise<Outcome | undefined> {
    let outcome = await resolveAttempt(device.attempts, of.payableId)
    for (let round = 0; outcome?.state === 'unknown' && round < 5; round++)
      outcome = await resolveAttempt(device.attempts, of.payableId)
    return outcome
  }
  /** Pays and dies before the answer arrives, or before the call reaches the server. */
  async function dieAtTheCall(fault: Fault): Promise<Device> {
    at.device.net.otherwise = ({ path }) => (path.endsWith(at.path) ? fault : undefined)
    const hung = at.device.net.hung()
    void makeAttempt(at.device.attempts, await at.attempt())
    await hung
    at.device.net.otherwise = () => undefined
    return await at.device.reopen()
  }

  it('at every operation of its store: what was certainly not sent, and what never arrived, is not charged', async () => {
    for (let operation = 1; ; operation++) {
      const one = await devicesAtPayment[kind](larder)
      const row = await one.attempt()
      const dying = await one.device.reopen()
      const kill = killAtChange(dying.db, operation, () => dying.net.calls.length)
      const end = await Promise.race([
        makeAttempt(dying.attempts, row),
        kill.died.then(() => 'died' as const),
      ])
      const reached = one.device.net.calls.some(({ key }) => key === row.key)
      const again = await dying.reopen()
      const kept = await findAttempt(again.db, one.payableId)
      // An attempt without the `sent` mark has certainly not left: that is known even without a signal.
      again.net.otherwise = () => (kept && !kept.sent ? 'cut-before' : undefined)
      const outcome = await settled(again, one)
      expect(outcome?.state).toBe(kept ? (reached ? 'done' : 'unsent') : undefined)
      expect(await charges(one)).toEqual(reached ? [one.dueCents] : [])
      expect(await findAttempt(again.db, one.payableId)).toBeUndefined()
      if (end !== 'died') break
    }
  })

  it('at the call, before the server had it: nothing is ever sent again, also hours later, and a new tap pays once', async () => {
    const again = await dieAtTheCall('hang-before')
    expect(await findAttempt(again.db, at.payableId)).toMatchObject({ sent: true })
    larder.clock.advance(5 * 60 * 60 * 1000)
    expect(await settled(again)).toEqual({ state: 'unsent' })
    expect([payments(again), await charges(), await findAttempt(again.db, at.payableId)]).toEqual([
      1,
      [],
      undefined,
    ])
    larder.clock.set(dinnerTime)
    expect(await makeAttempt(again.attempts, await at.attempt(again))).toMatchObject({ state: 'done' })
    expect([await charges(), await at.given()]).toEqual([[at.dueCents], 1])
  })

  it('at the call, after the server had it: the outcome is found out, once, and nothing is sent again', async () => {
    const again = await dieAtTheCall('hang-after')
    expect(await settled(again)).toMatchObject({ state: 'done' })
    expect(await settled(again)).toBeUndefined()
    expect([payments(again), await charges(), await at.given()]).toEqual([1, [at.dueCents], 1])
  })

  it('at the call, which arrives after its guest was told that it never did: it is refused', async () => {
    let arrive = (): void => undefined
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    at.device.net.otherwise = ({ path }) => (path.endsWith(at.path) ? { holdUntil: held } : undefined)
    const row = await at.attempt()
    const late = makeAttempt(at.device.attempts, row)
    await expect.poll(() => payments(at.device)).toBe(1)
    at.device.net.otherwise = () => undefined
    const again = await at.device.reopen()
    expect(await settled(again)).toEqual({ state: 'unsent' })
    arrive()
    await late.catch(() => undefined)
    expect([await charges(), await at.given()]).toEqual([[], 0])
  })

  it('and the server cannot tell: it stays unknown, nothing else is paid, and only a tap makes the same call again', async () => {
    const again = await dieAtTheCall('hang-before')
    const stillUnknown = { status: 404, body: { errors: [], message: 'no such call', code: 'not_found' } }
    again.net.otherwise = ({ path }) => (path.includes('/withdraw') ? stillUnknown : undefined)
    expect(await settled(again)).toMatchObject({ state: 'unknown', mayRepeat: true })
    await expect(makeAttempt(again.attempts, await at.attempt(again))).rejects.toThrow('not resolved yet')
    expect([payments(again), await charges()]).toEqual([1, []])
    expect(await repeatAttempt(again.attempts, at.payableId)).toMatchObject({ state: 'done' })
    const sent = again.net.calls.filter(
      ({ path, body }) => path.endsWith(at.path) && body?.includes('amount'),
    )
    expect([
      new Set(sent.map(({ key, body }) => `${key} ${body}`)).size,
      sent.length,
      await charges(),
    ]).toEqual([1, 2, [at.dueCents]])
  })

  it('again while it finds out, at every operation of its store and every call: the outcome is the same', async () => {
    for (const [fault, state] of [
      ['hang-before', 'unsent'],
      ['hang-after', 'done'],
    ] as const) {
      at = await devicesAtPayment[kind](larder)
      let phone = await dieAtTheCall(fault)
      for (let operation = 1; ; operation++) {
        const kill = killAt(phone.db, operation)
        const end = await Promise.race([
          resolveAttempt(phone.attempts, at.payableId),
          kill.died.then(() => 'died' as const),
        ])
        phone = await phone.reopen()
        if (end !== 'died') break
      }
      for (const cut of ['cut-before', 'cut-after', 'html', 'half-json'] as const) {
        at = await devicesAtPayment[kind](larder)
        phone = await dieAtTheCall(fault)
        const before = phone.net.calls.length
        for (let call = 1; call <= 3; call++) {
          phone.net.faults = [...Array.from({ length: call - 1 }, () => undefined), cut]
          await resolveAttempt(phone.attempts, at.payableId)
          phone.net.faults = []
          phone = await phone.reopen()
        }
        expect(phone.net.calls.length).toBeGreaterThan(before)
        const last = await settled(phone)
        expect([undefined, state]).toContain(last?.state)
        expect([await charges(), await findAttempt(phone.db, at.payableId)]).toEqual([
          state === 'done' ? [at.dueCents] : [],
          undefined,
        ])
      }
    }
  })

  it('in another tab that looks while the first one pays: it waits, and takes nothing back', async () => {
    let arrive = (): void => undefined
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    at.device.net.otherwise = ({ path }) => (path.endsWith(at.path) ? { holdUntil: held } : undefined)
    const paying = makeAttempt(at.device.attempts, await at.attempt())
    await expect.poll(() => payments(at.device)).toBe(1)
    const { name, net } = at.device
    const otherTab = new Device(larder, { name, net, withLock: at.device.attempts.withLock })
    const looking = resolveAttempt(otherTab.attempts, at.payableId)
    const calls = net.calls.length
    await findAttempt(otherTab.db, at.payableId)
    expect(net.calls.length).toBe(calls)
    arrive()
    expect(await paying).toMatchObject({ state: 'done' })
    expect(await looking).toBeUndefined()
    expect(await charges()).toEqual([at.dueCents])
  })

  it('two taps, in one tab or in two, pay once', async () => {
    const rows = [await at.attempt(), await at.attempt()]
    const results = await Promise.allSettled(rows.map((row) => makeAttempt(at.device.attempts, row)))
    expect(
      results.filter((one) => one.status === 'fulfilled' && one.value.state === 'done').length,
    ).toBeGreaterThan(0)
    expect([await charges(), await at.given()]).toEqual([[at.dueCents], 1])
  })
})
