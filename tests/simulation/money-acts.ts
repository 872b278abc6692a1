import { cardEndpoints } from '#contract/endpoints/cards.ts'
import { findAttempt, listAttempts } from '#db/attempts.ts'
import { refreshAfterRefusal, payAndPlace, place as placeOrder } from '#features/checkout/requests.ts'
import {
  redeemByNumber,
  redeemCard,
  redeemReward,
  releaseTenders,
  sharesOf,
} from '#features/checkout/tenders.ts'
import { settlePayment } from '#lib/payments/pay.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { bankOf } from './bank.ts'
import type { Stage } from './book.ts'
import type { Member, OwnCard } from './people.ts'
import type { Act } from './plan.ts'
import { place } from './server.ts'
import type { Tab } from './tab.ts'

/** What moves money on an order, through the same functions that the product's screens call. */

export type MoneyAct =
  | Extract<Act, { do: 'pay' | 'gift' | 'gift-number' | 'reward' }>
  | { do: 'place' | 'settle' | 'release' }
/** Taps that put a gift card on an order. */
export const giftTaps: readonly string[] = ['pay by gift card', 'pay by a card’s number']
type Said = { state: string; ticket?: { id: string; status: string } }

/** The order as the screen shows it, once everything has reached the restaurant; undefined when there is no pay button. */
async function lookAtDue(tab: Tab): Promise<TicketView | undefined> {
  await tab.services.flush()
  const view = await tab.look()
  return view && !view.totals.estimated && view.lines.length > 0 && view.ticketId !== undefined
    ? view
    : undefined
}

/** Performs one act that moves money. If the order has a payment with an unknown outcome, finds out about that instead. */
async function money(
  stage: Stage,
  tab: Tab,
  what: string,
  cents: (view: TicketView) => number,
  work: (view: TicketView) => Promise<Said>,
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
    const caught = await refreshAfterRefusal(tab.services, view)
    if (caught?.state === 'placed') stage.book.shownPlaced.add(caught.ticket.id)
  }
}

export function said(stage: Stage, tab: Tab, tap: { what: string; said?: string }, result: Said): void {
  tap.said = result.state
  tab.phone.world.count(`${tap.what}: ${result.state}`)
  tab.phone.world.tell(tab.life.name, `${tap.what}: the screen says ${result.state}`)
  if (result.state === 'placed') stage.book.shownPlaced.add(result.ticket!.id)
}

export async function settle(stage: Stage, tab: Tab, payableId: string): Promise<void> {
  const outcome = await settlePayment(tab.services, payableId)
  if (!outcome) return
  tab.phone.world.count(`look at a payment: ${outcome.state}`)
  tab.phone.world.tell(tab.life.name, `checks the payment: the screen says ${outcome.state}`)
  if (
    outcome.state === 'done' &&
    'ticket' in outcome &&
    !['Open', 'PaymentComplete'].includes(outcome.ticket.status)
  )
    stage.book.shownPlaced.add(outcome.ticket.id)
}

/** Finds out the outcome of every payment that is still unknown. */
export async function settleAll(stage: Stage, tab: Tab): Promise<void> {
  for (const { payableId } of await listAttempts(tab.db, place.location, tab.services.principal()))
    await settle(stage, tab, payableId)
}
/** The member who is signed in. */
export const memberAt = ({ people }: Stage, tab: Tab): Member | undefined =>
  Object.values(people.members).find(({ email }) => email === tab.maker)

/** A card's balance as the screen shows it: now and then it is older than a reload, a payment or a gift. */
async function lookAtBalance({ phone, services }: Tab, { id, cents }: OwnCard): Promise<number> {
  if (!phone.random.chance(0.5)) return cents
  const { cards } = await services.api.send(cardEndpoints.listCards, { query: { showall: 'true' } })
  return cards.find((card) => card.id === id)?.balance ?? cents
}

/** Puts a gift card or a reward on the order, or takes it off. */
async function tenderAt(stage: Stage, tab: Tab, act: MoneyAct): Promise<void> {
  const { services } = tab
  const due = (view: TicketView, balanceCents?: number): number => {
    const { amountCents, tipCents } = sharesOf(view, balanceCents)
    return amountCents + tipCents
  }
  switch (act.do) {
    case 'gift': {
      const cards = memberAt(stage, tab)?.cards ?? []
      const card = cards[act.card % cards.length]
      if (!card) return
      const balanceCents = await lookAtBalance(tab, card)
      return await money(
        stage,
        tab,
        'pay by gift card',
        (view) => due(view, balanceCents),
        async (view) => await redeemCard(services, view, { id: card.id, balanceCents }),
      )
    }
    case 'gift-number': {
      const card = stage.people.handed[act.card % stage.people.handed.length]!
      return await money(stage, tab, 'pay by a card’s number', due, (view) =>
        redeemByNumber(services, view, card.number),
      )
    }
    case 'reward': {
      const rewards = memberAt(stage, tab)?.rewards ?? []
      const reward = rewards[act.which % rewards.length]
      if (reward === undefined) return
      return await money(
        stage,
        tab,
        'use a reward',
        () => 0,
        async (view) => await redeemReward(services, view, reward),
      )
    }
    default:
      return await money(
        stage,
        tab,
        'take the gift cards off',
        () => 0,
        async (view) => await releaseTenders(services, view),
      )
  }
}

/** Performs an act that moves money on an order. Rejects as the product's own functions do. */
export async function moneyAt(stage: Stage, tab: Tab, act: MoneyAct): Promise<void> {
  const { services } = tab
  switch (act.do) {
    case 'settle':
      return await settleAll(stage, tab)
    case 'pay': {
      const source = stage.people.methods[act.with]
      return await money(
        stage,
        tab,
        `pay and place (${act.with})`,
        (view) => view.totals.dueCents,
        async (view) =>
          view.totals.dueCents === 0
            ? await placeOrder(services, view)
            : await payAndPlace(services, view, { source }, bankOf(tab, act.owner)),
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
    default:
      return await tenderAt(stage, tab, act)
  }
}
