import { presetTipCents } from '#contract/pricing/ticket.ts'
import { type Contact, emptyContact } from '#contract/rules/contact.ts'
import { areaOf, type DeliveryArea, listOrderProblems } from '#contract/rules/delivery-area.ts'
import { type ServedMenu, slotsWhileServed } from '#contract/rules/menu-hours.ts'
import { slotsFrom } from '#contract/rules/sold-out.ts'
import { type CheckoutStep, offersPickup } from '#contract/rules/ticket.ts'
import type { SlotDay, TicketOrder, TicketSettings } from '#contract/schemas/ticket-order.ts'
import type { User } from '#contract/schemas/user.ts'
import type { TicketChange } from '#db/outbox.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { contactBody, hasCar, knownContact } from './known-contact.ts'
import { findEarliest, isFree, withOwnSlot } from './own-slot.ts'
import type { Habits, Fulfillment } from './habits.ts'

/** What is known about an order and its guest when a step is reached. */
export type AnswerContext = {
  view: TicketView
  stored: Partial<Contact> | undefined
  user: User | undefined
  usual: Habits
  /** Today at the restaurant, `YYYY-MM-DD`. */
  today: string | undefined
  /** From when (ms) everything on the order is available again, and the restaurant's time zone; undefined if nothing is sold out. */
  back: { fromMs: number; timeZone: string } | undefined
  /** The menus that the order's dishes come from. */
  menus: readonly ServedMenu[]
}

/** The answer to a step: it must be asked for, or it is known. `change` tells the restaurant, if it has not been told. */
type Answer = 'ask' | { change?: TicketChange }

const known: Answer = {}

/** Whether a checkout step must be asked once the one before it is answered. A known answer is shown as a line that can be changed. */
export function findAnswer(step: CheckoutStep, facts: AnswerContext): Answer {
  switch (step) {
    case 'time':
      return findTimeAnswer(facts)
    case 'information':
      return findContactAnswer(facts)
    case 'promo':
      // A promo code is optional: a guest who has one taps its line.
      return known
    case 'tip':
      return findTipAnswer(facts)
    case 'delivery':
      return findWayAnswer(facts)
    case 'payment':
      return 'ask'
  }
}

/** The way of the last order on this device, if the restaurant still offers it. A guest's first order asks. */
function findWayAnswer({ view, usual: { way } }: AnswerContext): Answer {
  const { settings } = view.snapshot ?? {}
  if (view.useDelivery || view.useCurbside)
    return settings && !listWays(settings).includes(wayOf(view)) ? 'ask' : known
  if (!settings || !way || !listWays(settings).includes(way)) return 'ask'
  if (way === 'pickup') return known
  return {
    change: {
      kind: 'ticket.update',
      body: { use_delivery: way === 'delivery', use_curbside: way === 'curbside' },
    },
  }
}

/** The ways that a restaurant offers, in display order. */
export const listWays = (settings: TicketSettings): Fulfillment[] => [
  ...(settings.show_delivery_option ? (['delivery'] as const) : []),
  ...(settings.show_curbside_option ? (['curbside'] as const) : []),
  ...(hasPickup(settings) ? (['pickup'] as const) : []),
]

/** The earliest time, if it is today. If the restaurant next opens on another day, the step asks. */
function findTimeAnswer({ view, menus, today, back }: AnswerContext): Answer {
  const offered = slotDaysOf(view.snapshot)
  if (offered.length === 0) return known
  const served = slotsWhileServed(offered, menus)
  const days = back ? slotsFrom(served, back.fromMs, back.timeZone) : served
  const { readyDate: date, readyTime: time } = view
  if (date !== undefined && time !== undefined) return isFree(days, date, time) ? known : 'ask'
  const earliest = findEarliest(days)
  if (!earliest || earliest.date !== today) return 'ask'
  return {
    change: {
      kind: 'ticket.update',
      body: { ready_date_v2: earliest.date, ready_time_v2: earliest.time },
    },
  }
}

const offersOf = (settings: TicketSettings) => ({
  delivery: settings.show_delivery_option,
  curbside: settings.show_curbside_option,
  pickup: settings.show_pickup_option,
})

/** Whether an order can be picked up inside. */
export const hasPickup = (settings: TicketSettings): boolean => offersPickup(offersOf(settings))

/** Where an order can be delivered to, as far as the device knows; undefined for an order that is not delivered. */
export function findArea({ useDelivery, snapshot }: TicketView): DeliveryArea | undefined {
  if (!useDelivery) return undefined
  if (!snapshot) return { zips: undefined, canPickUp: false }
  return areaOf({ zips: snapshot.settings.delivery_zips, ...offersOf(snapshot.settings) })
}

/** How the guest gets an order, as far as is known. An order that says nothing counts as pickup, and may still be asked. */
export const wayOf = ({
  useDelivery,
  useCurbside,
}: Pick<TicketView, 'useDelivery' | 'useCurbside'>): Fulfillment =>
  useDelivery ? 'delivery' : useCurbside ? 'curbside' : 'pickup'

/** The days and times at which an order can be ready, including its own. */
export const slotDaysOf = (snapshot: TicketOrder | undefined): readonly SlotDay[] =>
  withOwnSlot(snapshot?.settings.available_order_ahead_time_slots_for_the_future ?? [], snapshot)

function findContactAnswer({ view, stored, user, usual }: AnswerContext): Answer {
  const { snapshot } = view
  const contact: Contact = { ...knownContact(snapshot, user, usual), ...stored }
  if (Object.keys(listOrderProblems(contact, findArea(view))).length > 0) return 'ask'
  const body = contactBody(contact, wayOf(view))
  const isSent = (Object.keys(emptyContact) as (keyof Contact)[]).every(
    (field) => body[field] === undefined || body[field] === (snapshot?.[field] ?? ''),
  )
  if (isSent) return known
  // Curbside staff look for a car, so it is asked for once, but not again if the guest left it empty at the last order.
  if (wayOf(view) === 'curbside' && !hasCar(contact) && usual.way !== 'curbside') return 'ask'
  return { change: { kind: 'ticket.update', body } }
}

/** Never asked: the tip is one tap next to the payment. The percentage of the last order applies until the guest says otherwise. */
function findTipAnswer({ view, usual }: AnswerContext): Answer {
  const percent = usual.tipPercent
  if (view.tipPercent !== undefined || view.tipCents > 0 || view.tipWord === 'none' || !percent) return known
  const tipCents = presetTipCents(view.totals.subTotalCents, percent)
  return { change: { kind: 'ticket.tip', tipCents, tipPercent: percent } }
}
