import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAttempts } from '#db/attempts.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import { findActiveTicket } from '#db/tickets.ts'
import { refreshTicket } from '#app/refresh-ticket.ts'
import { payAndPlace, type PayResult, place } from '#features/checkout/requests.ts'
import { makeAttempt } from '#lib/payments/attempt.ts'
import { settlePayment } from '#lib/payments/pay.ts'
import type { PaymentProvider } from '#lib/payments/provider.ts'
import type { Services } from '#lib/query/services.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import {
  cardThatAsks,
  countSubmissions,
  deviceAtPayment,
  listCharges,
  paymentAttempt,
  visa,
} from '../support/checkout.ts'
import type { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import type { Fault } from '../support/faulty-net.ts'
import { killDevice } from '../support/kill-switch.ts'
import { servicesOver } from '../support/services.ts'
import { authenticate } from '../../server/support/authenticate.ts'

const locationId = 'tavola-nyc'
const dueCents = 1982
type Past = <T>(work: () => Promise<T>) => Promise<T>

/**
 * One tap from the button to the confirmation, during which the phone dies at each wait in turn at which that leaves something else behind than
 * at the wait before. The run itself counts them: one more change in the code is one more death here.
 */
describe('a phone that dies at any wait', { timeout: 300_000 }, () => {
  let larder: TestLarder
  let [good, asks] = ['', '']
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
    const guest = new Guest(larder)
    ;[good, asks] = [await guest.card(visa), await guest.card(cardThatAsks)]
  })
  afterAll(() => larder.close())

  const bank = (past: Past = (work) => work()): PaymentProvider =>
    ({
      authenticate: (secret: string) => past(() => authenticate(larder, secret, 'success')),
    }) as Partial<PaymentProvider> as PaymentProvider
  const pay = async (services: Services, phone: Device, source: string, past?: Past): Promise<PayResult> =>
    await payAndPlace(services, await phone.view(), { source }, bank(past))
  const ready = async (): Promise<Device> => {
    larder.clock.set(dinnerTime)
    return await deviceAtPayment(larder)
  }
  const paid = async (): Promise<Device> => {
    const phone = await ready()
    expect(await makeAttempt(phone.attempts, await paymentAttempt(larder, phone))).toMatchObject({
      state: 'done',
    })
    return phone
  }
  const placeIt = async (services: Services, phone: Device): Promise<PayResult> =>
    await place(services, await phone.view())
  type Tap = {
    before(): Promise<Device>
    tap(services: Services, phone: Device, past?: Past): Promise<PayResult>
  }
  const payAndPlaceIt: Tap = { before: ready, tap: (services, phone) => pay(services, phone, good) }
  const taps: Record<string, Tap> = {
    'while it pays for an order and places it': payAndPlaceIt,
    'while it pays with a card whose bank asks, and places the order': {
      before: ready,
      tap: (services, phone, past) => pay(services, phone, asks, past),
    },
    'while it places an order that is paid for': { before: paid, tap: placeIt },
  }

  /** The launch's work and the guest's next look at the order: the tap's outcome is found out, and an order that can be placed is placed. */
  async function comeBack(phone: Device): Promise<PayResult | undefined> {
    const services = servicesOver(phone, larder.clock)
    await refreshTicket(services)
    for (const { payableId } of await listAttempts(phone.db, locationId, 'guest'))
      expect((await settlePayment(services, payableId))?.state).toMatch(/^(done|refused|unsent)$/)
    if (!(await findActiveTicket(phone.db, locationId, 'guest'))) return undefined
    return (await phone.view()).totals.dueCents > 0
      ? await pay(services, phone, good)
      : await placeIt(services, phone)
  }
  /**
   * The result for the restaurant and the phone: the amount kept of the charges, how often the order was placed, and
   * whether the phone says so.
   */
  async function outcome(phone: Device, ticketId: string) {
    const [refunds] = await larder.database.query<{ cents: number }>(
      `SELECT coalesce(sum((r.body->>'amount')::int), 0)::int AS cents FROM sandbox_objects r JOIN sandbox_objects i ON i.id = r.body->>'payment_intent'
       WHERE r.kind = 'refund' AND i.body->'metadata'->>'ticket' = $1`,
      [ticketId],
    )
    const charges = await listCharges(larder, ticketId)
    return {
      charges: charges.length,
      keptCents: charges.reduce((sum, cents) => sum + cents, 0) - refunds!.cents,
      placed: await countSubmissions(larder, ticketId),
      isShown: (await findLastPlaced(phone.db, locationId, 'guest'))?.ticketId === ticketId,
      attempts: await phone.db.paymentAttempts.count(),
      drafts: await phone.db.tickets.count(),
    }
  }
  const onceAndShown = {
    charges: 1,
    keptCents: dueCents,
    placed: 1,
    isShown: true,
    attempts: 0,
    drafts: 0,
  }
  /** A phone that was killed at a wait of a tap and opened again, or that reached the tap's end. */
  async function dieAt(tap: Tap, wait: number): Promise<{ phone: Device; ticketId: string; waits?: number }> {
    const before = await tap.before()
    const ticketId = (await before.view()).ticketId!
    const dying = await before.reopen()
    const kill = killDevice(dying, wait)
    const end = await Promise.race([
      tap.tap(servicesOver(dying, larder.clock), dying, kill.past),
      kill.died.then(() => 'died' as const),
    ])
    dying.net.otherwise = () => undefined
    const phone = await dying.reopen()
    if (end === 'died') return { phone, ticketId }
    expect(end).toMatchObject({ state: 'placed' })
    return { phone, ticketId, waits: kill.count() }
  }

  describe.for(Object.entries(taps))('%s', ([, tap]) => {
    it('has paid once and placed once when it is opened again (P1, P2)', async () => {
      let deaths = 0
      for (let wait = 1; ; wait++) {
        const { phone, ticketId, waits } = await dieAt(tap, wait)
        if (waits === undefined) await comeBack(phone)
        expect(await outcome(phone, ticketId), `killed at its wait ${wait}`).toEqual(onceAndShown)
        if (waits !== undefined) break
        deaths++
      }
      expect(deaths).toBeGreaterThan(5)
    })
  })

  it('of paying and placing finds its order placed and paid once after hours, or is told why it was not placed, with nothing charged (I7)', async () => {
    for (let wait = 1; ; wait++) {
      const { phone, ticketId, waits } = await dieAt(payAndPlaceIt, wait)
      if (waits !== undefined) break
      for (let round = 0; round < 3; round++) {
        larder.clock.advance(2 * 60 * 60_000)
        await larder.minute()
      }
      const said = await comeBack(phone)
      const { keptCents, placed, isShown, attempts } = await outcome(phone, ticketId)
      const status = (await findLastPlaced(phone.db, locationId, 'guest'))?.ticket.status
      const told =
        said?.state === 'refused' ? 'refused' : isShown && status === 'Cancelled' ? 'cancelled' : 'placed'
      expect({ keptCents, placed, attempts }, `killed at its wait ${wait}, and told ${told}`).toEqual({
        keptCents: told === 'placed' ? dueCents : 0,
        placed: told === 'placed' ? 1 : 0,
        attempts: 0,
      })
    }
  })

  /** killed.test.ts tests what follows a payment. */
  const lastCalls: [string, Fault][] = [
    ['with the submit that never left', 'hang-before'],
    ['with the submit’s answer', 'hang-after'],
  ]
  it.for(lastCalls)('%s, and again at any wait of what follows, has one order', async ([, fault]) => {
    for (let wait = 1; ; wait++) {
      const before = await ready()
      const ticketId = (await before.view()).ticketId!
      before.net.otherwise = ({ path }) => (path.endsWith('/submit') ? fault : undefined)
      const hung = before.net.hung()
      void pay(servicesOver(before, larder.clock), before, good)
      await hung
      const dying = await before.reopen()
      const kill = killDevice(dying, wait)
      const end = await Promise.race([
        comeBack(dying).then(() => 'came back' as const),
        kill.died.then(() => 'died' as const),
      ])
      dying.net.otherwise = () => undefined
      const phone = await dying.reopen()
      if (end === 'died') await comeBack(phone)
      expect(await outcome(phone, ticketId), `killed again at its wait ${wait}`).toEqual(onceAndShown)
      if (end !== 'died') break
    }
  })
})
