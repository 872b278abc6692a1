import { numberFromCents, parseCurrency } from '#contract/money.ts'
import { findAttempt } from '#db/attempts.ts'
import { findCardOrder } from '#db/card-orders.ts'
import { findPhysicalOrder } from '#db/physical-orders.ts'
import { saveCardOrder, startCardOrder } from '#features/card-orders/requests.ts'
import { addToCart, isOpen, updateCart, wholeOf } from '#features/physical-cards/requests.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { payForCards } from '#lib/payments/pay.ts'
import { bankOf } from './bank.ts'
import type { PayTap, Stage } from './book.ts'
import type { Code } from './offers.ts'
import { memberAt, said, settle } from './money-acts.ts'
import type { PayWith } from './plan.ts'
import { place } from './server.ts'
import type { Tab } from './tab.ts'

/** Buying gift cards, through the same functions that the product's screens call. */

const buyer = { buyer_first_name: 'Nora', buyer_last_name: 'Quill', buyer_email: 'nora@example.com' }
const recipient = {
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_address: '1 Main Street',
  recipient_city: 'New York',
  recipient_state: 'NY',
  recipient_zip: '10011',
}

function tapped(stage: Stage, tab: Tab, of: Pick<PayTap, 'serverId' | 'cents' | 'what'>): PayTap {
  const tap: PayTap = { ...of, phone: tab.phone.name, atMs: tab.phone.world.scheduler.nowMs }
  stage.book.payTaps.push(tap)
  tab.phone.world.tell(tab.life.name, `taps ${tap.what}: ${tap.cents} cents on the screen`)
  return tap
}

/** How somebody buys a card: its amount (dollars), and the promo code that they enter, if any. */
export type Buying = PayWith & { dollars: number; code: Code | undefined }

/** Buys one card, which is sent by email or belongs to its buyer at once. */
export const buyCard = (stage: Stage, tab: Tab, how: Buying): Promise<void> =>
  orderCard(stage, tab, 'buy a gift card', { type: 'Purchase' }, how)

/** Puts money on a card of the member's own. */
export async function reload(stage: Stage, tab: Tab, how: Buying & { card: number }): Promise<void> {
  const cards = memberAt(stage, tab)?.cards ?? []
  const card = cards[how.card % Math.max(1, cards.length)]
  if (card) await orderCard(stage, tab, 'reload a gift card', { type: 'Reload', cardId: card.id }, how)
}

type Beginning = { type: 'Purchase' | 'SendEmail' | 'SendText' } | { type: 'Reload'; cardId: string }

/** Orders one card and pays for it. `about`: what is said of whom it is for, once the order has begun. */
export async function orderCard(
  stage: Stage,
  tab: Tab,
  what: string,
  beginning: Beginning,
  how: Buying,
  about?: (orderId: string) => Parameters<typeof saveCardOrder>[2],
): Promise<void> {
  const { services, db } = tab
  const row = async () => (await findCardOrder(db, place.location, services.principal(), beginning))?.row
  const open = await row()
  if (open && (await findAttempt(db, open.orderId))) return await settle(stage, tab, open.orderId)
  await startCardOrder(services, beginning, services.ids.uuid())
  const begun = await row()
  if (!begun) return
  const isReload = beginning.type === 'Reload'
  const item = { item: 'giftcard' as const, price: how.dollars, quantity: 1 }
  const items = [isReload ? item : { ...item, program_id: 'classic' }]
  await saveCardOrder(services, begun, { items }, { key: services.ids.uuid(), step: 2 })
  if (about) await saveCardOrder(services, begun, about(begun.orderId), { key: services.ids.uuid(), step: 3 })
  if (how.code !== undefined)
    await withCode(stage, tab, begun.orderId, how.code, async (promo_code) => {
      await saveCardOrder(services, begun, { promo_code }, { key: services.ids.uuid() })
    })
  const priced = await row()
  if (priced?.orderId !== begun.orderId) return
  const cents = parseCurrency(priced.snapshot.totals.due)
  const tap = tapped(stage, tab, { serverId: begun.orderId, cents, what: `${what} (${how.with})` })
  const body = {
    amount: numberFromCents(cents),
    payment_token: stage.people.methods[how.with],
    ...buyer,
  }
  const result = await payForCards(
    services,
    begun.orderId,
    { payable: 'card-order', kind: 'checkout', body },
    bankOf(tab, how.owner),
  )
  said(stage, tab, tap, { state: result.state })
}

/** Enters a code for an order of cards. Whoever is refused goes on without it. */
async function withCode(
  stage: Stage,
  tab: Tab,
  serverId: string,
  code: Code,
  save: (code: Code) => Promise<void>,
): Promise<void> {
  stage.book.codes.push({ serverId, code })
  tab.phone.world.tell(tab.life.name, `enters the code ${code}`)
  try {
    await save(code)
    tab.phone.world.count('promo code: taken for cards')
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'refused') throw error
    tab.phone.world.count('promo code: refused for cards')
  }
}

/** Puts cards to be posted into the cart, enters the address, and pays for everything in the cart. */
export async function buyPosted(stage: Stage, tab: Tab, how: Buying & { quantity: number }): Promise<void> {
  const { services, db } = tab
  const row = async () => (await findPhysicalOrder(db, place.location, services.principal()))?.row
  const open = await row()
  if (open && (await findAttempt(db, open.orderId))) return await settle(stage, tab, open.orderId)
  const item = { item: 'giftcard', price: how.dollars, quantity: how.quantity } as const
  await addToCart(services, item, services.ids.uuid())
  const begun = await row()
  if (!begun || !isOpen(begun.snapshot)) return
  await updateCart(services, begun, { ...recipient, ...buyer }, services.ids.uuid())
  const addressed = await row()
  if (how.code !== undefined && addressed)
    await withCode(stage, tab, addressed.orderId, how.code, async (promo_code) => {
      await updateCart(services, addressed, { promo_code }, services.ids.uuid())
    })
  const cart = await row()
  if (!cart || !isOpen(cart.snapshot)) return
  const cents = parseCurrency(cart.snapshot.totals.total)
  const tap = tapped(stage, tab, {
    serverId: cart.orderId,
    cents,
    what: `buy cards by post (${how.with})`,
  })
  const body = {
    ...wholeOf(cart.snapshot),
    status: 'Submit' as const,
    amount: numberFromCents(cents),
    payment_token: stage.people.methods[how.with],
    ...buyer,
  }
  const result = await payForCards(
    services,
    cart.orderId,
    { payable: 'posted-order', kind: 'checkout', body },
    bankOf(tab, how.owner),
  )
  said(stage, tab, tap, { state: result.state })
}
