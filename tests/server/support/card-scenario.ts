import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import type { Card, CardsAnswer } from '#contract/schemas/card.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { addCard } from './cards.ts'
import { buyer, cardsOf, guestPayment, home, orderPath, readyOrder, submit, visa } from './card-orders.ts'
import { Guest, type TestLarder } from './larder.ts'
import { completeOrder } from './orders.ts'
import type { SignedIn } from './people.ts'
import { administratorOf } from './placed.ts'
import { listPosted } from './posted.ts'
import { dueOf, redeemByNumber } from './tenders.ts'

/** A series of calls about gift cards: the calls made, and the numbers and codes that were in them. */
type CardScenario = {
  larder: TestLarder
  guest: Guest
  member: SignedIn
  called: Set<string>
  numbers: string[]
  claimCodes: string[]
}

export const startCardScenario = (larder: TestLarder, member: SignedIn): CardScenario => ({
  larder,
  guest: new Guest(larder),
  member,
  called: new Set<string>(),
  numbers: [],
  claimCodes: [],
})

/** A call that must succeed. */
async function ask<T>(
  scenario: CardScenario,
  name: EndpointName,
  who: Guest,
  path: string,
  body?: object,
  key?: string,
): Promise<T> {
  scenario.called.add(name)
  const reply = await who.send<T>(endpoints[name].method, path, body, { key })
  expect([name, reply.status]).toEqual([name, 200])
  return reply.body
}

/** Pays for an order, and repeats the call under its key: both get the same answer. */
export async function buy(
  scenario: CardScenario,
  who: Guest,
  type: 'Purchase' | 'SendEmail' | 'SendText' | 'Reload',
  start: object = {},
): Promise<void> {
  const order = await readyOrder(who, type, 50, start)
  const [key, body] = [randomUUID(), guestPayment(order, await who.card(visa))]
  const first = await submit(who, order.id, body, key)
  const again = await submit(who, order.id, body, key)
  expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true'])
  expect(again.body).toEqual(first.body)
  for (const name of ['startCardOrder', 'updateCardOrder', 'submitCardOrder']) scenario.called.add(name)
  const cards = await cardsOf(scenario.larder, order.id)
  const shown = (await ask<typeof first.body>(scenario, 'getCardOrder', who, orderPath(order.id))).card_order
    .items[0]!.cards![0]!.card_number
  const own = type === 'Purchase' || type === 'Reload'
  expect(shown).toBe(own ? cards[0]!.card_number : `•••• •••• •••• ${cards[0]!.card_number.slice(-4)}`)
  expect(first.body.card_order.items[0]!.cards![0]!.card_number).toBe(shown)
  scenario.numbers.push(...cards.map(({ card_number }) => card_number))
}

/** Orders two posted cards and reads them as their printer does. */
export async function post(scenario: CardScenario): Promise<void> {
  const items = [{ item: 'posted-card', price: 25, quantity: 2 }]
  const { physical_order: order } = await ask<{ physical_order: PhysicalOrder }>(
    scenario,
    'startPhysicalOrder',
    scenario.guest,
    '/location/:loc/physicalcard/start',
    { items },
  )
  const body = {
    items,
    ...home,
    ...buyer,
    status: 'Submit',
    amount: 54.95,
    payment_token: await scenario.guest.card(visa),
  }
  await ask(scenario, 'updatePhysicalOrder', scenario.guest, `/location/:loc/physicalcard/${order.id}`, body)
  await ask(scenario, 'getPhysicalOrder', scenario.guest, `/location/:loc/physicalcard/${order.id}`)
  await scenario.larder.minute()
  const cards = await cardsOf(scenario.larder, order.id)
  expect(cards).toHaveLength(2)
  // The list of cards to print.
  const toPrint = await listPosted(scenario.larder, order.id)
  const address = 'Ada Guest, 1 Main Street, New York, NY 10011'
  expect(toPrint).toEqual(
    cards.map(({ card_number }) =>
      [order.id, order.id.slice(-6).toUpperCase(), groupCardNumber(card_number), '$25.00', address].join(
        '\t',
      ),
    ),
  )
  scenario.numbers.push(...cards.map(({ card_number }) => card_number))
}

/** Adds cards to the account by number and by code, each sent twice. Returns the first card's number. */
export async function add(scenario: CardScenario): Promise<{ number: string }> {
  const [byNumber, byCode] = [
    await addCard(scenario.larder),
    await addCard(scenario.larder, { claimCode: true }),
  ]
  for (const body of [{ card_number: byNumber.cardNumber }, { claim_code: byCode.claimCode! }]) {
    const key = randomUUID()
    const answers = [await importCard(scenario, body, key), await importCard(scenario, body, key)]
    expect(answers[1]).toEqual(answers[0])
  }
  scenario.numbers.push(byNumber.cardNumber, byCode.cardNumber)
  scenario.claimCodes.push(byCode.claimCode!)
  return { number: byNumber.cardNumber }
}

const importCard = (scenario: CardScenario, body: object, key: string): Promise<unknown> =>
  ask(scenario, 'importCard', scenario.member, '/location/:loc/card/import', body, key)

/** Changes a gift, sends it again and reads it; passes a card on and takes it back. */
export async function changeAndPassOn(scenario: CardScenario): Promise<void> {
  const { larder, member } = scenario
  const order = await readyOrder(member, 'SendEmail', 50)
  await submit(member, order.id, guestPayment(order, await member.card(visa)))
  await larder.minute()
  const gift = orderPath(order.id, '/gift')
  await ask(scenario, 'changeGift', member, gift, { personal_message: 'Eat well.' })
  await ask(scenario, 'resendGift', member, `${gift}/resend`)
  const own = await addCard(larder, { userId: member.userId })
  const { card_order: passed } = await ask<{ card_order: CardOrder }>(
    scenario,
    'passCard',
    member,
    `/location/:loc/card/${own.id}/pass`,
    {
      type: 'SendEmail',
      recipient_first_name: 'Ada',
      recipient_last_name: 'Guest',
      recipient_email: 'ada@example.com',
    },
  )
  await ask(scenario, 'listGifts', member, '/location/:loc/card/gifts')
  await larder.minute()
  await ask(scenario, 'takeBackGift', member, orderPath(passed.id, '/gift/takeback'))
  const made = [...(await cardsOf(larder, order.id)), ...(await cardsOf(larder, passed.id))]
  scenario.numbers.push(own.cardNumber, ...made.map(({ card_number }) => card_number))
}

/** Pays for two orders by card number: a guest's and a member's. */
export async function pay(scenario: CardScenario): Promise<void> {
  for (const who of [scenario.guest, scenario.member]) {
    const [{ cardNumber }, ticket, key] = [
      await addCard(scenario.larder),
      await completeOrder(who),
      randomUUID(),
    ]
    const pay = () => redeemByNumber(who, ticket.id, { card_number: cardNumber, ...dueOf(ticket) }, key)
    const [first, again] = [await pay(), await pay()]
    expect([first.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    expect(first.body.ticket_order.payments[0]!.display_name).toBe(`Gift card •••• ${cardNumber.slice(-4)}`)
    scenario.numbers.push(cardNumber)
  }
  scenario.called.add('importAndRedeemCard')
}

/** Makes every call that reads a card. Returns the member's cards. */
export async function readCards(scenario: CardScenario): Promise<Card[]> {
  const { cards } = await ask<CardsAnswer>(
    scenario,
    'listCards',
    scenario.member,
    '/location/:loc/cards?showall=true',
  )
  await ask(scenario, 'listCardsByPost', scenario.member, '/card/list', {})
  await ask(scenario, 'getCard', scenario.member, `/location/:loc/card/${cards[0]!.id}`)
  const free = await addCard(scenario.larder)
  const gift = await ask<{ card: Card }>(
    scenario,
    'getEgift',
    scenario.guest,
    `/location/:loc/card/${free.id}/egift`,
  )
  expect(gift.card.card_number).toBe(free.cardNumber)
  await ask(
    scenario,
    'checkBalance',
    scenario.guest,
    `/location/:loc/physicalcard/checkbalance/${free.cardNumber}`,
  )
  await ask(scenario, 'checkBalanceByPost', scenario.guest, '/location/:loc/physicalcard/checkbalance', {
    card_number: free.cardNumber,
  })
  await scenario.guest.send('POST', '/location/:loc/physicalcard/checkbalance', {
    card_number: '4000123412341234',
  })
  await ask(scenario, 'findCards', await administratorOf(scenario.larder), '/staff/cards/find', {
    card_number: free.cardNumber,
  })
  scenario.numbers.push(free.cardNumber)
  return cards
}
