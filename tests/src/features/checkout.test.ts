import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findAttempt } from '#db/attempts.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import { applyPromoCode, payAndPlace, place } from '#features/checkout/requests.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import type { MountedCard, PaymentProvider } from '#lib/payments/provider.ts'
import { settlePayment } from '#lib/payments/pay.ts'
import type { Services } from '#lib/query/services.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { tip } from '../support/changes.ts'
import {
  cardThatAsks,
  countSubmissions,
  declinedCard,
  deviceAtPayment,
  listCharges,
  visa,
} from '../support/checkout.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { servicesOver } from '../support/services.ts'
import { authenticate } from '../../server/support/authenticate.ts'
import { mountedCard } from '../support/mounted-card.ts'

describe('paying and placing', () => {
  let larder: TestLarder
  let device: Device
  let services: Services
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    noteReachability('reachable')
    larder.clock.set(dinnerTime)
    device = await deviceAtPayment(larder)
    services = servicesOver(device, larder.clock)
  })

  const cardOf = (number: string) => mountedCard(() => new Guest(larder).card(number))
  const bank = (outcome: 'success' | 'failure'): PaymentProvider => ({
    mountCard: () => cardOf(visa),
    mountWallets: () => ({ setAmount: () => undefined, unmount: () => undefined }),
    authenticate: async (secret) => {
      await authenticate(larder, secret, outcome)
      return outcome === 'failure' ? { problem: 'Your bank did not confirm the payment.' } : undefined
    },
  })
  /** Also reported to the app, as the page's own network does. */
  const loseSignal = ({ net }: Device): void => {
    net.otherwise = () => 'cut-before'
    noteReachability('unreachable')
  }
  const ticketIdOf = async (): Promise<string> => (await device.view()).ticketId!
  const placed = async () => (await findLastPlaced(device.db, 'tavola-nyc', 'guest'))?.ticketId

  it('charges once, places once, and keeps the order that was placed @ST-05 @AT-15 @AT-16', async () => {
    const id = await ticketIdOf()
    expect(
      await payAndPlace(services, await device.view(), { card: cardOf(visa), name: 'Ada' }, bank('success')),
    ).toMatchObject({ state: 'placed' })
    expect([await listCharges(larder, id), await countSubmissions(larder, id), await placed()]).toEqual([
      [1982],
      1,
      id,
    ])
    expect(await device.db.tickets.count()).toBe(0)
  })

  it('sends at once what was postponed after an error', async () => {
    await device.record(tip(3))
    device.net.otherwise = () => ({ status: 503, headers: { 'retry-after': '1' }, html: true })
    for (let tries = 0; tries < 6; tries++) {
      const result = await device.drain()
      if ('retryAt' in result) larder.clock.set(result.retryAt + 1)
    }
    await device.drain()
    const view = await device.view()
    await expect(applyPromoCode(services, view, 'PIZZA')).rejects.toMatchObject({ kind: 'busy' })
    device.net.otherwise = () => undefined
    // Whatever it answers about the code, the restaurant was asked.
    await expect(applyPromoCode(services, view, 'no such code')).rejects.toMatchObject({ kind: 'refused' })
  })

  it('lets the bank authenticate, and charges after its approval', async () => {
    const id = await ticketIdOf()
    expect(
      await payAndPlace(
        services,
        await device.view(),
        { card: cardOf(cardThatAsks), name: 'Ada' },
        bank('success'),
      ),
    ).toMatchObject({
      state: 'placed',
    })
    expect(await listCharges(larder, id)).toEqual([1982])
  })

  it('a bank that refuses, and a card that is declined, leave the order as it was @ER-09', async () => {
    const view = await device.view()
    expect(
      await payAndPlace(services, view, { card: cardOf(cardThatAsks), name: 'Ada' }, bank('failure')),
    ).toEqual({
      state: 'card-problem',
      message: 'Your bank did not confirm the payment.',
    })
    expect(
      await payAndPlace(services, view, { card: cardOf(declinedCard), name: 'Ada' }, bank('success')),
    ).toMatchObject({ state: 'refused' })
    expect(await findAttempt(device.db, view.draftId)).toBeUndefined()
    expect(await listCharges(larder, view.ticketId!)).toEqual([])
    expect(
      await payAndPlace(services, await device.view(), { card: cardOf(visa), name: 'Ada' }, bank('success')),
    ).toMatchObject({ state: 'placed' })
  })

  it('shows that a person pays where that is asked for, and knows that a paused payment was not made', async () => {
    const people = {
      provider: 'embedded',
      siteKey: undefined,
      verify: async (_: string, answer: string) => answer === 'a person',
    } as const
    const strict = await startTestLarder(embedded, { verification: people, paymentLimits: 'as served' })
    const phone = await deviceAtPayment(strict)
    const here = servicesOver(phone, strict.clock)
    const pay = async (number: string, proof?: string) => {
      const id = await new Guest(strict).card(number)
      const how = { source: id, ...(proof !== undefined && { proof: { recaptcha_confirmation: proof } }) }
      return payAndPlace(here, await phone.view(), how, bank('success'))
    }
    for (let count = 0; count < 3; count++)
      expect(await pay(declinedCard)).toMatchObject({ state: 'refused', error: { code: 'payment_declined' } })
    expect(await pay(visa)).toMatchObject({
      state: 'refused',
      error: {
        code: 'verification_required',
        details: { problem: { errors: [{ field: 'recaptcha_confirmation' }] } },
      },
    })
    await strict.database.query(`UPDATE limits SET used = 10 WHERE bucket LIKE 'declinedOfClient:%'`)
    const draftId = (await phone.view()).draftId
    expect(await pay(visa, 'a person')).toMatchObject({ state: 'refused', error: { code: 'payment_paused' } })
    expect(await findAttempt(phone.db, draftId)).toBeUndefined()
    await strict.database.query(`UPDATE limits SET used = 3 WHERE bucket LIKE 'declinedOfClient:%'`)
    expect(await pay(visa, 'a person')).toMatchObject({ state: 'placed' })
    await strict.close()
  })

  it('a card that the provider cannot read sends nothing @ER-09', async () => {
    const unreadable: MountedCard = {
      ...cardOf(visa),
      createPaymentMethod: async () => ({ problem: 'Your card number is incomplete.' }),
    }
    const result = await payAndPlace(
      services,
      await device.view(),
      { card: unreadable, name: 'Ada' },
      bank('success'),
    )
    expect(result).toEqual({ state: 'card-problem', message: 'Your card number is incomplete.' })
    expect(device.net.calls).toEqual([])
  })

  it('a payment whose answer never came is settled, not paid again; then the order is placed @ER-10', async () => {
    const view = await device.view()
    device.net.faults = ['cut-after']
    expect(
      await payAndPlace(services, view, { card: cardOf(visa), name: 'Ada' }, bank('success')),
    ).toMatchObject({ state: 'unknown' })
    await expect(
      payAndPlace(services, view, { card: cardOf(visa), name: 'Ada' }, bank('success')),
    ).rejects.toThrow('not resolved yet')
    expect(await settlePayment(services, view.draftId)).toMatchObject({
      state: 'done',
      ticket: { status: 'PaymentComplete' },
    })
    expect(await settlePayment(services, view.draftId)).toBeUndefined()
    expect(await place(services, await device.view())).toMatchObject({ state: 'placed' })
    expect(await listCharges(larder, view.ticketId!)).toEqual([1982])
  })

  it('a payment that the bank wants confirmed, and whose answer was lost, is withdrawn: its guest pays again, and once', async () => {
    const view = await device.view()
    device.net.faults = ['cut-after']
    await payAndPlace(services, view, { card: cardOf(cardThatAsks), name: 'Ada' }, bank('success'))
    expect(await settlePayment(services, view.draftId)).toEqual({ state: 'unsent' })
    expect(await listCharges(larder, view.ticketId!)).toEqual([])
    expect(
      await payAndPlace(services, await device.view(), { card: cardOf(visa), name: 'Ada' }, bank('success')),
    ).toMatchObject({ state: 'placed' })
    expect(await listCharges(larder, view.ticketId!)).toEqual([1982])
  })

  it('a cut at submit leaves a paid order that one more tap places, or the server by itself: no orphan money (I7)', async () => {
    const view = await device.view()
    device.net.faults = [undefined, 'cut-before']
    expect(
      await payAndPlace(services, view, { card: cardOf(visa), name: 'Ada' }, bank('success')),
    ).toMatchObject({ state: 'unknown' })
    expect(await settlePayment(services, view.draftId)).toEqual({ state: 'unsent' })
    expect(await place(services, await device.view())).toMatchObject({ state: 'placed' })
    expect([
      await countSubmissions(larder, view.ticketId!),
      await placed(),
      await listCharges(larder, view.ticketId!),
    ]).toEqual([1, view.ticketId, [1982]])
  })

  it('nothing is paid and no code is tried while a change still waits', async () => {
    const view = await device.view()
    await device.record(tip(500))
    loseSignal(device)
    await expect(
      payAndPlace(services, view, { card: cardOf(visa), name: 'Ada' }, bank('success')),
    ).rejects.toMatchObject({ kind: 'offline' })
    await expect(applyPromoCode(services, view, 'WELCOME10')).rejects.toMatchObject({ kind: 'offline' })
    expect(device.net.calls.map((call) => call.path.split('/').at(-1))).toEqual(['tip', 'tip'])
    device.net.otherwise = () => undefined
    expect(
      await payAndPlace(services, view, { card: cardOf(visa), name: 'Ada' }, bank('success')),
    ).toMatchObject({
      state: 'refused',
      error: { code: 'price_changed' },
    })
    expect(await listCharges(larder, view.ticketId!)).toEqual([])
  })

  it('only the restaurant’s answer to a promo code changes the price @AT-10', async () => {
    await applyPromoCode(services, await device.view(), 'WELCOME10')
    expect(await device.view()).toMatchObject({ totals: { discountCents: 160, estimated: false } })
    await expect(applyPromoCode(services, await device.view(), 'NOTHING')).rejects.toMatchObject({
      kind: 'refused',
      code: 'promo_invalid',
    })
    expect(await device.view()).toMatchObject({ totals: { discountCents: 160 } })
    const draft = new Device(larder)
    await draft.record(tip(1))
    loseSignal(draft)
    await expect(
      applyPromoCode(servicesOver(draft, larder.clock), await draft.view(), 'WELCOME10'),
    ).rejects.toMatchObject({ kind: 'offline' })
  })
})
