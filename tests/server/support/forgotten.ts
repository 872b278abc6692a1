import { numberFromCents } from '#contract/money.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { type EphemeralKeyAnswer, ephemeralKeyVersion } from '#contract/schemas/user.ts'
import type * as z from 'zod/mini'
import { addCard } from './cards.ts'
import { cardsOf, giftcard, cardOrder, orderPath, readyOrder, start, submit, visa } from './card-orders.ts'
import { Guest, type TestLarder, ticketPath } from './larder.ts'
import { Member } from './members.ts'
import { completeOrder, dollars, paymentOf, startOrder } from './orders.ts'
import { administratorOf, kitchenOf, move, place, placedOrder, refund } from './placed.ts'
import { plantRows } from './planted-rows.ts'
import { browser } from './push-browser.ts'
import { subscribe } from './push.ts'
import { SignedIn, userIdOf } from './people.ts'
import { findIdsOf } from './rows-of-person.ts'
import { codeFor } from './staff.ts'
import { act, buy, orderOfCard, refundOrder, referenceOf } from './staff-cards.ts'
import { plantPasskey } from './second-factors.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

/** A person with a unique name who uses every feature of one restaurant that stores personal data. */

export const person = {
  first: 'Quillon',
  last: 'Marisfarne',
  phone: '6465550188',
  typedPhone: '(646) 555-0188',
  street: '17 Wrenfield Passage',
  license: 'QMF-7731',
  refundNote: 'Quillon Marisfarne called: cold soup',
  cardNote: 'Quillon Marisfarne found it again',
  cardRefundNote: 'Marisfarne did not want it',
  comment: 'ring for Marisfarne twice',
  giftWords: 'Grow old with me, your Quillon',
}

/** The values that must not be found anywhere; `email` is the person's own. */
export const personalValuesOf = (email: string): string[] => [
  email,
  person.phone,
  person.typedPhone,
  person.first,
  person.last,
  person.street,
  person.license,
]

const contactOf = (email: string) => ({
  recipient_first_name: person.first,
  recipient_last_name: person.last,
  recipient_email: email,
  recipient_phone: person.typedPhone,
})
const home = {
  recipient_address: person.street,
  recipient_city: 'New York',
  recipient_state: 'NY',
  recipient_zip: '10011',
}

const expectDone = ({ status, body }: { status: number; body: unknown }): void => {
  if (status !== 200) throw new Error(JSON.stringify(body))
}

const savedCard = async (member: Member): Promise<string> =>
  (
    await member.send<z.infer<typeof EphemeralKeyAnswer>>('POST', '/location/:loc/payment/ephemeralkey', {
      stripe_version: ephemeralKeyVersion,
      email: member.email,
    })
  ).body.stripe_customer_id

/** Creates every kind of data at a restaurant, and lets all of it finish. Returns the member, signed in. */
export async function createFullHistory(larder: TestLarder): Promise<Member> {
  const member = await Member.new(larder, {
    first_name: person.first,
    last_name: person.last,
    phone: person.phone,
  })
  const { email } = member
  await orderFood(larder, member)
  await orderFoodAsGuest(larder, email)
  await buyGifts(larder, member)
  await writeToTheRestaurant(larder, email)
  // A failed sign-in.
  await new Guest(larder).send('POST', '/auth/local', { email, password: 'not that one at all' })
  // Orders that are begun and abandoned.
  const left = await startOrder(member)
  await member.ticket('PUT', ticketPath(left.id), { use_curbside: true, ...contactOf(email) })
  const { id } = await start(member, 'SendEmail')
  await cardOrder(member, 'PUT', orderPath(id), { ...contactOf(email) })
  const userId = await userIdOf(larder, 'tavola-nyc', email)
  await workForTheRestaurant(larder, userId)
  // Second factors are deleted with the role; this is what an earlier server left behind.
  await plantPasskey(larder, userId)
  const ids = await findIdsOf(larder, email)
  await plantRows(larder, {
    user: userId,
    email: ids.email[0]!,
    ticket: ids.ticket[0]!,
    order: ids.order[0]!,
    card: ids.card[0]!,
  })
  return await Member.signIn(larder, email)
}

/** Works as a manager for a while on other guests' data; then is a guest again. */
async function workForTheRestaurant(larder: TestLarder, userId: string): Promise<void> {
  await larder.database.query(`UPDATE users SET role = 'manager' WHERE id = $1`, [userId])
  const manager = await SignedIn.as(larder, userId)
  const other = new Guest(larder)
  const { id } = await placedOrder(other)
  const { index, quantity, cents } = (await kitchenOf(manager)).orders.find((one) => one.id === id)!
    .refundable!.lines[0]!
  expectDone(await refund(manager, id, { lines: [{ index, quantity }], amount: numberFromCents(cents) }))
  const { cards } = await buy(larder, other)
  const { reference } = await orderOfCard(manager, await referenceOf(larder, cards[0]!.id))
  expectDone(await refundOrder(manager, reference, { amount_cents: 2500 }))
  await codeFor(manager)
  const begun = await manager.send<{ challenge: string; options: object }>(
    'POST',
    '/user/security/passkeys/begin',
  )
  const credential = new SoftwareAuthenticator().create(begun.body.options)
  const passkey = { challenge: begun.body.challenge, name: `${person.first}’s phone`, credential }
  expectDone(await manager.send('POST', '/user/security/passkeys', passkey))
  const owner = await administratorOf(larder)
  expectDone(await owner.send('PUT', `/staff/people/${userId}`, { role: 'member' }))
}

async function orderFood(larder: TestLarder, member: Member): Promise<void> {
  const admin = await administratorOf(larder)
  const open = await completeOrder(member)
  const ticket = await member.ticket('PUT', ticketPath(open.id), {
    use_delivery: true,
    use_curbside: false,
    ...contactOf(member.email),
    ...home,
    recipient_comment: person.comment,
    vehicle_license: person.license,
  })
  const paid = await member.ticket('POST', ticketPath(ticket.id, '/payment'), {
    ...paymentOf(ticket, await member.card(visa)),
    stripe_customer_id: await savedCard(member),
  })
  const placed = await member.ticket('POST', `/v2.0/location/:loc/ticketorder/${paid.id}/submit`, {
    phone_number: '',
  })
  await subscribe(member, placed.id, browser())
  for (const status of ['Preparing', 'Ready', 'Completed']) await move(admin, placed.id, status)
  const { refundable } = (await kitchenOf(admin)).orders.find(({ id }) => id === placed.id)!
  const { index, quantity, cents } = refundable!.lines[0]!
  const given = await refund(admin, placed.id, {
    lines: [{ index, quantity }],
    amount: numberFromCents(cents),
    note: person.refundNote,
  })
  if (given.status !== 200) throw new Error(JSON.stringify(given.body))
  await larder.minute()
}

/** Orders with a car under the same email, before the account existed. */
async function orderFoodAsGuest(larder: TestLarder, email: string): Promise<void> {
  const guest = new Guest(larder)
  const admin = await administratorOf(larder)
  const open = await completeOrder(guest)
  const placed = await place(
    guest,
    await guest.ticket('PUT', ticketPath(open.id), {
      ...contactOf(email.toUpperCase()),
      vehicle_license: person.license,
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_color: 'blue',
    }),
  )
  for (const status of ['Preparing', 'Ready', 'Completed']) await move(admin, placed.id, status)
}

async function buyGifts(larder: TestLarder, member: Member): Promise<void> {
  const { email } = member
  const userId = await userIdOf(larder, 'tavola-nyc', email)
  const { id: lostId } = await addCard(larder, { userId, amountCents: 2500 })
  const admin = await administratorOf(larder)
  const lost = await referenceOf(larder, lostId)
  for (const kind of ['hold', 'release'] as const)
    expectDone(await act(admin, lost, kind, { note: person.cardNote }))
  const pay = async (who: Guest, order: CardOrder, payer: string): Promise<void> => {
    const reply = await submit(who, order.id, {
      amount: dollars(order.totals.due),
      payment_token: await who.card(visa),
      buyer_first_name: person.first,
      buyer_last_name: person.last,
      buyer_email: payer,
    })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  }
  await pay(member, await readyOrder(member, 'Purchase'), email)
  const unwanted = await readyOrder(member, 'Purchase', 35)
  await pay(member, unwanted, email)
  const [unwantedCard] = await cardsOf(larder, unwanted.id)
  const { reference } = await orderOfCard(admin, await referenceOf(larder, unwantedCard!.id))
  expectDone(await refundOrder(admin, reference, { amount_cents: 3500, note: person.cardRefundNote }))
  const gift = await readyOrder(member, 'SendEmail')
  await pay(
    member,
    await cardOrder(member, 'PUT', orderPath(gift.id), { personal_message: person.giftWords }),
    email,
  )
  // A gift from a friend to them.
  const friend = new Guest(larder)
  const { id } = await start(friend, 'SendEmail')
  await cardOrder(friend, 'PUT', orderPath(id), { items: [giftcard(25, { program_id: 'classic' })] })
  const toThem = await cardOrder(friend, 'PUT', orderPath(id), {
    recipient_first_name: person.first,
    recipient_last_name: person.last,
    recipient_email: email,
    personal_message: `For ${person.first}`,
  })
  const sent = await submit(friend, id, {
    amount: dollars(toThem.totals.due),
    payment_token: await friend.card(visa),
    buyer_first_name: 'Rosa',
    buyer_last_name: 'Diaz',
    buyer_email: 'rosa@example.com',
  })
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
  await buyPosted(member)
  await larder.minute()
}

async function buyPosted(member: Member): Promise<void> {
  const row = { item: 'posted-card', price: 25, quantity: 1 }
  const begun = await member.send<{ physical_order: PhysicalOrder }>(
    'POST',
    '/location/:loc/physicalcard/start',
    { items: [row] },
  )
  const { id, totals } = begun.body.physical_order
  const reply = await member.send('PUT', `/location/:loc/physicalcard/${id}`, {
    status: 'Submit',
    items: [row],
    ...contactOf(member.email),
    ...home,
    buyer_first_name: person.first,
    buyer_last_name: person.last,
    buyer_email: member.email,
    amount: dollars(totals.total),
    payment_token: await member.card(visa),
  })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
}

async function writeToTheRestaurant(larder: TestLarder, email: string): Promise<void> {
  const reply = await new Guest(larder).send('POST', '/location/:loc/contact', {
    first_name: person.first,
    last_name: person.last,
    email,
    message: `Call ${person.typedPhone}`,
    recaptcha_confirmation: 'a person',
  })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
}

type Found = { table: string; row: string; needle: string }

/** Searches every table of the database for rows that contain one of these texts, ignoring case. */
export async function searchDatabase(larder: TestLarder, needles: readonly string[]): Promise<Found[]> {
  const found: Found[] = []
  for (const table of await listTables(larder)) {
    const rows = await larder.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
    for (const { row } of rows)
      for (const needle of needles)
        if (row.toLowerCase().includes(needle.toLowerCase())) found.push({ table, row, needle })
  }
  return found
}

/** The names of all tables, from the schema. */
export async function listTables(larder: TestLarder): Promise<string[]> {
  const rows = await larder.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
  )
  return rows.map(({ name }) => name)
}
