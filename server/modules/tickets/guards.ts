import { openState } from '#contract/local-time.ts'
import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type { Contact } from '#contract/rules/contact.ts'
import {
  areaOf,
  type DeliveryArea,
  listOrderProblems,
  areaWithOwnZip,
} from '#contract/rules/delivery-area.ts'
import { findLocalTime, isServed } from '#contract/rules/menu-hours.ts'
import { pauseTexts } from '#contract/rules/order-pause.ts'
import { orderInstant } from '#contract/rules/sold-out.ts'
import { offersPickup } from '#contract/rules/ticket.ts'
import { findTipProblem } from '#contract/rules/tip.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { abandonAttempt, findOpenAttempt } from '#server/modules/payments/attempts.ts'
import { alreadySubmitted, type FieldError, fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import { currentLine, soldOutProblem } from './lines.ts'
import { purchaseOf } from './price.ts'
import type { TicketPorts } from './ports.ts'
import type { SlotTables } from './slots.ts'
import type { SoldOutDishes } from './sold-out.ts'
import { isPlaced, type Line, statusAt, type Ticket } from './ticket.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'

/** Preconditions of changes. Each throws the problem that the diner is told. */

/** Throws 409 kitchen_closed outside the kitchen's hours (specification §8). */
function checkKitchenOpen({ kitchen, location }: Merchant, nowMs: number): void {
  if (!openState(kitchen.hours, wallClock(nowMs, location.time_zone), kitchen.specialDays).open)
    throw new ProblemError(
      409,
      'kitchen_closed',
      'The kitchen is currently closed and not accepting new orders at this time.',
    )
}

/** Throws 409 kitchen_closed while the location takes no new orders (extension `order_pause`). */
function checkNotPaused(merchant: Merchant, slots: SlotTables, nowMs: number): void {
  const pause = slots.findPause(merchant, nowMs)
  const { name, time_zone: zone } = merchant.location
  if (pause) throw new ProblemError(409, 'kitchen_closed', pauseTexts(name, pause, zone).join(' '))
}

/** Throws 409 unless the ticket is open without payments, made or under way (`endWaitingPayment`). */
export async function checkEditable(tx: Transaction, ticket: Ticket, nowMs: number): Promise<void> {
  checkOpen(ticket, nowMs)
  if (ticket.status === 'PaymentComplete')
    throw new ProblemError(
      409,
      'already_paid',
      'This order is paid for, so it cannot be changed anymore. Please place it, or call the restaurant.',
    )
  if (ticket.payments.length > 0)
    throw new ProblemError(
      409,
      'already_paid',
      'A gift card has paid for a part of this order. Please take it off first, then you can change the order.',
    )
  await endWaitingPayment(tx, ticket)
}

/**
 * Throws 409 while a payment card is being charged. A payment that only waits for the diner to authenticate is abandoned: nothing was charged, and the provider
 * charges only when this server confirms.
 */
export async function endWaitingPayment(tx: Transaction, ticket: Ticket): Promise<void> {
  const attempt = await findOpenAttempt(tx, ticket.locationId, { kind: 'ticket', id: ticket.id })
  if (attempt?.state === 'started')
    throw new ProblemError(
      409,
      'already_paid',
      'A payment for this order is being made, so it cannot be changed just now.',
    )
  if (attempt) abandonAttempt(tx, ticket.locationId, attempt)
}

/** 409: the diner must have seen the price that is charged; otherwise nothing is. */
export const priceChanged = (dueCents: Cents): ProblemError =>
  new ProblemError(
    409,
    'price_changed',
    `The amount due is now ${currencyText(dueCents)}. Please look at your order again before you pay.`,
  )

/** 409: a payment for an order with nothing due. */
export const alreadyPaid = (): ProblemError =>
  new ProblemError(409, 'already_paid', 'This order is already paid in full.')

/** Throws 409 when the diner can no longer change the ticket. */
export function checkOpen(ticket: Ticket, nowMs: number): void {
  const status = statusAt(ticket, nowMs)
  if (status === 'Expired' && ticket.setBackAt !== undefined)
    throw alreadySubmitted(
      'Our system lost what was done to this order lately. If you have placed it already, please call us. If not, please start a new one.',
    )
  if (status === 'Expired')
    throw alreadySubmitted('This order was left for more than a day and is over. Please start a new one.')
  if (status === 'Cancelled') throw alreadySubmitted('This order was canceled. Please start a new one.')
  if (status !== 'Open' && status !== 'PaymentComplete')
    throw alreadySubmitted('This order has been placed already.')
}

/**
 * Throws 409 kitchen_closed where nothing can be made now or ordered for later. A closed kitchen does not stop orders for later, such as dinner ordered in the
 * morning; an order for now is refused when it is paid (`checkMakeable`).
 */
export function checkTakesOrders(merchant: Merchant, slots: SlotTables, nowMs: number): void {
  if (slots.list(merchant, nowMs).length === 0) checkKitchenOpen(merchant, nowMs)
}

/**
 * Throws 422 with every field that an order still needs before it can be paid and placed: dishes, handover, contact, a delivery address in the area; and for a
 * tip that is far too large for what is left of the order.
 */
export function checkComplete(merchant: Merchant, ticket: Ticket): void {
  if (ticket.lines.length === 0)
    throw fieldProblem(422, 'items', 'Your order is empty. Please add something first.')
  if (ticket.payments.length === 0) checkHandover(merchant, ticket)
  if (!hasPickup(merchant) && !ticket.useDelivery && !ticket.useCurbside)
    throw fieldProblem(422, 'use_delivery', 'Please choose how you would like to get your order.')
  checkTip(ticket)
  const fields = Object.entries(listOrderProblems(ticket.contact, findArea(merchant, ticket)))
    // What was accepted for the first payment stays valid, even if the rules for a phone or an email change.
    .filter(([field]) => ticket.payments.length === 0 || !ticket.contact[field as keyof Contact]?.trim())
    .map(([field, message]): FieldError => ({ field, message }))
  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })
}

/** Whether a location offers pickup inside, which is the handover of every order that is neither delivery nor curbside. */
export const hasPickup = ({ ordering: { showDelivery, showCurbside, showPickup } }: Merchant): boolean =>
  offersPickup({ delivery: showDelivery, curbside: showCurbside, pickup: showPickup })

/** Where an order can be delivered; its current address counts as inside once it is paid or placed. Undefined where it is not delivered. */
export function findArea({ ordering }: Merchant, ticket: Ticket): DeliveryArea | undefined {
  if (!ticket.useDelivery) return undefined
  const { deliveryZips: zips, showDelivery, showCurbside, showPickup } = ordering
  const area = areaOf({ zips, delivery: showDelivery, curbside: showCurbside, pickup: showPickup })
  const isPaidOrPlaced = ticket.payments.length > 0 || isPlaced(ticket)
  return isPaidOrPlaced ? areaWithOwnZip(area, ticket.contact.recipient_zip) : area
}

/** Throws 422 for a handover that the location does not offer, or has stopped offering since it was chosen. */
export function checkHandover(
  { ordering }: Merchant,
  { useDelivery, useCurbside }: Pick<Ticket, 'useDelivery' | 'useCurbside'>,
): void {
  if (useDelivery && !ordering.showDelivery)
    throw fieldProblem(422, 'use_delivery', 'This restaurant does not deliver.')
  if (useCurbside && !ordering.showCurbside)
    throw fieldProblem(422, 'use_curbside', 'This restaurant has no curbside pickup.')
}

/** Throws 422 on `tip` for more than the maximum tip on the current lines. A percentage never exceeds it, and a paid order's tip stays. */
export function checkTip(ticket: Ticket): void {
  if (ticket.kept || ticket.tipPercent !== undefined) return
  const problem = findTipProblem(ticket.tipCents, purchaseOf(ticket).subTotalCents)
  if (problem !== undefined) throw fieldProblem(422, 'tip', problem)
}

/** How long a chosen time stays valid after it passes while its guest is entering name and payment card. */
const slotGraceMs = 10 * 60_000

/** Throws when the kitchen could not make the order as it is: a dish removed or sold out, closed or paused now, or the chosen time past. */
export function checkMakeable(
  merchant: Merchant,
  ticket: Ticket,
  { slots, soldOut }: Pick<TicketPorts, 'slots' | 'soldOut'>,
  nowMs: number,
): void {
  for (const line of ticket.lines) {
    // Named by the line's number in the order.
    const field = `items.${line.index}`
    if (!currentLine(merchant, line)) throw soldOutProblem(line.name, field)
    checkNotSoldOut(merchant, ticket, line, field, { soldOut, nowMs })
  }
  if (ticket.readyDate === undefined || ticket.readyTime === undefined) {
    checkKitchenOpen(merchant, nowMs)
    checkNotPaused(merchant, slots, nowMs)
  } else if (slots.find(merchant, ticket.readyDate, ticket.readyTime, nowMs, slotGraceMs) === undefined)
    throw fieldProblem(
      422,
      'ready_time_v2',
      'The time you chose is no longer available. Please choose another.',
    )
  checkServed(merchant, ticket, nowMs)
}

/** Throws 409 sold_out where a line's dish is sold out at the order's ready time (extension `sold_out_today`). `field` names the line. */
export function checkNotSoldOut(
  merchant: Merchant,
  { readyDate, readyTime }: Pick<Ticket, 'readyDate' | 'readyTime'>,
  { menuItem, name }: Pick<Line, 'menuItem' | 'name'>,
  field: string,
  { soldOut, nowMs }: { soldOut: SoldOutDishes; nowMs: number },
): void {
  const atMs = orderInstant({ readyDate, readyTime }, merchant.location.time_zone, nowMs)
  const found = soldOut.find(merchant, menuItem, atMs)
  if (found) throw soldOutProblem(name, field, found.until !== undefined)
}

/** Throws 422 where a dish's menu is not served at the order's ready time: the chosen one, else now. */
export function checkServed(
  merchant: Merchant,
  { lines, readyDate, readyTime }: Pick<Ticket, 'lines' | 'readyDate' | 'readyTime'>,
  nowMs: number,
): void {
  const now = wallClock(nowMs, merchant.location.time_zone)
  const chosen =
    readyDate === undefined || readyTime === undefined ? undefined : findLocalTime(readyDate, readyTime)
  const menus = merchant.listMenus('order')
  const menu = lines
    .flatMap((line) => menus.find((one) => one.external_id === line.menu) ?? [])
    .find((one) => !isServed(one, chosen ?? now))
  if (!menu) return
  throw fieldProblem(
    422,
    'ready_time_v2',
    chosen
      ? `At the time you chose, ${menu.name} is not served. Please choose another time, or take its dishes off your order.`
      : `Right now, ${menu.name} is not served. Please choose another time, or take its dishes off your order.`,
  )
}
