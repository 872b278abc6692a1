import { createHash } from 'node:crypto'
import { beginSession } from '#server/modules/accounts/sessions.ts'
import { insertUser, newUser } from '#server/modules/accounts/users.ts'
import { issueCard } from '#server/modules/cards/issue.ts'
import { createPaymentMethod } from '#server/sandbox/payment-methods.ts'
import { EngineConnection, type Engine } from './engine.ts'
import { randomFrom } from './random.ts'
import { cipher, dinnerTime, place } from './server.ts'

export const password = 'seven green lanterns'
export type Name = 'ada' | 'ben'
/** A payment card, by what its bank does. */
export type PaysWith = 'good' | 'declined' | 'asks' | 'asks, and declines'
export type OwnCard = { id: string; number: string; cents: number }
/** `rewards`: their ids. */
export type Member = { name: Name; email: string; userId: string; cards: OwnCard[]; rewards: string[] }

/** The people who exist before any session begins, and what they own. */
export type People = {
  members: Record<Name, Member>
  /** A manager: the kitchen's page is theirs, and they may give money back. */
  staff: { userId: string; token: string }
  /** Gift cards that are in nobody's account: whoever has the number can pay with them. */
  handed: OwnCard[]
  /** Payment methods of the sandbox, by what their bank does. */
  methods: Record<PaysWith, string>
}

/** Writes them into the database, once for all sessions. */
export async function makePeople(engine: Engine): Promise<People> {
  const { database } = new EngineConnection(engine, async () => undefined)
  const random = randomFrom(0)
  const clock = { now: () => dinnerTime }
  const ids = { uuid: () => random.uuid(), secret: () => random.uuid().replaceAll('-', '') }
  const at = { locationId: place.location }
  const add = (name: string, role: 'member' | 'manager'): Promise<{ email: string; userId: string }> =>
    database.transaction(async (tx) => {
      const email = `${name}@example.com`
      const userId = ids.uuid()
      const passwordHash = createHash('sha256').update(password).digest('hex')
      const user = {
        ...newUser(userId, email, dinnerTime),
        firstName: name,
        lastName: 'Guest',
        phone: '2125550147',
      }
      await insertUser(tx, place.location, { ...user, role, passwordHash, confirmedAt: dinnerTime })
      return { email, userId }
    })
  await database.query(
    `INSERT INTO card_programs (location_id, id, external_id, image, description) VALUES ($1, 'p1', 'dinner-card', '/pictures/card.webp', 'Dinner card')`,
    [place.location],
  )
  const cardOf = async (userId: string | undefined, cents: number): Promise<OwnCard> => {
    const card = { programId: 'p1', amountCents: cents, orderId: ids.uuid(), userId }
    const { id, cardNumber } = await database.transaction((tx) =>
      issueCard(tx, { clock, ids, cipher }, at, card),
    )
    return { id, number: cardNumber, cents }
  }
  const rewardOf = async (userId: string, cents: number): Promise<string> => {
    const id = ids.uuid()
    await database.query(
      `INSERT INTO rewards (location_id, id, user_id, name, amount_cents, ends_on, created_at) VALUES ($1, $2, $3, 'A dessert', $4, '2026-12-31', 0)`,
      [place.location, id, userId, cents],
    )
    return id
  }
  const member = async (name: Name, has: { cards: number[]; rewards: number[] }): Promise<Member> => {
    const { email, userId } = await add(name, 'member')
    const cards: OwnCard[] = []
    for (const cents of has.cards) cards.push(await cardOf(userId, cents))
    const rewards: string[] = []
    for (const cents of has.rewards) rewards.push(await rewardOf(userId, cents))
    return { name, email, userId, cards, rewards }
  }
  const members = {
    ada: await member('ada', { cards: [2500, 900], rewards: [500, 1200] }),
    ben: await member('ben', { cards: [4000], rewards: [700] }),
  }
  const handed = [await cardOf(undefined, 1500), await cardOf(undefined, 6000)]
  const staff = await add('staff', 'manager')
  const { tokens } = await database.transaction(async (tx) =>
    beginSession(tx, { clock, ids }, at, { userId: staff.userId, device: 'Kitchen' }),
  )
  const method = async (number: string): Promise<string> => {
    const form = {
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '34',
      'card[cvc]': '123',
    }
    return (await database.transaction((tx) => createPaymentMethod(tx, place.location, form, { clock, ids })))
      .id
  }
  const methods = {
    good: await method('4242424242424242'),
    declined: await method('4000000000000002'),
    asks: await method('4000002500003155'),
    'asks, and declines': await method('4000008260003178'),
  }
  return { members, staff: { userId: staff.userId, token: tokens.token }, handed, methods }
}
