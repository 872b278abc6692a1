import type { FeatureName } from '#contract/rules/features.ts'
import { cardOrderFeatures } from '#contract/rules/features.ts'
import { type CardOrderType, cardOrderTypes } from '#contract/schemas/card-order.ts'
import type { SwitchName } from '#server/plugins/feature-switches.ts'
import { guestPayment, home, orderPath, readyOrder, visa } from './card-orders.ts'
import { addCard } from './cards.ts'
import { type Guest, type Reply, type TestLarder, ticketPath } from './larder.ts'
import { address, completeOrder, contact, dollars, margherita, paymentOf, startOrder } from './orders.ts'
import { place } from './members.ts'
import { addUser, SignedIn } from './people.ts'
import { cancelOwn, placedOrder } from './placed.ts'
import { addReward, dueOf, redeem, tippedOrder } from './tenders.ts'

/** A request for each governed part of a call (server/plugins/feature-switches.ts, `parts`). */

type Stage = { larder: TestLarder; guest: Guest; member: SignedIn }

/** Prepares everything while all features are on, and returns the question whether the part is shown or accepted. */
type Try = (stage: Stage, by: SwitchName) => Promise<() => Promise<boolean>>

type Document = Record<string, unknown>
const taken = async (reply: Promise<Reply<unknown>>): Promise<boolean> => (await reply).status === 200

const reads =
  <T>(path: string, isThere: (body: T) => boolean, by: 'guest' | 'member' = 'guest'): Try =>
  async (stage) =>
  async () => {
    const { status, body } = await stage[by].send<T>('GET', path)
    return status === 200 && isThere(body)
  }

const content = (name: string): Try =>
  reads<{ configurations: { name: string }[] }>('/location/:loc/configurations', ({ configurations }) =>
    configurations.some((one) => one.name === name),
  )

const menusOf = (path: string): Try => reads<{ menus: unknown[] }>(path, ({ menus }) => menus.length > 0)
const part = (path: string): Try => reads(path, () => true)
// The fixture's wine menu is for reading only, its lunch menu for ordering only.
const [wine, lunch] = ['/location/:loc/menu/wine', '/location/:loc/menu/lunch']

/** A change of a new ticket. */
const change =
  (body: object): Try =>
  async ({ guest }) => {
    const { id } = await startOrder(guest)
    return () => taken(guest.send('PUT', ticketPath(id), body))
  }

/** Pays for a ticket that was begun while the feature was on. */
const pay =
  (details: object): Try =>
  async ({ guest }) => {
    const { id } = await completeOrder(guest)
    const ticket = await guest.ticket('PUT', ticketPath(id), details)
    const source = await guest.card(visa)
    return () => taken(guest.send('POST', ticketPath(id, '/payment'), paymentOf(ticket, source)))
  }

const tomorrow = { ready_date_v2: '2026-11-21', ready_time_v2: '6:30pm' }

const settingNames: Partial<Record<SwitchName, string>> = {
  delivery: 'show_delivery_option',
  curbside: 'show_curbside_option',
  pickup: 'show_pickup_option',
  orderAhead: 'show_order_ahead_option',
  giftCardTips: 'pay_tips_with_gift_card',
}

const typeOf = (by: SwitchName): CardOrderType =>
  cardOrderTypes.find((type) => (cardOrderFeatures[type] satisfies FeatureName) === by)!

/** An order of a type that lacks only its payment; a reload is of the member's own card. */
async function orderOf({ larder, guest, member }: Stage, by: SwitchName) {
  const type = typeOf(by)
  const who = type === 'Reload' ? member : guest
  const card = type === 'Reload' ? await addCard(larder, { userId: member.userId }) : undefined
  return { who, order: await readyOrder(who, type, 25, card && { card_id: card.id }) }
}

const signInBy =
  (path: string): Try =>
  async ({ guest }) =>
  () =>
    taken(guest.send('POST', path, { id_token: 'x', access_token: 'x', ...place }))

const postedItems = [{ item: 'posted-card', price: 25, quantity: 1, index: 1 }]
const posted =
  (body: object): Try =>
  async ({ guest }) => {
    const { body: started } = await guest.send<{ physical_order: { id: string } }>(
      'POST',
      '/location/:loc/physicalcard/start',
      {
        items: postedItems,
      },
    )
    const path = `/location/:loc/physicalcard/${started.physical_order.id}`
    return () => taken(guest.send('PUT', path, { status: 'Open', items: postedItems, ...body }))
  }

export const tries: Readonly<Record<string, Try>> = {
  ...Object.fromEntries(
    ['about_page', 'catering_page', 'gallery_page', 'read_only_non_pos_page', 'reward_page'].map((name) => [
      `getConfigurations.${name}`,
      content(name),
    ]),
  ),
  'listMenus.browse': menusOf('/location/:loc/menus?read_only=true'),
  'listMenus.order': menusOf('/location/:loc/menus?online_order=true'),
  'getMenuBook.browse': menusOf('/location/:loc/menubook?mode=browse'),
  'getMenuBook.order': menusOf('/location/:loc/menubook?mode=order'),
  'getMenuChanges.browse': menusOf('/location/:loc/menubook/changes?mode=browse&have='),
  'getMenuChanges.order': menusOf('/location/:loc/menubook/changes?mode=order&have='),
  'listCategories.browse': part(`${wine}/categories`),
  'listCategories.order': part(`${lunch}/categories`),
  'listItems.browse': part(`${wine}/category/red/items`),
  'listItems.order': part(`${lunch}/category/pizza/items`),
  'getItem.browse': part(`${wine}/category/red/item/chianti`),
  'getItem.order': part(`${lunch}/category/pizza/item/margherita`),

  'getTicket.reward_can_be_used': async ({ larder, member }) => {
    await addReward(larder, member.userId)
    const { id } = await startOrder(member)
    return async () => (await member.ticket('GET', ticketPath(id))).reward_can_be_used === true
  },
  'getTicket.settings': async ({ guest }, by) => {
    const { id } = await startOrder(guest)
    return async () =>
      ((await guest.ticket('GET', ticketPath(id))).settings as Document)[settingNames[by]!] === true
  },
  'updateTicket.use_delivery': change({ use_delivery: true }),
  'updateTicket.use_curbside': change({ use_curbside: true }),
  'updateTicket.ready_time_v2': change(tomorrow),
  'payTicket.use_delivery': pay({ use_delivery: true, ...contact, ...address }),
  'payTicket.use_curbside': pay({ use_curbside: true }),
  'payTicket.ready_time_v2': pay(tomorrow),
  'applyPromoCode.promo_code': async ({ guest }) => {
    const { id } = await startOrder(guest, margherita())
    return () => taken(guest.send('POST', ticketPath(id, '/promocode'), { promo_code: 'WELCOME10' }))
  },
  'cancelTicket.order': async ({ guest }) => {
    const { id } = await placedOrder(guest)
    return () => taken(cancelOwn(guest, id))
  },
  'redeemCard.tip': async ({ larder, member }) => {
    const [ticket, card] = [
      await tippedOrder(member, 3),
      await addCard(larder, { userId: member.userId, amountCents: 9000 }),
    ]
    return () => taken(redeem(member, ticket.id, { card_id: card.id, ...dueOf(ticket), tip: 3 }))
  },

  'signInGoogle.new_account': signInBy('/auth/google/clientside'),
  'signInFacebook.new_account': signInBy('/auth/facebook/clientside'),
  'getUser.rewards': reads<{ user: Document }>(
    '/user',
    ({ user }) => user['rewards'] !== undefined,
    'member',
  ),

  'listPrograms.programs': reads<{ programs: unknown[] }>(
    '/location/:loc/programs',
    ({ programs }) => programs.length > 0,
  ),
  'updateCardOrder.type': async (stage, by) => {
    const { who, order } = await orderOf(stage, by)
    return () => taken(who.send('PUT', orderPath(order.id), { personal_message: 'With love' }))
  },
  'updateCardOrder.promo_code': async ({ guest }) => {
    const { id } = await readyOrder(guest, 'Purchase', 25)
    return () => taken(guest.send('PUT', orderPath(id), { promo_code: 'WELCOME10' }))
  },
  'submitCardOrder.type': async (stage, by) => {
    const { who, order } = await orderOf(stage, by)
    const token = await stage.guest.card(visa)
    const payment =
      who === stage.guest
        ? guestPayment(order, token)
        : { amount: dollars(order.totals.due), payment_source: token }
    return () => taken(who.send('POST', orderPath(order.id, '/submit'), payment))
  },
  'listPhysicalProducts.products': reads<{ products: unknown[] }>(
    '/location/:loc/physicalcard/products',
    ({ products }) => products.length > 0,
  ),
  'updatePhysicalOrder.order': posted({ personal_message: 'With love' }),
  'updatePhysicalOrder.promo_code': posted({ promo_code: 'WELCOME10' }),
  'updatePhysicalOrder.checkout': async (stage, by) => {
    const token = await stage.guest.card(visa)
    const buyer = { buyer_first_name: 'Rosa', buyer_last_name: 'Diaz', buyer_email: 'rosa@example.com' }
    return posted({ status: 'Submit', ...home, ...buyer, amount: 29.95, payment_token: token })(stage, by)
  },
}

/** Bodies of calls that need a feature because of their content. */
export const bodies: Readonly<Record<string, readonly { feature: FeatureName; body: object }[]>> = {
  updateTicket: [{ feature: 'onlineOrders', body: { use_curbside: true } }],
  register: [{ feature: 'myAccount', body: { token: '' } }],
  passCard: (['SendText', 'SendEmail'] as const).map((type) => ({
    feature: cardOrderFeatures[type],
    body: { type },
  })),
  startCardOrder: cardOrderTypes.map((type) => ({ feature: cardOrderFeatures[type], body: { type } })),
}

/** A member without any data. */
export const newMember = async (larder: TestLarder): Promise<SignedIn> =>
  SignedIn.as(larder, await addUser(larder))
