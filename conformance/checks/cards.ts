import { numberFromCents, parseCurrency } from '#contract/money.ts'
import { isOn } from '#contract/rules/features.ts'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { ephemeralKeyVersion } from '#contract/schemas/user.ts'
import type { Check } from '../check.ts'
import { expectThat, NotChecked, NotOffered } from '../findings.ts'
import {
  buyer,
  expectCurrency,
  locationOf,
  unknownId,
  requireFeature,
  signedIn,
  testCardOf,
} from '../steps.ts'
import type { Visit } from '../visit.ts'

/** §7 *Cards and payment*. */

const cardOrder = (visit: Visit): Promise<CardOrder> =>
  visit.step('card order', 'AP-09', async () => {
    await requireFeature(visit, 'buyCard', 'buying gift cards')
    return (await visit.answer('startCardOrder', { body: { type: 'Purchase' } })).card_order
  })

/** An order for one gift card of the first program. */
const filledOrder = (visit: Visit): Promise<CardOrder> =>
  visit.step('filled card order', 'AP-10', async () => {
    const { id } = await cardOrder(visit)
    const [program] = (await visit.answer('listPrograms')).programs
    if (!program) throw new NotChecked('there is no program')
    const price = program.amount === undefined ? 25 : numberFromCents(parseCurrency(program.amount))
    const items = [{ item: 'giftcard' as const, price, quantity: 1, program_id: program.id }]
    const { card_order: order } = await visit.answer('updateCardOrder', { params: { id }, body: { items } })
    return order
  })

const cart = (visit: Visit): Promise<PhysicalOrder> =>
  visit.step('cart', 'AP-12', async () => {
    await requireFeature(visit, 'physicalCards', 'gift cards by post')
    const [product] = (await visit.answer('listPhysicalProducts')).products
    const items = [{ item: product?.program_id ?? 'giftcard', price: 25, quantity: 1 }]
    return (await visit.answer('startPhysicalOrder', { body: { items } })).physical_order
  })

const programChecks: readonly Check[] = [
  {
    id: 'AP-08',
    title: 'the programs, with fixed amounts as currency text',
    calls: ['listPrograms'],
    async run(visit) {
      for (const { amount } of (await visit.answer('listPrograms')).programs)
        if (amount !== undefined && amount !== '') expectCurrency(amount, 'amount', 'AP-08')
    },
  },
  { id: 'AP-09', title: 'an order for a gift card is created', calls: ['startCardOrder'], run: cardOrder },
  {
    id: 'AP-10',
    title: 'its items are stored, and its totals are currency text',
    calls: ['updateCardOrder', 'getCardOrder'],
    async run(visit) {
      const { id, totals } = await filledOrder(visit)
      const { card_order: now } = await visit.answer('getCardOrder', { params: { id } })
      for (const name of ['subtotal', 'discount', 'total', 'due'] as const)
        expectCurrency(now.totals[name], `totals.${name}`, 'AP-10')
      expectThat(now.totals.due === totals.due, `due ${totals.due}`, now.totals.due)
    },
  },
  {
    id: 'AP-10',
    title: 'an order for gift cards that does not exist',
    calls: ['getCardOrder'],
    run: (visit) => visit.refusal('getCardOrder', [404], { params: { id: unknownId } }),
  },
  {
    id: 'AP-11',
    title: 'an order for gift cards is not paid without a card',
    calls: ['submitCardOrder'],
    async run(visit) {
      const { id } = await filledOrder(visit)
      await visit.refusal('submitCardOrder', [400, 402, 409, 422], { params: { id }, wrongBody: {} })
    },
  },
  {
    id: 'AP-11',
    title: 'an order for gift cards is paid once, however often it is sent',
    calls: ['submitCardOrder', 'getCardOrder'],
    async run(visit) {
      const payment_token = await testCardOf(visit)
      const { id, totals } = await filledOrder(visit)
      const body = { amount: numberFromCents(parseCurrency(totals.due)), payment_token, ...buyer }
      const { card_order: placed } = await visit.answer('submitCardOrder', { params: { id }, body })
      expectThat(isCardOrderPlaced(placed.status), 'Submitted or Completed', placed.status)
      await visit.call('submitCardOrder', { params: { id }, body })
      const { card_order: now } = await visit.answer('getCardOrder', { params: { id } })
      expectThat(now.payments.length === 1, 'one payment', now.payments)
      expectThat(isCardOrderPlaced(now.status), 'an order that is read as placed', now.status)
    },
  },
  {
    id: 'AP-01',
    title: 'an unknown card number has no balance',
    calls: ['checkBalance'],
    async run(visit) {
      await requireFeature(visit, 'checkBalance', 'checking balances')
      await visit.refusal('checkBalance', [400, 403, 404, 422, 429], {
        params: { number: '0000000000000000' },
      })
    },
  },
  {
    id: 'AP-14',
    title: 'the parameter of a balance check is card_number',
    calls: ['checkBalance'],
    async run(visit) {
      await requireFeature(visit, 'checkBalance', 'checking balances')
      const answered = await visit.call('checkBalance', { params: { number: '12' } })
      visit.readRefusal(answered, [400, 404, 422])
    },
  },
  {
    id: 'AP-06',
    title: 'an eGift that does not exist',
    calls: ['getEgift'],
    async run(visit) {
      const answered = await visit.call('getEgift', { params: { id: unknownId } })
      if (answered.status !== 200) visit.readRefusal(answered, [404])
      else
        expectThat(visit.read('getEgift', answered).has_error === true, '404, or has_error', answered.status)
    },
  },
]

const postChecks: readonly Check[] = [
  {
    id: 'EN-39',
    title: 'what can be sent by post',
    calls: ['listPhysicalProducts'],
    async run(visit) {
      if (!isOn((await locationOf(visit)).settings, 'physicalCards'))
        throw new NotOffered('gift cards by post are switched off')
      const { shipping_handling } = await visit.answer('listPhysicalProducts')
      expectCurrency(shipping_handling, 'shipping_handling', 'EN-39')
    },
  },
  { id: 'AP-12', title: 'a cart of cards by post is created', calls: ['startPhysicalOrder'], run: cart },
  {
    id: 'AP-13',
    title: 'a cart that is sent with its address is read back unchanged',
    calls: ['updatePhysicalOrder', 'getPhysicalOrder'],
    async run(visit) {
      const { id, items } = await cart(visit)
      const body = {
        items: items.map(({ item, price }) => ({ item, price, quantity: 2 })),
        status: 'Open' as const,
        recipient_first_name: 'Conformance',
        recipient_last_name: 'Check',
        recipient_address: '1 Main Street',
        recipient_city: 'New York',
        recipient_state: 'NY',
        recipient_zip: '10011',
      }
      await visit.answer('updatePhysicalOrder', { params: { id }, body })
      const { physical_order: now } = await visit.answer('getPhysicalOrder', { params: { id } })
      expectThat(now.items[0]?.quantity === 2, 'quantity 2', now.items)
      for (const [name, text] of Object.entries(now.totals)) expectCurrency(text, `totals.${name}`, 'AP-13')
    },
  },
  {
    id: 'AP-13',
    title: 'a cart is not paid without a card',
    calls: ['updatePhysicalOrder'],
    async run(visit) {
      const { id, items } = await cart(visit)
      const body = {
        items: items.map(({ item, price, quantity }) => ({ item, price, quantity })),
        status: 'Submit',
      }
      await visit.refusal('updatePhysicalOrder', [400, 402, 409, 422], { params: { id }, wrongBody: body })
    },
  },
]

const ownChecks: readonly Check[] = [
  {
    id: 'AP-03',
    title: 'the member’s cards',
    calls: ['listCards'],
    async run(visit) {
      const { token } = (await signedIn(visit)).tokens
      await visit.answer('listCards', { token, query: { showall: 'true' } })
    },
  },
  {
    id: 'AP-02',
    title: 'the same cards by the other call',
    calls: ['listCardsByPost', 'listCards'],
    async run(visit) {
      const { token } = (await signedIn(visit)).tokens
      const { cards } = await visit.answer('listCardsByPost', { token })
      const { cards: shown } = await visit.answer('listCards', { token, query: { showall: 'true' } })
      const ids = new Set(shown.map(({ id }) => id))
      expectThat(
        cards.every(({ id }) => ids.has(id)),
        'cards that the list has',
        cards.map(({ id }) => id),
      )
    },
  },
  {
    id: 'AP-04',
    title: 'a card with its transactions; somebody else’s is not shown',
    calls: ['getCard'],
    async run(visit) {
      const { token } = (await signedIn(visit)).tokens
      await visit.refusal('getCard', [403, 404], { token, params: { id: unknownId } })
      const { cards } = await visit.answer('listCards', { token, query: { showall: 'true' } })
      if (cards[0]) await visit.answer('getCard', { token, params: { id: cards[0].id } })
    },
  },
  {
    id: 'AP-05',
    title: 'an unknown card number is not imported',
    calls: ['importCard'],
    async run(visit) {
      await requireFeature(visit, 'importCard', 'adding cards')
      const { token } = (await signedIn(visit)).tokens
      const body = { card_number: '0000000000000000' }
      await visit.refusal('importCard', [400, 403, 404, 409, 422], { token, body })
    },
  },
  {
    id: 'AP-07',
    title: 'the member’s customer at the card provider',
    calls: ['createEphemeralKey'],
    async run(visit) {
      const { tokens, user } = await signedIn(visit)
      const body = { stripe_version: ephemeralKeyVersion, email: user.email }
      const key = await visit.answer('createEphemeralKey', { token: tokens.token, body })
      expectThat(key.stripe_customer_id !== '', 'stripe_customer_id', key.stripe_customer_id)
    },
  },
]

export const cardChecks: readonly Check[] = [...programChecks, ...postChecks, ...ownChecks]
