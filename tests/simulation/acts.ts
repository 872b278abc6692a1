import { findAttempt, listAttempts } from '#db/attempts.ts'
import { findCardOrder } from '#db/card-orders.ts'
import type { TicketChange } from '#db/outbox.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import { saveCardOrder, startCardOrder } from '#features/card-orders/requests.ts'
import { catchUp, payAndPlace, place as placeOrder } from '#features/checkout/requests.ts'
import { redeemCard, releaseTenders, sharesOf } from '#features/checkout/tenders.ts'
import { payForCards, settlePayment } from '#lib/payments/pay.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import type { Book } from './book.ts'
import { drawDish } from './dishes.ts'
import type { People } from './people.ts'
import { password } from './people.ts'
import type { Act } from './plan.ts'
import { place } from './server.ts'
import type { Tab } from './tab.ts'

/** What a guest does at a tab, with the very functions that the product's screens call. */

type PayAct = { do: 'pay'; declined: boolean } | { do: 'gift'; card: number } | { do: 'place' | 'release' }
type LineAct = Extract<Act, { line: number }>
export type Stage = { book: Book; people: People; used: Set<string> }

const contact = {
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_email: 'ada@example.com',
  recipient_phone: '(212) 555-0147',
}
const address = {
  recipient_address: '1 Main Street',
  recipient_city: 'New York',
  recipient_state: 'NY',
  recipient_zip: '10011',
}

async function record(stage: Stage, tab: Tab, change: TicketChange, marker?: string): Promise<void> {
  const { phone } = tab
  const [maker, wipes] = [tab.maker, stage.book.wipesOf(phone.name)]
  const opId = await tab.services.record(change)
  const isWiped = stage.book.wipesOf(phone.name) !== wipes
  stage.book.taps.push({
    opId,
    change,
    phone: phone.name,
    maker,
    atMs: phone.world.scheduler.nowMs,
    isWiped,
    ...(marker && { marker }),
  })
  phone.world.tell(
    tab.life.name,
    `taps ${change.kind}${marker ? ` ${marker}` : ''}: written down as ${opId.slice(0, 8)}`,
  )
}

async function tapLine(stage: Stage, tab: Tab, act: LineAct): Promise<void> {
  const lines = (await tab.look())?.lines ?? []
  const at = lines[act.line % Math.max(1, lines.length)]
  if (act.do === 'remove') {
    if (at && !at.noDelete) await record(stage, tab, { kind: 'item.remove', lineId: at.lineId })
    return
  }
  if (act.do === 'change' && !at) return
  const drawn = drawDish(act.dish, act.quantity, stage.used)
  if (!drawn) return
  const { marker, line, shown } = drawn
  const change: TicketChange =
    act.do === 'change' && at
      ? { kind: 'item.change', lineId: at.lineId, line, shown }
      : { kind: 'item.add', lineId: tab.services.ids.uuid(), line, shown }
  await record(stage, tab, change, marker)
}

/** What is due on the screen, where everything is with the restaurant; undefined where the pay button is not to be had. */
async function lookAtDue(tab: Tab): Promise<TicketView | undefined> {
  await tab.services.flush()
  const view = await tab.look()
  return view && !view.totals.estimated && view.lines.length > 0 && view.ticketId !== undefined
    ? view
    : undefined
}

/** Does one thing that moves money, on an order that has no payment whose outcome is not known. */
async function money(
  stage: Stage,
  tab: Tab,
  what: string,
  cents: (view: TicketView) => number,
  work: (view: TicketView) => Promise<{ state: string; ticket?: { id: string; status: string } }>,
): Promise<void> {
  const view = await lookAtDue(tab)
  if (!view) return
  if (await findAttempt(tab.db, view.draftId)) return await settle(stage, tab, view.draftId)
  const tap = {
    phone: tab.phone.name,
    serverId: view.ticketId!,
    cents: cents(view),
    atMs: tab.phone.world.scheduler.nowMs,
    what,
  }
  stage.book.payTaps.push(tap)
  tab.phone.world.tell(tab.life.name, `taps ${what}: ${tap.cents} cents on the screen`)
  const result = await work(view)
  said(stage, tab, tap, result)
  if (result.state === 'refused') {
    const caught = await catchUp(tab.services, view)
    if (caught?.state === 'placed') stage.book.shownPlaced.add(caught.ticket.id)
  }
}

function said(
  stage: Stage,
  tab: Tab,
  tap: { what: string; said?: string },
  result: { state: string; ticket?: { id: string; status: string } },
): void {
  tap.said = result.state
  tab.phone.world.tell(tab.life.name, `${tap.what}: the screen says ${result.state}`)
  if (result.state === 'placed') stage.book.shownPlaced.add(result.ticket!.id)
}

async function settle(stage: Stage, tab: Tab, payableId: string): Promise<void> {
  const outcome = await settlePayment(tab.services, payableId)
  if (!outcome) return
  tab.phone.world.tell(tab.life.name, `checks the payment: the screen says ${outcome.state}`)
  if (
    outcome.state === 'done' &&
    'ticket' in outcome &&
    !['Open', 'PaymentComplete'].includes(outcome.ticket.status)
  )
    stage.book.shownPlaced.add(outcome.ticket.id)
}

/** Finds out what became of everything whose outcome is not known. */
export async function settleAll(stage: Stage, tab: Tab): Promise<void> {
  for (const { payableId } of await listAttempts(tab.db, place.location, tab.services.principal()))
    await settle(stage, tab, payableId)
}

async function buyCard(stage: Stage, tab: Tab, dollars: number): Promise<void> {
  const { services, db } = tab
  const row = async () => (await findCardOrder(db, place.location, services.principal()))?.row
  const open = await row()
  if (open && (await findAttempt(db, open.orderId))) return await settle(stage, tab, open.orderId)
  await startCardOrder(services, { type: 'Purchase' }, services.ids.uuid())
  const begun = await row()
  if (!begun) return
  const items = [{ item: 'giftcard' as const, price: dollars, quantity: 1, program_id: 'classic' }]
  await saveCardOrder(services, begun, { items }, { key: services.ids.uuid(), step: 2 })
  const tap = {
    phone: tab.phone.name,
    serverId: begun.orderId,
    cents: dollars * 100,
    atMs: tab.phone.world.scheduler.nowMs,
    what: 'buy a gift card',
  }
  stage.book.payTaps.push(tap)
  tab.phone.world.tell(tab.life.name, `taps ${tap.what}: ${tap.cents} cents on the screen`)
  const body = {
    amount: dollars,
    payment_token: stage.people.methods.good,
    buyer_first_name: 'Nora',
    buyer_last_name: 'Quill',
    buyer_email: 'nora@example.com',
  }
  const result = await payForCards(
    services,
    begun.orderId,
    { payable: 'card-order', kind: 'checkout', body },
    undefined,
  )
  said(stage, tab, tap, { state: result.state })
}

async function checkIn(stage: Stage, tab: Tab): Promise<void> {
  const last = await findLastPlaced(tab.db, place.location, tab.services.principal())
  if (!last) return
  await tab.services.checkIn(last.ticketId, {
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_color: 'blue',
    vehicle_license: 'LAR-1040',
  })
  tab.phone.world.tell(tab.life.name, `taps I'M HERE of ${last.ticketId.slice(0, 8)}`)
  stage.book.checkIns.push({ ticketId: last.ticketId, phone: tab.phone.name, maker: tab.maker })
}

async function edit(stage: Stage, tab: Tab): Promise<void> {
  if (tab.services.principal() === 'guest') return
  const { maker, phone } = tab
  const body = {
    first_name: 'Ada',
    last_name: 'Guest',
    dob: '',
    phone: '2125550147',
    address: '1 Main Street',
    address2: `of ${maker}`,
    city: 'New York',
    state: 'NY',
    zip: '10011',
  }
  const wipes = stage.book.wipesOf(phone.name)
  const opId = await tab.saveUser(body)
  const isWiped = stage.book.wipesOf(phone.name) !== wipes
  stage.book.taps.push({
    opId,
    change: { kind: 'user.update' },
    phone: phone.name,
    maker,
    atMs: phone.world.scheduler.nowMs,
    isWiped,
  })
  phone.world.tell(tab.life.name, `saves their details: written down as ${opId.slice(0, 8)}`)
}

async function signOut(stage: Stage, tab: Tab): Promise<void> {
  if (tab.services.principal() === 'guest') return
  tab.phone.world.tell(tab.life.name, 'signs out')
  // Its person was asked what is to become of what has not been sent, and said that it may go.
  stage.book.wipe(tab.phone.name)
  const principal = tab.services.principal()
  await tab.services.session.signOut()
  stage.book.wipe(tab.phone.name)
  for (const table of tab.db.tables)
    for (const row of (await table.toArray()) as { principal?: string }[])
      if (row.principal === principal)
        stage.book.unexpected.push(`I6: a row of ${table.name} is still there when signing out is done`)
}

export async function signIn(stage: Stage, tab: Tab, who: 'ada' | 'ben'): Promise<void> {
  const { email } = stage.people.members[who]
  tab.phone.world.tell(tab.life.name, `signs in as ${email}`)
  await tab.services.session.signIn({ kind: 'password', email, password })
}

/** What moves money on an order. */
async function payAt(stage: Stage, tab: Tab, act: PayAct): Promise<void> {
  const { services } = tab
  const { methods, members } = stage.people
  switch (act.do) {
    case 'pay': {
      const source = act.declined ? methods.declined : methods.good
      return await money(
        stage,
        tab,
        'pay and place',
        (view) => view.totals.dueCents,
        async (view) =>
          view.totals.dueCents === 0
            ? await placeOrder(services, view)
            : await payAndPlace(services, view, { source }, undefined),
      )
    }
    case 'place':
      return await money(
        stage,
        tab,
        'place',
        () => 0,
        async (view) => await placeOrder(services, view),
      )
    case 'gift': {
      const owner = Object.values(members).find(({ email }) => email === tab.maker)
      const card = owner?.cards[act.card % owner.cards.length]
      if (!card) return
      const sum = (view: TicketView): number => {
        const { amountCents, tipCents } = sharesOf(view, card.cents)
        return amountCents + tipCents
      }
      return await money(
        stage,
        tab,
        'pay by gift card',
        sum,
        async (view) => await redeemCard(services, view, { id: card.id, balanceCents: card.cents }),
      )
    }
    case 'release':
      return await money(
        stage,
        tab,
        'take the gift cards off',
        () => 0,
        async (view) => await releaseTenders(services, view),
      )
  }
}

/** What somebody does at a tab. Rejects as the product's own functions do. */
export async function actAt(stage: Stage, tab: Tab, act: Act): Promise<void> {
  switch (act.do) {
    case 'add':
    case 'change':
    case 'remove':
      return await tapLine(stage, tab, act as LineAct)
    case 'tip':
      return (await tab.look()) && (await record(stage, tab, { kind: 'ticket.tip', tipCents: act.cents }))
    case 'details': {
      const way = act.delivery
        ? { use_delivery: true, use_curbside: false, ...address }
        : { use_curbside: true, use_delivery: false }
      return (
        (await tab.look()) &&
        (await record(stage, tab, { kind: 'ticket.update', body: { ...way, ...contact } }))
      )
    }
    case 'pay':
    case 'place':
    case 'gift':
    case 'release':
      return await payAt(stage, tab, act as PayAct)
    case 'settle':
      return await settleAll(stage, tab)
    case 'buy-card':
      return await buyCard(stage, tab, act.dollars)
    case 'check-in':
      return await checkIn(stage, tab)
    case 'edit':
      return await edit(stage, tab)
    case 'sign-in':
      return await signIn(stage, tab, act.who)
    case 'sign-out':
      return await signOut(stage, tab)
    case 'wake':
      return await tab.wake()
    default:
      throw new Error(`nobody does ${act.do} at a tab`)
  }
}
