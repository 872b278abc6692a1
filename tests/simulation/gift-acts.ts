import { cardEndpoints } from '#contract/endpoints/cards.ts'
import { numberFromCents } from '#contract/money.ts'
import { giftTimeAt } from '#contract/rules/gift-time.ts'
import type { CardOrderAnswer } from '#contract/schemas/card-order.ts'
import { isUnknownOutcome } from '#lib/errors/app-error.ts'
import type { Gift, Stage } from './book.ts'
import { orderCard, type Buying } from './card-acts.ts'
import { memberAt } from './money-acts.ts'
import type { GiftFor } from './plan.ts'
import { place } from './server.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/** Gifts to others: sent now or later, changed, sent again, passed on from a member's own card, taken back, opened. */

/** Where a gift goes. */
const addressOf = ({ to, by }: GiftFor): { recipient_email: string } | { recipient_phone: string } =>
  by === 'email' ? { recipient_email: `friend${to}@example.com` } : { recipient_phone: `(212) 555-010${to}` }
const typeOf = ({ by }: GiftFor): 'SendEmail' | 'SendText' => (by === 'email' ? 'SendEmail' : 'SendText')

function timeOf(tab: Tab, { inMs, zone }: GiftFor): { send_at_local?: string; send_time_zone?: string } {
  if (inMs === undefined) return {}
  return { send_at_local: giftTimeAt(tab.phone.clock.now() + inMs, zone), send_time_zone: zone }
}

const recipientOf = (tab: Tab, how: GiftFor) => ({
  recipient_first_name: 'Finn',
  recipient_last_name: 'Friend',
  ...addressOf(how),
  ...timeOf(tab, how),
})

/** Buys a card for somebody. */
export const sendGift = (stage: Stage, tab: Tab, how: Buying & GiftFor): Promise<void> =>
  orderCard(stage, tab, `send a gift by ${how.by}`, { type: typeOf(how) }, how, (orderId) => {
    stage.book.gifts.push({ orderId, by: how.by, maker: tab.maker, phone: tab.phone.name })
    return { ...recipientOf(tab, how), personal_message: 'Enjoy!' }
  })

/** The newest gift that somebody on this phone can follow: a member has a list of theirs, a guest what was bought here. */
const findGift = ({ book }: Stage, tab: Tab): Gift | undefined =>
  book.gifts.findLast(
    ({ maker, phone }) => maker === tab.maker && (maker !== 'guest' || phone === tab.phone.name),
  )

/** Makes a call that waits for nothing; without an answer, once more under its key. */
async function twice(tab: Tab, what: string, call: (key: string) => Promise<CardOrderAnswer>) {
  const { world } = tab.phone
  const key = tab.services.ids.uuid()
  world.tell(tab.life.name, `taps ${what}`)
  const said = (outcome: string): void => {
    world.count(`${what}: ${outcome}`)
    world.tell(tab.life.name, `${what}: ${outcome}`)
  }
  try {
    const { card_order } = await call(key).catch(async (error: unknown) => {
      if (!isUnknownOutcome(error)) throw error
      await tab.life.through(() => world.scheduler.wait(1500))
      return await call(key)
    })
    said('done')
    return card_order
  } catch (error) {
    said('not done')
    throw error
  }
}

/** Changes whom a gift is for, and when it is sent. */
export async function changeGift(stage: Stage, tab: Tab, how: GiftFor): Promise<void> {
  const gift = findGift(stage, tab)
  if (!gift) return
  const body = recipientOf(tab, { ...how, by: gift.by })
  await twice(tab, 'change a gift', (key) =>
    tab.services.api.send(cardEndpoints.changeGift, { params: { id: gift.orderId }, body, key }),
  )
}

export async function resendGift(stage: Stage, tab: Tab): Promise<void> {
  const gift = findGift(stage, tab)
  if (!gift) return
  await twice(tab, 'send a gift again', (key) =>
    tab.services.api.send(cardEndpoints.resendGift, { params: { id: gift.orderId }, key }),
  )
}

/** Passes a card of the member's own on, with the balance that they see. */
export async function passCard(stage: Stage, tab: Tab, how: GiftFor & { card: number }): Promise<void> {
  const cards = memberAt(stage, tab)?.cards ?? []
  const card = cards[how.card % Math.max(1, cards.length)]
  if (!card) return
  const { maker, phone } = tab
  const seen = (await tab.services.api.send(cardEndpoints.listCards, { query: { showall: 'true' } })).cards
  const { balance: cents = 0 } = seen.find(({ id }) => id === card.id) ?? {}
  if (cents === 0) return
  const body = { type: typeOf(how), amount: numberFromCents(cents), ...recipientOf(tab, how) }
  stage.book.passes.push({ cardId: card.id, cents })
  const order = await twice(tab, `pass a card on by ${how.by}`, (key) =>
    tab.services.api.send(cardEndpoints.passCard, { params: { id: card.id }, body, key }),
  )
  stage.book.gifts.push({ orderId: order.id, by: how.by, maker, phone: phone.name })
}

export async function takeBackGift(stage: Stage, tab: Tab): Promise<void> {
  const gift = findGift(stage, tab)
  if (!gift) return
  await twice(tab, 'take a gift back', (key) =>
    tab.services.api.send(cardEndpoints.takeBackGift, { params: { id: gift.orderId }, key }),
  )
}

/** Somebody opens the link in a message that brought them a gift. */
export async function openGift(world: World, which: number): Promise<void> {
  const mails = world.mails.filter(({ kind }) => kind === 'gift-card')
  const mail = mails[which % Math.max(1, mails.length)]
  const link = mail && /\/gift\/([\w-]+)/.exec(mail.text)?.[1]
  const { app, door } = world.server
  if (link === undefined || door.isDead) return
  const url = `/api/location/${place.location}/card/${link}/egift`
  const headers = { host: place.host }
  const heard = await door.life.before(app.inject({ method: 'GET', url, headers }))
  const { has_error, card } = heard
    ? (JSON.parse(heard.value.body) as { has_error?: boolean; card?: { number?: string } })
    : {}
  const isOpen = heard?.value.statusCode === 200 && has_error !== true && card !== undefined
  if (isOpen) world.opened.add(link)
  world.tell(
    'friend',
    `opens a gift: ${heard?.value.statusCode ?? 'no answer'}${has_error ? ', not valid' : ''}`,
  )
  world.count(`open a gift: ${isOpen ? 'done' : 'not done'}`)
}
