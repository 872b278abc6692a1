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
import { withOwnSlot } from './own-slot.ts'
import type { Habits, Fulfillment } from './habits.ts'

/** What is known of an order's guest when a step is come to. */
export type AnswerContext = {
  view: TicketView
  stored: Partial<Contact> | undefined
  user: User | undefined
  usual: Habits
  /** The restaurant's own day, `YYYY-MM-DD`. */
  today: string | undefined
  /** From when on (ms) everything on it can be had again, and where that is; undefined where nothing is sold out. */
  back: { fromMs: number; timeZone: string } | undefined
  /** The menus that its dishes are from. */
  menus: readonly ServedMenu[]
}

/** A step's answer: it has to be asked for, or it is known; then with the change that tells the restaurant, where it has not been told. */
type Answer = 'ask' | { change?: TicketChange }

const known: Answer = {}

/** Whether a step of checkout has to be asked, now that the one before it is answered. What is known shows as a line that can be changed. */
export function findAnswer(step: CheckoutStep, facts: AnswerContext): Answer {
  switch (step) {
    case 'time':
      return findTimeAnswer(facts)
    case 'information':
      return findContactAnswer(facts)
    case 'promo':
      // Nothing has to be said there: who has a code taps its line.
      return known
    case 'tip':
      return findTipAnswer(facts)
    case 'delivery':
      return findWayAnswer(facts)
    case 'payment':
      return 'ask'
  }
}

/** The way of the last order on this device, where the restaurant still offers it; the first time it is asked. */
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

/** The ways that a restaurant offers, in the order shown. */
export const listWays = (settings: TicketSettings): Fulfillment[] => [
  ...(settings.show_delivery_option ? (['delivery'] as const) : []),
  ...(settings.show_curbside_option ? (['curbside'] as const) : []),
  ...(hasPickup(settings) ? (['pickup'] as const) : []),
]

/** As soon as can be, where that is today: a restaurant that opens on another day asks. */
function findTimeAnswer({ view, menus, today, back }: AnswerContext): Answer {
  const offered = slotDaysOf(view.snapshot)
  if (offered.length === 0) return known
  const served = slotsWhileServed(offered, menus)
  const days = back ? slotsFrom(served, back.fromMs, back.timeZone) : served
  const { readyDate: date, readyTime: time } = view
  if (date !== undefined && time !== undefined)
    return days.some((day) => day.date === date && isFree(day, time)) ? known : 'ask'
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

/** Where an order can be delivered to, as far as the device knows; undefined where it is not delivered. */
export function findArea({ useDelivery, snapshot }: TicketView): DeliveryArea | undefined {
  if (!useDelivery) return undefined
  if (!snapshot) return { zips: undefined, canPickUp: false }
  return areaOf({ zips: snapshot.settings.delivery_zips, ...offersOf(snapshot.settings) })
}

/** How an order comes to its guest, as far as it has been said: an order that says nothing of it may still be asked. */
export const wayOf = ({
  useDelivery,
  useCurbside,
}: Pick<TicketView, 'useDelivery' | 'useCurbside'>): Fulfillment =>
  useDelivery ? 'delivery' : useCurbside ? 'curbside' : 'pickup'

/** The days and times that an order can be ready at, its own among them. */
export const slotDaysOf = (snapshot: TicketOrder | undefined): readonly SlotDay[] =>
  withOwnSlot(snapshot?.settings.available_order_ahead_time_slots_for_the_future ?? [], snapshot)

const isFree = (day: SlotDay, time: string): boolean =>
  day.available_time_slots.some((slot) => slot.enable && slot.value === time)

function findEarliest(days: readonly SlotDay[]): { date: string; time: string } | undefined {
  for (const { date, available_time_slots: slots } of days) {
    const slot = slots.find(({ enable }) => enable)
    if (slot) return { date, time: slot.value }
  }
  return undefined
}

function findContactAnswer({ view, stored, user, usual }: AnswerContext): Answer {
  const { snapshot } = view
  const contact: Contact = { ...knownContact(snapshot, user, usual), ...stored }
  if (Object.keys(listOrderProblems(contact, findArea(view))).length > 0) return 'ask'
  const body = contactBody(contact, wayOf(view))
  const isSent = (Object.keys(emptyContact) as (keyof Contact)[]).every(
    (field) => body[field] === undefined || body[field] === (snapshot?.[field] ?? ''),
  )
  if (isSent) return known
  // The restaurant looks for a car: it is asked for once. Who left it empty at the last order is not asked again.
  if (wayOf(view) === 'curbside' && !hasCar(contact) && usual.way !== 'curbside') return 'ask'
  return { change: { kind: 'ticket.update', body } }
}

/** Never asked by itself: it is one tap beside the payment. The share of the last order is this one's, too, until the guest says otherwise. */
function findTipAnswer({ view, usual }: AnswerContext): Answer {
  const percent = usual.tipPercent
  if (view.tipPercent !== undefined || view.tipCents > 0 || view.tipWord === 'none' || !percent) return known
  const tipCents = presetTipCents(view.totals.subTotalCents, percent)
  return { change: { kind: 'ticket.tip', tipCents, tipPercent: percent } }
}
