import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCurrency } from '#contract/money.ts'
import { beginSession } from '#db/handover.ts'
import { findCardOrder, updateCardOrder } from '#db/card-orders.ts'
import { findAttempt, listAttempts } from '#db/attempts.ts'
import { findPhysicalOrder, savePhysicalOrder } from '#db/physical-orders.ts'
import { wipePersonal } from '#db/wipe.ts'
import { refreshCardOrder, saveCardOrder, startCardOrder } from '#features/card-orders/requests.ts'
import { addToCart, refreshCart, updateCart, wholeOf } from '#features/physical-cards/requests.ts'
import { type CardPayBody, payForCards, settlePayment } from '#lib/payments/pay.ts'
import type { PaymentProvider } from '#lib/payments/provider.ts'
import type { Services } from '#lib/query/services.ts'
import { cardsOf } from '../../server/support/card-orders.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { user } from '../support/account.ts'
import { cardThatAsks, declinedCard, listCharges, visa } from '../support/checkout.ts'
import { Device, nextUuid } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { servicesOver } from '../support/services.ts'
import { authenticate } from '../../server/support/authenticate.ts'
import { mountedCard } from '../support/mounted-card.ts'

const loc = 'tavola-nyc'
const buyer = { buyer_first_name: 'Nora', buyer_last_name: 'Quill', buyer_email: 'nora@example.com' }
const vera = {
  recipient_first_name: 'Vera',
  recipient_last_name: 'Lund',
  recipient_email: 'vera@example.com',
}
const address = {
  recipient_address: '12 Harbor Lane',
  recipient_city: 'Portland',
  recipient_state: 'ME',
  recipient_zip: '04101',
}

describe('paying for gift cards', () => {
  let larder: TestLarder
  let device: Device
  let services: Services
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    device = new Device(larder)
    services = servicesOver(device, larder.clock)
  })

  const order = async () => (await findCardOrder(device.db, loc, 'guest'))!
  const cart = async () => (await findPhysicalOrder(device.db, loc, 'guest'))!
  const bank = (outcome: 'success' | 'failure'): PaymentProvider => ({
    mountCard: () => mountedCard(async () => ''),
    mountWallets: () => ({ setAmount: () => undefined, unmount: () => undefined }),
    authenticate: async (secret) => {
      await authenticate(larder, secret, outcome)
      return outcome === 'failure' ? { problem: 'Your bank did not confirm the payment.' } : undefined
    },
  })
  const save = async (body: Parameters<typeof saveCardOrder>[2]): Promise<void> => {
    const { row } = await order()
    await saveCardOrder(services, row, body, { key: nextUuid(), step: row.step + 1 })
  }
  /** A card of $50 by email that lacks only its payment. */
  const readyOrder = async (): Promise<string> => {
    await startCardOrder(services, { type: 'SendEmail' }, nextUuid())
    await save({ items: [{ item: 'giftcard', price: 50, quantity: 1, program_id: 'classic' }] })
    await save(vera)
    device.net.calls.length = 0
    return (await order()).row.orderId
  }
  const submitOf = async (card: string, amount = 50): Promise<CardPayBody> => ({
    payable: 'card-order',
    kind: 'checkout',
    body: { amount, payment_token: await new Guest(larder).card(card), ...buyer },
  })
  const countCards = async (orderId: string): Promise<number> => (await cardsOf(larder, orderId)).length

  it('goes through the steps as the server answers, one after the other @ST-28', async () => {
    const id = await readyOrder()
    const { row } = await order()
    expect(row).toMatchObject({
      orderId: id,
      type: 'SendEmail',
      step: 2,
      snapshot: { recipient_email: vera.recipient_email, totals: { due: '$50.00' } },
    })
    await expect(save({ promo_code: 'NOSUCH' })).rejects.toMatchObject({ kind: 'refused' })
    expect((await order()).row.step).toBe(2)
  })

  it('charges once, makes one card, and starts over @GC-20 @ST-28', async () => {
    const id = await readyOrder()
    expect(await payForCards(services, id, await submitOf(visa), bank('success'))).toMatchObject({
      state: 'done',
    })
    expect([await listCharges(larder, id), await countCards(id), await findAttempt(device.db, id)]).toEqual([
      [5000],
      1,
      undefined,
    ])
    expect((await order()).row).toMatchObject({
      step: 0,
      snapshot: { status: 'Submitted', totals: { due: '$0.00' } },
    })
  })

  it('stores the payment before it is sent: a phone that dies then finds out its outcome, and pays nothing twice (N2)', async () => {
    const id = await readyOrder()
    const what = await submitOf(visa)
    let attempts = 0
    device.net.otherwise = ({ path }) => {
      if (!path.endsWith('/submit')) return undefined
      void findAttempt(device.db, id).then((row) => (attempts += row ? 1 : 0))
      return 'cut-after'
    }
    expect(await payForCards(services, id, what, bank('success'))).toMatchObject({ state: 'unknown' })
    expect(attempts).toBe(1)
    await expect(payForCards(services, id, what, bank('success'))).rejects.toThrow('not resolved yet')
    device.net.otherwise = () => undefined
    const again = servicesOver(await device.reopen(), larder.clock)
    expect(await settlePayment(again, id)).toMatchObject({ state: 'done' })
    expect(await settlePayment(again, id)).toBeUndefined()
    expect([await listCharges(larder, id), await countCards(id)]).toEqual([[5000], 1])
  })

  it('a call that never arrived is not sent again: its buyer is asked, and pays once (N1)', async () => {
    const id = await readyOrder()
    device.net.faults = ['cut-before']
    expect(await payForCards(services, id, await submitOf(visa), bank('success'))).toMatchObject({
      state: 'unknown',
    })
    expect(await settlePayment(services, id)).toEqual({ state: 'unsent' })
    expect([
      device.net.calls.filter(({ path }) => path.endsWith('/submit')).length,
      await listCharges(larder, id),
    ]).toEqual([1, []])
    expect(await payForCards(services, id, await submitOf(visa), bank('success'))).toMatchObject({
      state: 'done',
    })
    expect(await listCharges(larder, id)).toEqual([5000])
  })

  it('a restaurant that takes no new orders has charged nothing, and says so', async () => {
    const id = await readyOrder()
    device.net.faults = [
      {
        status: 503,
        body: { errors: [], message: 'We cannot take new orders right now.', code: 'ordering_paused' },
      },
    ]
    expect(await payForCards(services, id, await submitOf(visa), bank('success'))).toMatchObject({
      state: 'refused',
    })
    expect([await findAttempt(device.db, id), await listCharges(larder, id)]).toEqual([undefined, []])
  })

  it('after a declined card or a refusing bank the order can be paid another way @ER-09', async () => {
    const id = await readyOrder()
    expect(await payForCards(services, id, await submitOf(declinedCard), bank('success'))).toMatchObject({
      state: 'refused',
    })
    const asked = await payForCards(services, id, await submitOf(cardThatAsks), bank('failure'))
    expect(asked).toEqual({ state: 'card-problem', message: 'Your bank did not confirm the payment.' })
    expect([await findAttempt(device.db, id), await listCharges(larder, id)]).toEqual([undefined, []])
    expect(await payForCards(services, id, await submitOf(cardThatAsks), bank('success'))).toMatchObject({
      state: 'done',
    })
    expect(await listCharges(larder, id)).toEqual([5000])
  })

  it('an amount other than the due one is not charged', async () => {
    const id = await readyOrder()
    const result = await payForCards(services, id, await submitOf(visa, 49), bank('success'))
    expect(result).toMatchObject({ state: 'refused', error: { code: 'price_changed' } })
    expect(await listCharges(larder, id)).toEqual([])
  })

  it('a price that changed since it was read is on the device after the refusal, and the next tap pays it', async () => {
    const id = await readyOrder()
    const { row } = await order()
    const old = { ...row.snapshot, totals: { ...row.snapshot.totals, due: '$49.00' } }
    await updateCardOrder(device.db, id, { snapshot: old }, larder.clock.now())
    const due = async () => parseCurrency((await order()).row.snapshot.totals.due) / 100
    expect(await payForCards(services, id, await submitOf(visa, await due()), bank('success'))).toMatchObject(
      { state: 'refused', error: { code: 'price_changed' } },
    )
    expect(await payForCards(services, id, await submitOf(visa, await due()), bank('success'))).toMatchObject(
      { state: 'done' },
    )
    expect(await listCharges(larder, id)).toEqual([5000])
  })

  it('a refusal without a new answer about the order changes nothing, and one for an order that is already paid counts as done', async () => {
    const id = await readyOrder()
    const elsewhere = await order()
    device.net.otherwise = ({ method }) => (method === 'GET' ? 'cut-before' : undefined)
    expect(await payForCards(services, id, await submitOf(visa, 49), bank('success'))).toMatchObject({
      state: 'refused',
    })
    expect((await order()).row.snapshot).toEqual(elsewhere.row.snapshot)
    device.net.otherwise = () => undefined
    await payForCards(services, id, await submitOf(visa), bank('success'))
    await updateCardOrder(device.db, id, { snapshot: elsewhere.row.snapshot }, larder.clock.now())
    expect(await payForCards(services, id, await submitOf(visa), bank('success'))).toMatchObject({
      state: 'done',
    })
    expect(await listCharges(larder, id)).toEqual([5000])
  })

  it('an order that is no longer on this device is not paid: somebody signed out (U3)', async () => {
    const id = await readyOrder()
    await wipePersonal(device.db, loc)
    await expect(payForCards(services, id, await submitOf(visa), bank('success'))).rejects.toMatchObject({
      kind: 'unauthorized',
    })
    expect([await device.db.paymentAttempts.count(), await listCharges(larder, id)]).toEqual([0, []])
  })

  it('signing in takes the order and its unknown payment along; signing out leaves nothing of either', async () => {
    const id = await readyOrder()
    await addToCart(services, { item: 'posted-card', price: 20, quantity: 1 }, nextUuid())
    device.net.faults = ['cut-before']
    await payForCards(services, id, await submitOf(visa), bank('success'))
    const session = {
      locationId: loc,
      principal: 'ada',
      token: 't',
      refreshToken: 'r',
      expiresAt: 1,
      email: 'ada@example.com',
      signedInAt: 0,
    }
    await beginSession(
      device.db,
      session,
      { locationId: loc, principal: 'ada', user: user(), etag: null, savedAt: 0 },
      0,
    )
    expect(await findCardOrder(device.db, loc, 'ada')).toMatchObject({
      row: { orderId: id },
      attempt: { as: 'guest', payableId: id },
    })
    expect(await findPhysicalOrder(device.db, loc, 'ada')).toBeDefined()
    expect(await listAttempts(device.db, loc, 'guest')).toEqual([])
    await wipePersonal(device.db, loc)
    const left = await Promise.all(
      [device.db.cardOrders, device.db.physicalOrders, device.db.paymentAttempts].map((table) =>
        table.count(),
      ),
    )
    expect(left).toEqual([0, 0, 0])
  })

  it('an order with a payment on its way is the one that is shown, whatever was begun after it', async () => {
    const id = await readyOrder()
    device.net.faults = ['cut-before']
    await payForCards(services, id, await submitOf(visa), bank('success'))
    larder.clock.advance(1000)
    await startCardOrder(services, { type: 'SendText' }, nextUuid())
    expect((await order()).row.orderId).toBe(id)
    larder.clock.advance(1000)
    await settlePayment(services, id)
    expect((await order()).row.orderId).toBe(id)
  })

  it('an order that the server no longer has is removed; without an answer it stays', async () => {
    await readyOrder()
    const { row } = await order()
    device.net.faults = ['cut-before']
    await refreshCardOrder(services, row)
    expect(await findCardOrder(device.db, loc, 'guest')).toBeDefined()
    await refreshCardOrder(services, { ...row, orderId: 'nobody-knows-it' })
    larder.clock.advance(25 * 60 * 60 * 1000)
    await refreshCardOrder(services, row)
    expect(await findCardOrder(device.db, loc, 'guest')).toBeUndefined()
  })

  describe('by post', () => {
    it('is created on the first add, then updated; checkout submits all of it and charges once @EN-38 @ST-25 @ST-24', async () => {
      await addToCart(services, { item: 'posted-card', price: 20, quantity: 1 }, nextUuid())
      await addToCart(services, { item: 'posted-card', price: 30, quantity: 2 }, nextUuid())
      const { row } = await cart()
      expect(row.snapshot).toMatchObject({
        totals: { subtotal: '$80.00', shipping_handling: '$4.95', total: '$84.95' },
      })
      expect(device.net.calls.map(({ method }) => method)).toEqual(['POST', 'PUT'])
      expect(await updateCart(services, row, { ...vera, ...address }, nextUuid())).toBe('Successfully saved')
      const saved = (await cart()).row.snapshot
      const old = { ...saved, totals: { ...saved.totals, total: '$80.00' } }
      await savePhysicalOrder(device.db, row.orderId, old, larder.clock.now())
      const token = await new Guest(larder).card(visa)
      const body = {
        ...wholeOf((await cart()).row.snapshot),
        ...buyer,
        status: 'Submit' as const,
        payment_token: token,
      }
      const pay = (amount: number) =>
        payForCards(
          services,
          row.orderId,
          { payable: 'posted-order', kind: 'checkout', body: { ...body, amount } },
          bank('success'),
        )
      expect(await pay(80)).toMatchObject({ state: 'refused', error: { code: 'price_changed' } })
      expect((await cart()).row.snapshot.totals.total).toBe('$84.95')
      device.net.faults = ['cut-after']
      expect(await pay(84.95)).toMatchObject({ state: 'unknown' })
      expect(await settlePayment(services, row.orderId)).toMatchObject({ state: 'done' })
      expect([await listCharges(larder, row.orderId), (await cart()).row.snapshot.status]).toEqual([
        [8495],
        'Submitted',
      ])
    })

    it('a cart that is finished is replaced by a new one', async () => {
      await addToCart(services, { item: 'posted-card', price: 20, quantity: 1 }, nextUuid())
      const before = (await cart()).row
      larder.clock.advance(25 * 60 * 60 * 1000)
      await refreshCart(services, before)
      expect(await findPhysicalOrder(device.db, loc, 'guest')).toBeUndefined()
      await addToCart(services, { item: 'posted-card', price: 25, quantity: 1 }, nextUuid())
      expect((await cart()).row.orderId).not.toBe(before.orderId)
    })
  })
})
