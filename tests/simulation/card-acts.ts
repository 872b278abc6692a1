import { numberFromCents, parseCurrency } from '#contract/money.ts'
import { findAttempt } from '#db/attempts.ts'
import { findCardOrder } from '#db/card-orders.ts'
import { findPhysicalOrder } from '#db/physical-orders.ts'
import { saveCardOrder, startCardOrder } from '#features/card-orders/requests.ts'
import { addToCart, isOpen, updateCart, wholeOf } from '#features/physical-cards/requests.ts'
import { payForCards } from '#lib/payments/pay.ts'
import { bankOf } from './bank.ts'
import type { PayTap, Stage } from './book.ts'
import { said, settle } from './money-acts.ts'
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

/** Buys one card, which is sent by email or belongs to its buyer at once. */
export async function buyCard(stage: Stage, tab: Tab, dollars: number, how: PayWith): Promise<void> {
  const { services, db } = tab
  const row = async () => (await findCardOrder(db, place.location, services.principal()))?.row
  const open = await row()
  if (open && (await findAttempt(db, open.orderId))) return await settle(stage, tab, open.orderId)
  await startCardOrder(services, { type: 'Purchase' }, services.ids.uuid())
  const begun = await row()
  if (!begun) return
  const items = [{ item: 'giftcard' as const, price: dollars, quantity: 1, program_id: 'classic' }]
  await saveCardOrder(services, begun, { items }, { key: services.ids.uuid(), step: 2 })
  const tap = tapped(stage, tab, {
    serverId: begun.orderId,
    cents: dollars * 100,
    what: `buy a gift card (${how.with})`,
  })
  const body = { amount: dollars, payment_token: stage.people.methods[how.with], ...buyer }
  const result = await payForCards(
    services,
    begun.orderId,
    { payable: 'card-order', kind: 'checkout', body },
    bankOf(tab, how.owner),
  )
  said(stage, tab, tap, { state: result.state })
}

/** Puts cards to be posted into the cart, enters the address, and pays for everything in the cart. */
export async function buyPosted(
  stage: Stage,
  tab: Tab,
  of: { dollars: number; quantity: number },
  how: PayWith,
): Promise<void> {
  const { services, db } = tab
  const row = async () => (await findPhysicalOrder(db, place.location, services.principal()))?.row
  const open = await row()
  if (open && (await findAttempt(db, open.orderId))) return await settle(stage, tab, open.orderId)
  const item = { item: 'giftcard', price: of.dollars, quantity: of.quantity } as const
  await addToCart(services, item, services.ids.uuid())
  const begun = await row()
  if (!begun || !isOpen(begun.snapshot)) return
  await updateCart(services, begun, { ...recipient, ...buyer }, services.ids.uuid())
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
