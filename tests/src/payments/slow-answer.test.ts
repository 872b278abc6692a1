import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchNet } from '#lib/api/net.ts'
import { makeAttempt, type Outcome, resolveAttempt } from '#lib/payments/attempt.ts'
import { startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { listCharges } from '../support/checkout.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { faultyNet } from '../support/faulty-net.ts'
import { devicesAtPayment } from '../support/payables.ts'

/** The browser's own timeout of a call, on a clock that the test moves. */
function limitOf(ms: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms)
  return limit.signal
}

describe('an answer to the payment for an order', () => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())

  /** Pays over a network that delivers the server's answer after this time. */
  async function payWithAnswerAfter(ms: number) {
    const at = await devicesAtPayment.ticket(larder)
    const server = faultyNet(larder.app, tavola.host)
    let serverHasIt = (): void => undefined
    const taken = new Promise<void>((resolve) => (serverHasIt = resolve))
    const slow = fetchNet(async (url, init) => {
      const { method, headers, body, signal } = init!
      const sent = { method: method!, url: url as string, headers: headers as Record<string, string> }
      const { status, text } = await server.send({ ...sent, body: body as string, timeoutMs: 60_000 })
      if (sent.url.endsWith(at.path))
        await new Promise<void>((resolve, reject) => {
          setTimeout(resolve, ms)
          serverHasIt()
          signal!.addEventListener('abort', () => reject(signal!.reason as Error))
        })
      return new Response(text, { status, headers: { 'content-type': 'application/json' } })
    })
    const device = new Device(larder, { name: at.device.name, net: { ...server, ...slow } })
    const row = await at.attempt()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(limitOf)
    let outcome: Outcome | undefined
    const paying = makeAttempt(device.attempts, row).then((made) => (outcome = made))
    // The server's own time stands still while it works.
    await taken
    await larder.database.query('SELECT 1')
    await vi.advanceTimersByTimeAsync(119_000)
    const early = ms <= 119_000 ? await paying : outcome
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    limits.mockRestore()
    return { early, outcome: await paying, at, again: await at.device.reopen() }
  }

  it('that comes after 119 s is the answer (N4)', async () => {
    const { early, at, again } = await payWithAnswerAfter(119_000)
    expect(early).toMatchObject({ state: 'done' })
    expect([
      await resolveAttempt(again.attempts, at.payableId),
      await listCharges(larder, at.serverId),
    ]).toEqual([undefined, [at.dueCents]])
  })

  it('that comes after 121 s is not waited for: unknown after 120 s, then found paid, once (N4)', async () => {
    const { early, outcome, at, again } = await payWithAnswerAfter(121_000)
    expect([early, outcome]).toMatchObject([undefined, { state: 'unknown', error: { kind: 'timeout' } }])
    expect(await resolveAttempt(again.attempts, at.payableId)).toMatchObject({ state: 'done' })
    expect([await listCharges(larder, at.serverId), await at.given()]).toEqual([[at.dueCents], 1])
  })
})
