import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCurrency } from '#contract/money.ts'
import { giftCardShares } from '#contract/pricing/tender.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Order } from '#server/modules/card-orders/order.ts'
import { cardOrderAnswer } from '#server/modules/card-orders/service.ts'
import { type LimitName, defaultLimits } from '#server/modules/limits/default-limits.ts'
import { physicalOrderAnswer } from '#server/modules/physical-orders/service.ts'
import { add, addCarbonara, waitingRows } from '../src/support/changes.ts'
import { rules } from '../src/support/device.ts'
import { ticketRow } from '../src/support/snapshots.ts'
import { addCard, addProgram } from './support/cards.ts'
import {
  bookedOf,
  buyer,
  call,
  cardOrder,
  cardsOf,
  chargedOf,
  giftcard,
  home,
  orderPath,
  start,
  visa,
} from './support/card-orders.ts'
import { testCipher } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type Reply,
  startTestLarder,
  submitPath,
  tavola,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { merchantsWith } from './support/merchants.ts'
import { contact, margherita, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import {
  addReward,
  balanceOf,
  earnedOf,
  expectBooks,
  redeem,
  useReward as redeemReward,
} from './support/tenders.ts'
import { countOf } from '../../scripts/test/shares.mjs'
import { seededRandom } from '../support/seeded-random.ts'

/** Every payable with any mix of tenders: no cent is created or lost, and the device shows the amount that the server charges. */

/** No limits: these tests are about money. */
const limits = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name as LimitName, { max: 1_000_000, minutes: 1 }]),
)

/** The card provider's smallest charge. */
const leastChargeCents = 50

const cents = (text: string): number => parseCurrency(text)

type Posted = Reply<{ physical_order: PhysicalOrder }>

describe.for(databases)('the money of everything that is paid [$name]', { timeout: 300_000 }, (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  let token: string
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      limits,
      merchantsDir: merchantsWith(() => ({ gift_card_limits: { guest: '99999.99', member: '99999.99' } })),
    })
    await addProgram(larder)
    guest = new Guest(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
    token = await guest.card(visa)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const chooseTip = fc.oneof(
    fc.constant(undefined),
    fc.nat(10_000).map((amount) => ({ tip: amount / 100 })),
    fc.integer({ min: 1, max: 100 }).map((tip_percent) => ({ tip: 0, tip_percent })),
  )
  const choosePromo = fc.constantFrom(undefined, 'WELCOME10', 'FIVEOFF', 'TONIGHT', 'EVERYTHING', 'GIVE5')
  const dishes = fc.array(fc.record({ pasta: fc.boolean(), quantity: fc.integer({ min: 1, max: 10 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  const dinner = fc.record({
    dishes,
    more: fc.integer({ min: 1, max: 3 }),
    useDelivery: fc.boolean(),
    tip: chooseTip,
    promo: choosePromo,
    rewardCents: fc.option(fc.integer({ min: 1, max: 4000 }), { nil: undefined }),
    /** The balances of the gift cards that pay first; a payment card pays the rest. */
    giftCents: fc.array(fc.integer({ min: 1, max: 6000 }), { maxLength: 2 }),
    isDeclinedFirst: fc.boolean(),
  })
  type Dinner = typeof dinner extends fc.Arbitrary<infer T> ? T : never
  const plainDinner: Dinner = {
    dishes: [{ pasta: false, quantity: 1 }],
    more: 1,
    useDelivery: false,
    tip: undefined,
    promo: undefined,
    rewardCents: undefined,
    giftCents: [],
    isDeclinedFirst: false,
  }

  /** The order before its last dish and with it: the device's estimate must equal the server's total. */
  async function cook({
    dishes: first,
    more,
    useDelivery,
    tip,
    promo,
    rewardCents,
  }: Dinner): Promise<TicketOrder> {
    const { id } = await ada.ticket('GET', '/location/:loc/ticketorder/create')
    const items = first.map(({ pasta, quantity }) =>
      pasta ? lineOf(addCarbonara('a', quantity)) : margherita({ quantity }),
    )
    await ada.ticket('POST', ticketPath(id, '/items'), { items })
    const way = useDelivery ? { use_delivery: true, ...home } : { use_curbside: true }
    await ada.ticket('PUT', ticketPath(id), { ...way, ...contact })
    if (tip) await ada.send('POST', ticketPath(id, '/tip'), tip)
    if (promo !== undefined) await ada.send('POST', ticketPath(id, '/promocode'), { promo_code: promo })
    if (rewardCents !== undefined)
      await redeemReward(ada, id, await addReward(larder, ada.userId, { amountCents: rewardCents }))
    const before = await ada.ticket('GET', ticketPath(id))
    const estimate = viewTicket(
      ticketRow({ snapshot: before, lineIds: {} }),
      waitingRows(add('z', more)),
      rules,
    )
    const after = await ada.ticket('POST', ticketPath(id, '/items'), {
      items: [margherita({ quantity: more })],
    })
    const answer = viewTicket(ticketRow({ snapshot: after, lineIds: {} }), [], rules)
    expect({ ...estimate.totals, estimated: false }).toEqual(answer.totals)
    expect(estimate.promoNotice).toBe(answer.promoNotice)
    return after
  }

  async function payWith(
    { giftCents, isDeclinedFirst }: Dinner,
    ordered: TicketOrder,
  ): Promise<number | undefined> {
    let ticket = ordered
    let fromGifts = 0
    for (const amountCents of giftCents) {
      const due = {
        dueNonTipCents: cents(ticket.totals.due_non_tip),
        dueTipCents: cents(ticket.totals.due_tip),
        mayTip: true,
      }
      const { amountCents: dueNonTip, tipCents: dueTip } = giftCardShares(due, amountCents)
      if (dueNonTip + dueTip === 0) break
      const card = await addCard(larder, { userId: ada.userId, amountCents })
      const reply = await redeem(ada, ticket.id, {
        card_id: card.id,
        amount: dueNonTip / 100,
        tip: dueTip / 100,
      })
      expect(reply.status).toBe(200)
      expect(await balanceOf(larder, card.id)).toBe(amountCents - dueNonTip - dueTip)
      fromGifts += dueNonTip + dueTip
      ticket = reply.body.ticket_order
    }
    if (ticket.totals.due === '$0.00') return fromGifts
    const pay = (source: string) =>
      ada.send('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, source))
    // A remainder below the card provider's minimum is refused before the provider is called, and nothing is charged.
    const isTooSmall = cents(ticket.totals.due) < leastChargeCents
    for (const number of isDeclinedFirst ? ['4000000000000002'] : [])
      expect((await pay(await guest.card(number))).status).toBe(isTooSmall ? 422 : 402)
    expect((await pay(token)).status).toBe(isTooSmall ? 422 : 200)
    return isTooSmall ? undefined : fromGifts
  }

  async function expectNotCharged({ id }: TicketOrder): Promise<void> {
    expect(await chargedOf(larder, id)).toEqual([])
  }

  /** An order's ledger rows equal the amounts shown for it. */
  async function expectPlaced(
    { id, totals: { total, tips } }: TicketOrder,
    fromGifts: number,
  ): Promise<void> {
    const placed = await ada.ticket('POST', submitPath(id), { phone_number: '' })
    expect(placed).toMatchObject({ status: 'Submitted', totals: { total, due: '$0.00', tips } })
    const earned = { card: 0, card_provider: 0, orders: 0, tips: 0, ...(await earnedOf(larder, id)) }
    const [whole, tip] = [cents(total), cents(tips)]
    expect(earned).toEqual({
      card: 0 - fromGifts,
      card_provider: 0 - (whole - fromGifts),
      orders: whole - tip,
      tips: tip,
    })
    expect((await chargedOf(larder, id)).reduce((sum, one) => sum + one, 0)).toBe(whole - fromGifts)
  }

  it('food orders: any dishes, code, reward and tip, by any mix of gift cards and a payment card', async () => {
    const property = fc.asyncProperty(dinner, async (drawn): Promise<void> => {
      const ordered = await cook(drawn)
      const { sub_total, discounts, tax, tips, total, due } = ordered.totals
      const delivery = drawn.useDelivery ? rules.delivery_charge : 0
      expect(cents(total)).toBe(cents(sub_total) + cents(discounts) + cents(tax) + delivery + cents(tips))
      expect(due).toBe(total)
      const fromGifts = await payWith(drawn, ordered)
      if (fromGifts === undefined) await expectNotCharged(ordered)
      else await expectPlaced(ordered, fromGifts)
    })
    await fc.assert(property, {
      numRuns: countOf('food orders by any mix of cards'),
      endOnFailure: true,
      // Rarely drawn: only a tip is left, and it is below the card provider's minimum.
      examples: [false, true].map((isDeclinedFirst) => [
        { ...plainDinner, promo: 'EVERYTHING', tip: { tip: 0.04 }, isDeclinedFirst },
      ]),
    })
  })

  const gift = fc.oneof(fc.integer({ min: 100, max: 1200 }), fc.integer({ min: 100, max: 20_000 }))

  it('gift cards: what is put on them was paid, but for a discount that leaves something to pay', async () => {
    const property = fc.asyncProperty(
      gift,
      choosePromo,
      fc.boolean(),
      async (priceCents, promo, isDeclinedFirst) => {
        const { id } = await start(guest, 'Purchase')
        await cardOrder(guest, 'PUT', orderPath(id), {
          items: [giftcard(priceCents / 100, { program_id: 'classic' })],
        })
        if (promo !== undefined) await call(guest, 'PUT', orderPath(id), { promo_code: promo })
        const { totals } = await cardOrder(guest, 'GET', orderPath(id))
        const [dueCents, discountCents] = [cents(totals.due), 0 - cents(totals.discount)]
        const submitted = (payment_token: string, amount = dueCents) =>
          call(guest, 'POST', orderPath(id, '/submit'), { amount: amount / 100, payment_token, ...buyer })
        for (const wrong of [dueCents + 1, dueCents - 1, 0])
          expect((await submitted(token, wrong)).status).toBe(409)
        for (const number of isDeclinedFirst ? ['4000000000000002'] : [])
          expect((await submitted(await guest.card(number))).status).toBe(402)
        expect((await submitted(token)).status).toBe(200)
        expect(dueCents).toBeGreaterThanOrEqual(50)
        expect(dueCents + discountCents).toBe(priceCents)
        expect((await cardsOf(larder, id)).map(({ balance_cents }) => balance_cents)).toEqual([priceCents])
        expect(await chargedOf(larder, id)).toEqual([dueCents])
        expect({ card_discounts: 0, ...(await bookedOf(larder, id)) }).toEqual({
          card_provider: 0 - dueCents,
          card_discounts: 0 - discountCents,
          'card:': priceCents,
        })
      },
    )
    await fc.assert(property, {
      numRuns: countOf('gift card orders by any price and code'),
      endOnFailure: true,
    })
  })

  it('cards by post: the same, and postage pays for no card', async () => {
    const rows = fc.array(fc.record({ price: gift, quantity: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 2,
    })
    const property = fc.asyncProperty(rows, choosePromo, async (drawn, promo) => {
      const items = drawn.map(({ price, quantity }) => ({ item: 'giftcard', price: price / 100, quantity }))
      const started = await guest.send<{ physical_order: PhysicalOrder }>(
        'POST',
        '/location/:loc/physicalcard/start',
        { items },
      )
      const { id } = started.body.physical_order
      const put = (body: object): Promise<Posted> =>
        guest.send('PUT', `/location/:loc/physicalcard/${id}`, {
          status: 'Open',
          items,
          ...home,
          ...buyer,
          ...body,
        })
      const typed = await put(promo === undefined ? {} : { promo_code: promo })
      const order = typed.status === 200 ? typed.body.physical_order : started.body.physical_order
      const { subtotal, discount, shipping_handling, total } = order.totals
      const [goods, dueCents] = [cents(subtotal) + cents(discount), cents(total)]
      expect(goods).toBeGreaterThanOrEqual(50)
      expect(dueCents).toBe(goods + cents(shipping_handling))
      const payment = {
        status: 'Submit',
        amount: dueCents / 100,
        payment_token: token,
        ...(typed.status === 200 && promo !== undefined && { promo_code: promo }),
      }
      expect((await put(payment)).status).toBe(200)
      await larder.minute()
      const stored = drawn.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      expect((await cardsOf(larder, id)).reduce((sum, { balance_cents }) => sum + balance_cents, 0)).toBe(
        stored,
      )
      expect(await chargedOf(larder, id)).toEqual([dueCents])
      expect({ card_discounts: 0, card_shipping: 0, ...(await bookedOf(larder, id)) }).toEqual({
        card_provider: 0 - dueCents,
        card_discounts: cents(discount),
        card_shipping: cents(shipping_handling),
        'card:': stored,
      })
    })
    await fc.assert(property, {
      numRuns: countOf('gift card orders by any price and code'),
      endOnFailure: true,
    })
  })
})

const lineOf = (change: ReturnType<typeof addCarbonara>) => {
  if (change.kind !== 'item.add') throw new Error('no dish')
  return change.line
}

describe('a hundred thousand orders for gift cards', () => {
  let larder: TestLarder
  let merchant: Merchant
  beforeAll(async () => {
    larder = await startTestLarder(databases[0]!)
    merchant = larder.directory.findByLabel('tavola')!
  })
  afterAll(() => larder.close())

  /**
   * A promo code's discount on an amount of gift cards (cents), computed independently of the code under test; 0 where the
   * code does not apply.
   */
  function discountOf(promo: string | undefined, subTotal: number): number {
    const off =
      promo === 'WELCOME10'
        ? Math.floor((subTotal + 5) / 10)
        : promo === 'FIVEOFF' && subTotal >= 2000
          ? 500
          : promo === 'GIVE5'
            ? 500
            : 0
    return subTotal - off < 50 ? 0 : off
  }

  it('sell no stored value for nothing, and add up to the cent', { timeout: 180_000 }, () => {
    const roll = seededRandom(20_261_120)
    const promos = [undefined, 'WELCOME10', 'FIVEOFF', 'GIVE5', 'EVERYTHING', 'EXPIRED', 'TONIGHT'] as const
    const clock = { now: () => dinnerTime }
    let discounted = 0
    for (let count = 0; count < 100_000; count++) {
      const isPosted = roll(2) === 0
      const dearest = [600, 5000, 999_900][roll(3)]!
      const items = Array.from({ length: isPosted ? 1 + roll(3) : 1 }, (_, at) => ({
        index: at + 1,
        priceCents: 100 + roll(dearest),
        quantity: isPosted ? 1 + roll(10) : 1,
        programId: 'classic',
      }))
      const promo = promos[roll(promos.length)]
      const order = {
        ...emptyOrder,
        type: isPosted ? 'PhysicalCards' : 'Purchase',
        items,
        promoCode: promo,
      } satisfies Order
      const subTotal = items.reduce((sum, one) => sum + one.priceCents * one.quantity, 0)
      const off = discountOf(promo, subTotal)
      const shipping = isPosted ? merchant.shippingCents : 0
      const totals = isPosted
        ? physicalOrderAnswer(merchant, order, { clock }).body.physical_order.totals
        : cardOrderAnswer(merchant, order, { clock, cipher: testCipher }).body.card_order.totals
      const said = [totals.subtotal, totals.discount, totals.total].map(cents)
      const due = 'due' in totals ? cents(totals.due) : cents(totals.total)
      if (off > 0) discounted++
      if (
        said.join() !== [subTotal, 0 - off, subTotal - off + shipping].join() ||
        due !== subTotal - off + shipping ||
        subTotal - off < 50
      )
        throw new Error(`${JSON.stringify({ items, promo })}: ${JSON.stringify(totals)}`)
    }
    expect(discounted).toBeGreaterThan(20_000)
  })
})

const emptyOrder: Order = {
  locationId: tavola.location,
  id: 'order',
  receiptId: 'receipt',
  type: 'Purchase',
  userId: undefined,
  language: 'en',
  status: 'Open',
  programId: 'classic',
  cardId: undefined,
  items: [],
  promoCode: undefined,
  heldPromo: undefined,
  personalMessage: '',
  designId: undefined,
  giftTime: undefined,
  delivery: undefined,
  passedCardId: undefined,
  takenBackAt: undefined,
  refunds: [],
  kept: undefined,
  payment: undefined,
  cards: [],
  recipient: {
    recipient_first_name: '',
    recipient_last_name: '',
    recipient_email: '',
    recipient_phone: '',
    recipient_address: '',
    recipient_address2: '',
    recipient_city: '',
    recipient_state: '',
    recipient_zip: '',
  },
  buyer: { buyer_first_name: '', buyer_last_name: '', buyer_email: '' },
  createdAt: dinnerTime,
  touchedAt: dinnerTime,
}
