import type { TicketPorts } from './ports.ts'
import { centsFromNumber } from '#contract/money.ts'
import { emptyContact } from '#contract/rules/contact.ts'
import type {
  ItemsBody,
  OrderLineItem,
  TicketOrder,
  TicketOrderAnswer,
  TicketUpdateBody,
} from '#contract/schemas/ticket-order.ts'
import type { TipBody } from '#contract/schemas/tip.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findLastRewardDay } from '#server/modules/accounts/rewards.ts'
import { getPromoCode } from '#server/modules/promo/rules.ts'
import { fieldProblem, notFound, ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { withoutOldSlot } from './capacity.ts'
import { withDetails } from './details.ts'
import { mayGuestCancel } from './cancel-rule.ts'
import { checkEditable, checkTakesOrders, checkTip } from './guards.ts'
import { servedIn } from './language.ts'
import { currentLine } from './lines.ts'
import { getLine, getLines } from './new-line.ts'
import { purchaseOf } from './price.ts'
import { withoutPerson } from './privacy.ts'
import {
  deleteLine,
  findTicket,
  insertTicket,
  lockTicket,
  saveLine,
  saveOwner,
  updateTicketRow,
} from './repository.ts'
import { checkUses, withoutOldUse } from './reserve.ts'
import { isPlaced, type Ticket, type TicketAt } from './ticket.ts'
import { ticketOrderOf } from './view.ts'

/** What diners do with a ticket. Every function runs in the caller's transaction. */

export type TicketAnswer = Answer<TicketOrderAnswer>
export type AnswerPorts = Pick<TicketPorts, 'clock' | 'slots' | 'kitchen'>

/** No real order has more lines; a longer one is a mistake or an attack. */
const maximumLines = 100

/**
 * A ticket at today's menu, locked until the transaction ends. A change by a signed-in user makes it theirs, and until it is placed it takes the language of
 * whoever changes it. Throws 404 not_found for one that does not exist or is somebody else's: the portal then forgets it (specification §8).
 */
export async function getTicket(tx: Transaction, merchant: Merchant, at: TicketAt): Promise<Ticket> {
  const locked = allowed(await lockTicket(tx, merchant.locationId, at.id), at)
  const ticket = servedIn(tx, atTodaysMenu(merchant, locked), at)
  // A placed one keeps its owner: nobody takes over a guest's name and address with the order's id.
  if (at.userId === undefined || ticket.userId === at.userId || isPlaced(ticket)) return ticket
  saveOwner(tx, merchant.locationId, at.id, at.userId)
  return { ...ticket, userId: at.userId, rewardUntil: await findLastRewardDay(tx, merchant, at.userId) }
}

/** Like `getTicket`, for work without a caller: settling a payment that was left open. */
export const getAnyonesTicket = async (tx: Transaction, merchant: Merchant, id: string): Promise<Ticket> =>
  atTodaysMenu(merchant, await lockTicket(tx, merchant.locationId, id))

/** The ticket, if the caller may see it: a user's ticket does not exist for anybody else (reliability X6). */
export const allowed = (ticket: Ticket | undefined, { userId }: TicketAt): Ticket | undefined =>
  ticket?.userId === undefined || ticket.userId === userId ? ticket : undefined

/** A ticket with its lines at today's menu, unless there are payments. Throws 404 not_found without a ticket. */
export function atTodaysMenu(merchant: Merchant, ticket: Ticket | undefined): Ticket {
  if (!ticket) throw notFound('We could not find this order.')
  if (ticket.status !== 'Open' || ticket.kept) return ticket
  return { ...ticket, lines: ticket.lines.map((line) => currentLine(merchant, line) ?? line) }
}

/** Starts an empty ticket. Throws 409 kitchen_closed where it could not be for later either. */
export async function createTicket(
  tx: Transaction,
  merchant: Merchant,
  { userId, language }: { userId: string | undefined; language: PageLanguage },
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const nowMs = ports.clock.now()
  checkTakesOrders(merchant, ports.slots, nowMs)
  const ticket: Ticket = {
    locationId: merchant.locationId,
    id: ports.ids.secret(),
    userId,
    orderKey: ports.ids.secret(),
    language,
    status: 'Open',
    name: '',
    nextIndex: 1,
    useDelivery: false,
    useCurbside: false,
    readyDate: undefined,
    readyTime: undefined,
    contact: emptyContact,
    promoCode: undefined,
    reward: undefined,
    rewardUntil: userId === undefined ? undefined : await findLastRewardDay(tx, merchant, userId),
    heldSlot: undefined,
    heldPromo: undefined,
    tipCents: 0,
    tipPercent: undefined,
    kept: undefined,
    success: undefined,
    createdAt: nowMs,
    touchedAt: nowMs,
    setBackAt: undefined,
    checkedInAt: undefined,
    history: [],
    lines: [],
    payments: [],
    refunds: [],
  }
  insertTicket(tx, ticket)
  return answerOf(merchant, ticket, ports)
}

/** The ticket, and whether the caller has a reward to use on it: using one makes an unowned ticket theirs. */
export async function readTicket(
  database: Queryable,
  merchant: Merchant,
  at: TicketAt,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getReadableTicket(database, merchant, at)
  if (at.userId === undefined || ticket.userId !== undefined || isPlaced(ticket))
    return answerOf(merchant, ticket, ports)
  return answerOf(
    merchant,
    { ...ticket, rewardUntil: await findLastRewardDay(database, merchant, at.userId) },
    ports,
  )
}

/** The ticket, for whoever may see it. Throws 404 not_found. */
export const getReadableTicket = async (
  database: Queryable,
  merchant: Merchant,
  at: TicketAt,
): Promise<Ticket> =>
  atTodaysMenu(merchant, allowed(await findTicket(database, merchant.locationId, at.id), at))

/** A placed ticket, locked until the transaction ends. Throws 404 not_found, 409 when it is not placed. */
export async function getPlacedTicket(tx: Transaction, merchant: Merchant, at: TicketAt): Promise<Ticket> {
  const ticket = allowed(await lockTicket(tx, merchant.locationId, at.id), at)
  if (!ticket) throw notFound('We could not find this order.')
  if (!isPlaced(ticket))
    throw new ProblemError(409, 'bad_request', 'This order is not placed yet. Please finish it first.')
  return ticket
}

/** Adds lines, each with a number that the ticket never uses again. Throws 409 kitchen_closed or sold_out, 422. */
export async function addItems(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  body: ItemsBody,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getEditable(tx, merchant, at, ports)
  checkTakesOrders(merchant, ports.slots, ports.clock.now())
  if (ticket.lines.length + body.items.length > maximumLines)
    throw fieldProblem(422, 'items', 'That is more than one order can hold. Please call the restaurant.')
  const added = getLines(merchant, ticket, body.items, ports)
  for (const line of added) saveLine(tx, ticket, line)
  return save(
    tx,
    merchant,
    { ...ticket, nextIndex: ticket.nextIndex + added.length, lines: [...ticket.lines, ...added] },
    ports,
  )
}

/** Replaces a line as a whole, under the same number. Throws 422 when that line does not exist, 409 sold_out. */
export async function changeItem(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt & { index: string },
  body: OrderLineItem,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getEditable(tx, merchant, at, ports)
  const index = indexOf(at.index)
  if (body.index !== undefined && body.index !== index)
    throw fieldProblem(422, 'index', 'The line in the address and the line sent are not the same.')
  // Not a 404: that would tell the portal that the whole ticket is gone.
  if (!ticket.lines.some((line) => line.index === index))
    throw fieldProblem(422, 'index', 'This line is not in your order anymore.')
  const changed = getLine(merchant, ticket, body, { index, field: '' }, ports)
  saveLine(tx, ticket, changed)
  return save(
    tx,
    merchant,
    { ...ticket, lines: ticket.lines.map((line) => (line.index === index ? changed : line)) },
    ports,
  )
}

/** Removes a line. One that is already removed is no error: the diner has what they wanted. */
export async function removeItem(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt & { index: string },
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getEditable(tx, merchant, at, ports)
  const index = indexOf(at.index)
  deleteLine(tx, ticket, index)
  return save(tx, merchant, { ...ticket, lines: ticket.lines.filter((line) => line.index !== index) }, ports)
}

/** Changes delivery or curbside, ready time, contact and vehicle. Throws 422 naming the fields. */
export async function updateTicket(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  body: TicketUpdateBody,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getEditable(tx, merchant, at, ports)
  const changed = withDetails(merchant, ticket, body, ports.slots, ports.clock.now())
  return save(tx, merchant, withoutOldUse(tx, withoutOldSlot(tx, changed)), ports)
}

/** Sets the tip: dollars, or a percentage that follows the subtotal. Throws 422 for more than two decimals, and for more than the maximum tip. */
export async function setTip(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  { tip, tip_percent }: TipBody,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = {
    ...(await getEditable(tx, merchant, at, ports)),
    tipCents: centsOf(tip, 'tip'),
    tipPercent: tip_percent,
  }
  checkTip(ticket)
  return save(tx, merchant, ticket, ports)
}

/** Sets a promo code, replacing any other. Throws 422 promo_invalid. */
export async function applyPromoCode(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  typed: string,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getEditable(tx, merchant, at, ports)
  const { code } = getPromoCode(merchant, typed, purchaseOf(ticket), ports.clock.now())
  const changed = { ...ticket, promoCode: code }
  await checkUses(tx, merchant, changed)
  return save(tx, merchant, withoutOldUse(tx, changed), ports)
}

/** A sent dollar amount in cents. Throws 422 on its field. */
export function centsOf(dollars: number, field: string): number {
  try {
    return centsFromNumber(dollars)
  } catch (error) {
    if (error instanceof RangeError)
      throw fieldProblem(422, field, 'Please enter an amount in dollars and cents.')
    throw error
  }
}

/** The ticket as an answer: a guest's placed one without personal details. */
export const answerOf = (merchant: Merchant, ticket: Ticket, ports: AnswerPorts): TicketAnswer =>
  ownAnswerOf(merchant, withoutPerson(ticket), ports)

/** The ticket as an answer to somebody who may see all of it: the device that is just placing it. */
export const ownAnswerOf = (merchant: Merchant, ticket: Ticket, ports: AnswerPorts): TicketAnswer => ({
  body: { ticket_order: ownTicketOf(merchant, ticket, ports) },
  shared: ports.slots.listOnWire(merchant, ports.clock.now()),
})

/** The ticket for its owner, alone or in a list, always with whether it can be canceled: otherwise a device would take its absence in the list as a no. */
export const ownTicketOf = (
  merchant: Merchant,
  ticket: Ticket,
  { clock, kitchen }: Pick<TicketPorts, 'clock' | 'kitchen'>,
): TicketOrder => ({
  ...ticketOrderOf(merchant, ticket, clock.now()),
  ...(mayGuestCancel(merchant, ticket, kitchen, clock.now()) && { may_cancel: true }),
})

async function getEditable(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  { clock }: TicketPorts,
): Promise<Ticket> {
  const ticket = await getTicket(tx, merchant, at)
  await checkEditable(tx, ticket, clock.now())
  return ticket
}

function save(tx: Transaction, merchant: Merchant, ticket: Ticket, ports: TicketPorts): TicketAnswer {
  // Earlier messages on it do not apply after this change.
  const touched = { ...ticket, success: undefined, touchedAt: ports.clock.now() }
  updateTicketRow(tx, touched)
  return answerOf(merchant, touched, ports)
}

function indexOf(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw fieldProblem(422, 'index', 'This line is not in your order anymore.')
  return Number(text)
}
