import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findAttempt } from '#db/attempts.ts'
import { payAndPlace, place } from '#features/checkout/requests.ts'
import {
  redeemByNumber,
  redeemCard,
  redeemReward,
  releaseTenders,
  sharesOf,
} from '#features/checkout/tenders.ts'
import { giftCardNote, notSentText, paymentMessages } from '#features/checkout/payment-words.ts'
import type { PaymentProvider } from '#lib/payments/provider.ts'
import { settlePayment } from '#lib/payments/pay.ts'
import type { Services } from '#lib/query/services.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { addCard, addProgram, booksOf } from '../../server/support/cards.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import {
  cardThatAsks,
  countSubmissions,
  declinedCard,
  deviceAtPayment,
  listCharges,
  visa,
} from '../support/checkout.ts'
import type { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { servicesOver } from '../support/services.ts'
import { authenticate } from '../../server/support/authenticate.ts'
import { mountedCard } from '../support/mounted-card.ts'

const due = 1982

describe('gift cards and rewards on an order', () => {
  let larder: TestLarder
  let device: Device
  let services: Services
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
    await addProgram(larder)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    device = await deviceAtPayment(larder)
    services = servicesOver(device, larder.clock)
  })

  const cardOf = (number: string) => mountedCard(() => new Guest(larder).card(number))
  const bank: PaymentProvider = {
    mountCard: () => cardOf(visa),
    mountWallets: () => ({ setAmount: () => undefined, unmount: () => undefined }),
    authenticate: async (secret) => {
      await authenticate(larder, secret, 'success')
      return undefined
    },
  }
  const balanceOf = async (id: string): Promise<number> =>
    (await booksOf(larder.database)).find((one) => one.id === id)!.balance
  const sent = () => device.net.calls.filter((call) => call.path.endsWith('/importandredeemcard'))
  /** A refusal for the next call. */
  const refusal = (status: number, code: string, message: string) => ({
    status,
    body: { errors: [], message, code },
  })

  it('a guest’s card pays its balance, and a credit card the rest, charged once @AT-14 @ST-10', async () => {
    const card = await addCard(larder, { amountCents: 1000 })
    const done = await redeemByNumber(services, await device.view(), card.cardNumber)
    if (done.state !== 'done') throw new Error(`expected it to be done, and it is ${done.state}`)
    expect(giftCardNote(done.ticket).messages.at(-1)).toBe('$9.82 is left to pay.')
    expect(await device.view()).toMatchObject({
      status: 'Open',
      totals: { dueCents: due - 1000, estimated: false },
    })
    expect(
      await payAndPlace(services, await device.view(), { card: cardOf(visa), name: 'Ada' }, bank),
    ).toMatchObject({ state: 'placed' })
    expect([await balanceOf(card.id), await listCharges(larder, done.ticket.id)]).toEqual([0, [due - 1000]])
  })

  it('the bank may ask about the rest of an order that a gift card paid in part', async () => {
    const card = await addCard(larder, { amountCents: 1000 })
    await redeemByNumber(services, await device.view(), card.cardNumber)
    const view = await device.view()
    expect(
      await payAndPlace(services, view, { card: cardOf(cardThatAsks), name: 'Ada' }, bank),
    ).toMatchObject({ state: 'placed' })
    expect(await listCharges(larder, view.ticketId!)).toEqual([due - 1000])
  })

  it('sends what is due without the tip, and the tip on top only where the restaurant accepts it from a gift card @AT-13 @AT-14', async () => {
    const view = await device.view()
    const { dueNonTipCents, dueTipCents } = view.totals
    const tipping = {
      ...view,
      snapshot: {
        ...view.snapshot!,
        settings: { ...view.snapshot!.settings, pay_tips_with_gift_card: true },
      },
    }
    const plain = {
      ...view,
      snapshot: {
        ...view.snapshot!,
        settings: { ...view.snapshot!.settings, pay_tips_with_gift_card: false },
      },
    }
    expect(sharesOf(plain, 100_00)).toEqual({ amountCents: dueNonTipCents, tipCents: 0 })
    expect(sharesOf(plain, 500)).toEqual({ amountCents: 500, tipCents: 0 })
    expect(sharesOf(tipping, 100_00)).toEqual({ amountCents: dueNonTipCents, tipCents: dueTipCents })
    expect(sharesOf(tipping, dueNonTipCents + 1)).toEqual({ amountCents: dueNonTipCents, tipCents: 1 })
    expect(sharesOf(tipping, 500)).toEqual({ amountCents: 500, tipCents: 0 })
    device.net.faults = [refusal(422, 'bad_request', 'no')]
    await redeemCard(services, plain, { id: 'card-1', balanceCents: 500 })
    device.net.faults = [refusal(422, 'bad_request', 'no')]
    await redeemCard(services, tipping, { id: 'card-1', balanceCents: 100_00 })
    expect(device.net.calls.map(({ path, body }) => [path.split('/').at(-1), JSON.parse(body!)])).toEqual([
      ['redeemcard', { card_id: 'card-1', amount: 5 }],
      ['redeemcard', { card_id: 'card-1', amount: dueNonTipCents / 100, tip: dueTipCents / 100 }],
    ])
  })

  it('a reward is redeemed by its id @AT-12', async () => {
    device.net.faults = [refusal(422, 'bad_request', 'This order takes no reward.')]
    expect(await redeemReward(services, await device.view(), 'reward-1')).toMatchObject({ state: 'refused' })
    expect(device.net.calls).toMatchObject([{ method: 'POST', body: '{"reward_id":"reward-1"}' }])
    expect(device.net.calls[0]!.path).toMatch(/\/reward$/)
  })

  it.each(['cut-after', 'half-json'] as const)(
    '%s: what a card by its number paid is read from the ticket, and it is never sent again',
    async (fault) => {
      const card = await addCard(larder, { amountCents: 1000 })
      const view = await device.view()
      device.net.faults = [fault]
      expect(await redeemByNumber(services, view, card.cardNumber)).toMatchObject({ state: 'unknown' })
      const again = await device.reopen()
      expect(JSON.stringify(await again.db.paymentAttempts.toArray())).not.toContain(card.cardNumber)
      expect(await settlePayment(servicesOver(again, larder.clock), view.draftId)).toMatchObject({
        state: 'done',
        ticket: { status: 'Open' },
      })
      expect([sent().length, await balanceOf(card.id), (await again.view()).totals.dueCents]).toEqual([
        1,
        0,
        due - 1000,
      ])
      expect(await findAttempt(again.db, view.draftId)).toBeUndefined()
    },
  )

  it('where the ticket shows nothing of it, nothing was taken, and the number is asked for again', async () => {
    const card = await addCard(larder, { amountCents: 1000 })
    const view = await device.view()
    device.net.faults = ['cut-before']
    expect(await redeemByNumber(services, view, card.cardNumber)).toMatchObject({ state: 'unknown' })
    const result = await settlePayment<'ticket'>(services, view.draftId)
    expect(result).toEqual({ state: 'unsent' })
    expect(paymentMessages({ result, error: null, more: [] }, view)).toEqual([
      'Not sent, and nothing was charged. Please try again.',
    ])
    expect([sent().length, await balanceOf(card.id)]).toEqual([1, 1000])
    expect(await redeemByNumber(services, await device.view(), card.cardNumber)).toMatchObject({
      state: 'done',
    })
    expect(await balanceOf(card.id)).toBe(0)
  })

  it('a card that pays everything leaves only placing the order @ST-11', async () => {
    const card = await addCard(larder, { amountCents: 5000 })
    await device.record({ kind: 'ticket.tip', tipCents: 0 })
    await device.drain()
    const result = await redeemByNumber(services, await device.view(), card.cardNumber)
    const view = await device.view()
    expect([result.state, view.totals.dueCents]).toEqual(['done', 0])
    expect(await place(services, view)).toMatchObject({ state: 'placed' })
    expect([
      await countSubmissions(larder, view.ticketId!),
      await listCharges(larder, view.ticketId!),
    ]).toEqual([1, []])
  })

  it('a card declined after a gift card: both are shown, and removing payments gives everything back (B16)', async () => {
    const card = await addCard(larder, { amountCents: 1000 })
    await redeemByNumber(services, await device.view(), card.cardNumber)
    const result = await payAndPlace(
      services,
      await device.view(),
      { card: cardOf(declinedCard), name: 'Ada' },
      bank,
    )
    const [display] = (await device.view()).snapshot!.payments
    expect(paymentMessages({ result, error: null, more: [] }, await device.view())).toEqual([
      'Your card was declined.',
      'You were not charged. Please try another card.',
      `${display!.display_name} still pays $10.00.`,
      '$9.82 is left to pay.',
    ])
    expect(await releaseTenders(services, await device.view())).toMatchObject({
      state: 'done',
      ticket: { payments: [] },
    })
    expect([await balanceOf(card.id), (await device.view()).totals.dueCents]).toEqual([1000, due])
  })

  it('a release whose answer never came is asked again with its own key', async () => {
    const card = await addCard(larder, { amountCents: 1000 })
    await redeemByNumber(services, await device.view(), card.cardNumber)
    const { draftId } = await device.view()
    device.net.faults = ['cut-after']
    expect(await releaseTenders(services, await device.view())).toMatchObject({ state: 'unknown' })
    expect(await settlePayment(services, draftId)).toMatchObject({ state: 'done', ticket: { payments: [] } })
    const keys = device.net.calls.filter((call) => call.path.endsWith('/release')).map((call) => call.key)
    expect([keys.length, new Set(keys).size, await balanceOf(card.id)]).toEqual([2, 1, 1000])
  })

  it('without a signal a payment that reads the order first never leaves, and says so (N1)', async () => {
    const view = await device.view()
    device.net.otherwise = () => 'cut-before'
    const error = await payAndPlace(
      services,
      view,
      { card: cardOf(visa), name: 'Ada', lookFirst: true },
      bank,
    ).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(AppError)
    expect(paymentMessages({ result: undefined, error: error as Error, more: [] }, view)).toEqual([
      notSentText,
    ])
    expect(await findAttempt(device.db, view.draftId)).toBeUndefined()
    expect(device.net.calls.map((call) => call.method)).toEqual(['GET'])
  })
})
