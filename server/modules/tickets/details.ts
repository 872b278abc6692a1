import { findTimeOfDay, formatTimeOfDay } from '#contract/local-time.ts'
import type { Contact } from '#contract/rules/contact.ts'
import { listOrderProblems, zipDigits } from '#contract/rules/delivery-area.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import type { TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type FieldError, fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import { slotTaken } from './capacity.ts'
import { checkHandover, checkServed, findArea } from './guards.ts'
import { slotName, type SlotTables } from './slots.ts'
import type { Ticket } from './ticket.ts'

/** `PUT .../ticketorder/{id}`: a call carries the fields that it changes (specification §7). */

/** The ticket with the sent details. Throws 422 naming the invalid fields. */
export function withDetails(
  merchant: Merchant,
  ticket: Ticket,
  body: TicketUpdateBody,
  slots: SlotTables,
  nowMs: number,
): Ticket {
  const promoCode = body.promo_code === '' ? undefined : ticket.promoCode
  return withContact(
    merchant,
    withReadyTime(merchant, withHandover(merchant, { ...ticket, promoCode }, body), body, slots, nowMs),
    body,
  )
}

/** Delivery true makes curbside false, and the reverse (specification §4 *Delivery choice*). */
function withHandover(merchant: Merchant, ticket: Ticket, body: TicketUpdateBody): Ticket {
  if (body.use_delivery && body.use_curbside)
    throw fieldProblem(422, 'use_delivery', 'Please choose delivery or curbside, not both.')
  checkHandover(merchant, {
    useDelivery: body.use_delivery === true,
    useCurbside: body.use_curbside === true,
  })
  if (body.use_delivery) return { ...ticket, useDelivery: true, useCurbside: false }
  if (body.use_curbside) return { ...ticket, useDelivery: false, useCurbside: true }
  return {
    ...ticket,
    useDelivery: body.use_delivery ?? ticket.useDelivery,
    useCurbside: body.use_curbside ?? ticket.useCurbside,
  }
}

function withReadyTime(
  merchant: Merchant,
  ticket: Ticket,
  body: TicketUpdateBody,
  slots: SlotTables,
  nowMs: number,
): Ticket {
  if (body.ready_date_v2 === undefined && body.ready_time_v2 === undefined) return ticket
  if (!merchant.ordering.showOrderAhead)
    throw fieldProblem(422, 'ready_date_v2', 'This restaurant only takes orders for as soon as possible.')
  const date = body.ready_date_v2 ?? ticket.readyDate ?? ''
  const minutes = findTimeOfDay(body.ready_time_v2 ?? ticket.readyTime ?? '')
  const time = minutes === undefined ? undefined : formatTimeOfDay(minutes)
  // A guest who has the last place of a slot has made it full, perhaps even its day unavailable; their own slot stays valid.
  const held = time !== undefined && ticket.heldSlot === slotName(date, time)
  if (!held && !slots.list(merchant, nowMs).some((day) => day.date === date))
    throw fieldProblem(422, 'ready_date_v2', 'Please choose one of the dates that are offered.')
  if (time === undefined || slots.find(merchant, date, time, nowMs) === undefined)
    throw fieldProblem(422, 'ready_time_v2', 'This time is not available. Please choose another.')
  if (!held && slots.isFull(merchant, date, time)) throw fieldProblem(422, 'ready_time_v2', slotTaken)
  checkServed(merchant, { lines: ticket.lines, readyDate: date, readyTime: time }, nowMs)
  return { ...ticket, readyDate: date, readyTime: time }
}

/** Checks the sent contact fields by the form's rules; missing ones are asked for before payment. */
function withContact(merchant: Merchant, ticket: Ticket, body: TicketUpdateBody): Ticket {
  const sent = sentContact(body)
  const contact = { ...ticket.contact, ...sent }
  const fields = Object.entries(listOrderProblems(contact, findArea(merchant, ticket)))
    .filter(([field]) => field in sent)
    .map(([field, message]): FieldError => ({ field, message }))
  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })
  return { ...ticket, contact }
}

function sentContact(body: TicketUpdateBody): Partial<Contact> {
  const {
    use_delivery: _delivery,
    use_curbside: _curbside,
    ready_date_v2: _date,
    ready_time_v2: _time,
    promo_code: _promo,
    phone_number,
    recipient_phone,
    recipient_zip,
    ...rest
  } = body
  const phone = recipient_phone ?? phone_number
  const texts = Object.entries(rest).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value.trim()]],
  )
  // A ZIP+4 is stored as its five digits. A phone that is not a US number keeps its plus or its length, so that the rules reject it.
  return {
    ...(Object.fromEntries(texts) as Partial<Contact>),
    ...(phone !== undefined && { recipient_phone: phoneDigits(phone) }),
    ...(recipient_zip !== undefined && { recipient_zip: zipDigits(recipient_zip) }),
  }
}
