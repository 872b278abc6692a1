import type { endpoints } from '#contract/endpoints.ts'
import { findCardNumber, invalidCardNumber } from '#contract/rules/card.ts'
import { isPhone, phoneDigits } from '#contract/rules/phone.ts'
import { type FoundCardsAnswer, foundPage } from '#contract/schemas/staff-card.ts'
import type { Queryable } from '#server/db/database.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { emailKeyOf, findUserByEmail, listUserIdsByPhone } from '#server/modules/accounts/users.ts'
import {
  findOrders,
  listCardIdsOfPerson,
  listOrdersOf,
  type BuyerOrRecipient,
} from '#server/modules/card-orders/staff-orders.ts'
import { listCardIdsOf, listCardLines, type Newest } from '#server/modules/cards/staff-card.ts'
import { hashOfNumber } from '#server/modules/cards/stored-number.ts'
import type { Use } from '#server/modules/limits/limits.ts'
import { recordAct } from '#server/modules/staff/acts.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { CardDeskPorts } from './ports.ts'

type FindCall = Call<typeof endpoints.findCards>

const nothing: FoundCardsAnswer = { cards: [], orders: [] }

/**
 * `POST /staff/cards/find`. Searches that find nothing are counted like other guesses: per user and per location. Looking up a number leaves a row in
 * `staff_acts`, whether or not the card exists. Throws 422 for invalid input, 429 for too many searches without a result.
 */
export async function findCards(call: FindCall, ports: CardDeskPorts): Promise<Answer<FoundCardsAnswer>> {
  const { locationId } = call.merchant
  const find = findingOf(call, ports)
  const uses: Use[] = [
    { name: 'cardFindOfUser', of: call.session.userId },
    { name: 'cardFindOfLocation', of: 'all' },
  ]
  await ports.limits.count(locationId, ...uses)
  const found = await find()
  if (found.cards.length + found.orders.length > 0) await ports.limits.giveBack(locationId, ...uses)
  return { body: found }
}

/** How to search for the input. Throws 422 before anything is counted. */
function findingOf(call: FindCall, ports: CardDeskPorts): () => Promise<FoundCardsAnswer> {
  const {
    card_number: typed = '',
    email = '',
    phone = '',
    order_id: order = '',
    last_four: lastFour,
  } = call.body
  if (typed.trim() !== '') {
    const number = findCardNumber(typed)
    if (number === undefined) throw fieldProblem(422, 'card_number', invalidCardNumber)
    return () => byNumber(call, number, ports)
  }
  if (order.trim() !== '') return () => byOrder(call, idOf(order), ports)
  if (phone.trim() !== '') {
    if (!isPhone(phone)) throw fieldProblem(422, 'phone', 'Please enter a valid phone number')
    return () => bySomeone(call, { phone: phoneDigits(phone) }, lastFour, ports)
  }
  if (email.trim() === '')
    throw fieldProblem(
      422,
      'email',
      'Please enter a card number, an email, a phone number or an order’s number.',
    )
  return () => bySomeone(call, { email: emailKeyOf(email) }, lastFour, ports)
}

async function byNumber(call: FindCall, number: string, ports: CardDeskPorts): Promise<FoundCardsAnswer> {
  const { database, cipher, clock } = ports
  const { merchant } = call
  const numberHash = hashOfNumber(cipher, merchant.locationId, number)
  return database.transaction(async (tx) => {
    recordAct(tx, ports, call, { action: 'card_looked_up', about: maskOf(number.slice(-4)) })
    const today = todayAt(merchant, clock.now())
    return { ...nothing, cards: (await listCardLines(tx, merchant.locationId, { numberHash }, today)).shown }
  })
}

async function bySomeone(
  { merchant, body: { show = foundPage } }: FindCall,
  someone: BuyerOrRecipient,
  lastFour: string | undefined,
  { database, clock }: CardDeskPorts,
): Promise<FoundCardsAnswer> {
  const { locationId } = merchant
  const [userIds, ordered, orders] = await Promise.all([
    userIdsOf(database, locationId, someone),
    listCardIdsOfPerson(database, locationId, someone),
    listOrdersOf(database, locationId, someone, show),
  ])
  const ids = [...new Set([...ordered, ...(await listCardIdsOf(database, locationId, userIds))])]
  const cards = await listCardLines(
    database,
    locationId,
    { ids, lastFour },
    todayAt(merchant, clock.now()),
    show,
  )
  return foundOf(cards, lastFour === undefined ? orders : { shown: [], more: false })
}

async function userIdsOf(
  database: Queryable,
  locationId: string,
  someone: BuyerOrRecipient,
): Promise<string[]> {
  if ('phone' in someone) return listUserIdsByPhone(database, locationId, someone.phone)
  const user = await findUserByEmail(database, locationId, someone.email)
  return user ? [user.id] : []
}

async function byOrder(
  { merchant, body: { show = foundPage } }: FindCall,
  orderId: string,
  { database, clock }: CardDeskPorts,
): Promise<FoundCardsAnswer> {
  const { cardIds, ...orders } = await findOrders(database, merchant.locationId, orderId, show)
  const which = { ids: [...new Set(cardIds)] }
  const cards = await listCardLines(
    database,
    merchant.locationId,
    which,
    todayAt(merchant, clock.now()),
    show,
  )
  return foundOf(cards, orders)
}

const foundOf = (
  cards: Newest<FoundCardsAnswer['cards'][number]>,
  orders: Newest<FoundCardsAnswer['orders'][number]>,
): FoundCardsAnswer => ({
  cards: cards.shown,
  orders: orders.shown,
  ...((cards.more || orders.more) && { more: true }),
})

/** An order's id, even where the whole link was pasted. */
const idOf = (typed: string): string => typed.trim().split(/[?#]/)[0]!.split('/').findLast(Boolean) ?? ''

/** A card as it is named in records: its last four digits. */
export const maskOf = (lastFour: string): string => `•••• ${lastFour}`
