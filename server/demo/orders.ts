import { dayMs } from '#contract/durations.ts'
import { emptyContact } from '#contract/rules/contact.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { currentLine } from '#server/modules/tickets/lines.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { keptOf, priceOf } from '#server/modules/tickets/price.ts'
import { insertTicket, saveLine, updateTicketRow } from '#server/modules/tickets/repository.ts'
import type { Line, Ticket } from '#server/modules/tickets/ticket.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'
import type { DemoPerson } from './people.ts'
import { type SandboxIntent, saveObject } from '#server/sandbox/objects.ts'

/** A past order, written as the API calls would have left it. */
export type PlacedOrder = { ticketId: string; subTotalCents: number }

const tipCents = 400

/**
 * Writes a past order of the member's: `count` dishes of the menu that need no choices, picked up and paid by card. Undefined for a merchant that takes no
 * orders. `number` is the order's position among the demo's.
 */
export function seedPastOrder(
  tx: Transaction,
  merchant: Merchant,
  order: { id: string; userId: string; person: DemoPerson; number: number; count: number; daysAgo: number },
  nowMs: number,
): PlacedOrder | undefined {
  const placedMs = nowMs - order.daysAgo * dayMs
  const lines = listPlainLines(merchant, order.number * 3, order.count)
  if (lines.length === 0) return undefined
  const day = wallClock(placedMs, merchant.location.time_zone).date
  const ticket = withPrice(merchant, ticketOf(merchant, order, lines, placedMs), placedMs)
  insertTicket(tx, ticket)
  for (const line of lines) saveLine(tx, ticket, line)
  updateTicketRow(tx, ticket)
  savePayment(tx, merchant, ticket, placedMs)
  tx.later(
    'INSERT INTO submissions (location_id, ticket_id, day, name, total_cents, submitted_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      merchant.locationId,
      ticket.id,
      day,
      ticket.name,
      priceOf(merchant, ticket, placedMs).totalCents,
      placedMs,
    ],
  )
  tx.later(
    `INSERT INTO order_counters (location_id, last_number, free_until) VALUES ($1, $2, 9999)
     ON CONFLICT (location_id) DO UPDATE SET last_number = greatest(order_counters.last_number, excluded.last_number)`,
    [merchant.locationId, 1000 + order.number],
  )
  return { ticketId: ticket.id, subTotalCents: ticket.kept?.subTotalCents ?? 0 }
}

/** Dishes that need no choice, starting with number `from`. */
function listPlainLines(merchant: Merchant, from: number, count: number): Line[] {
  const items = merchant
    .listMenus('order')
    .flatMap((menu) => menu.categories.flatMap((category) => category.items))
  return items
    .flatMap((item) => {
      const sent = {
        menu: item.external_menu_id,
        category: item.external_menu_category_id,
        item: item.external_id,
        menuItem: item.omnivore_id,
      }
      // Priced from the menu: a dish that needs a choice or is sold out gives no line.
      const line = currentLine(merchant, {
        ...sent,
        index: 1,
        name: item.name,
        unitCents: 0,
        quantity: 1,
        sentModifiers: [],
        pricedModifiers: [],
      })
      return line && line.unitCents > 0 ? [line] : []
    })
    .slice(from, from + count)
    .map((line, position) => ({ ...line, index: position + 1 }))
}

const ticketOf = (
  merchant: Merchant,
  { id, userId, person, number }: { id: string; userId: string; person: DemoPerson; number: number },
  lines: Line[],
  placedMs: number,
): Ticket => ({
  locationId: merchant.locationId,
  id,
  userId,
  orderKey: undefined,
  language: 'en',
  status: 'Completed',
  name: `${merchant.location.name.slice(0, 1).toUpperCase()}-${1000 + number}`,
  nextIndex: lines.length + 1,
  useDelivery: false,
  useCurbside: true,
  readyDate: undefined,
  readyTime: undefined,
  contact: {
    ...emptyContact,
    recipient_first_name: person.firstName,
    recipient_last_name: person.lastName,
    recipient_email: person.email,
    recipient_phone: person.phone,
  },
  promoCode: undefined,
  reward: undefined,
  rewardUntil: undefined,
  heldSlot: undefined,
  heldPromo: undefined,
  tipCents,
  tipPercent: undefined,
  kept: undefined,
  success: undefined,
  createdAt: placedMs,
  touchedAt: placedMs,
  setBackAt: undefined,
  checkedInAt: undefined,
  history: [],
  lines,
  payments: [],
  refunds: [],
})

/** The order with its price at that time, and the payment that covered it. */
function withPrice(merchant: Merchant, ticket: Ticket, placedMs: number): Ticket {
  const price = priceOf(merchant, ticket, placedMs)
  return {
    ...ticket,
    kept: keptOf(price),
    payments: [
      {
        id: `payment-of-${ticket.id}`,
        tenderType: 'credit_card',
        displayName: 'Visa ending in 4242',
        nonTipCents: price.dueNonTipCents,
        tipCents: price.dueTipCents,
      },
    ],
  }
}

function savePayment(
  tx: Transaction,
  { locationId }: Merchant,
  { id: ticketId, payments: [payment] }: Ticket,
  placedMs: number,
): void {
  if (!payment) return
  const { id, displayName, nonTipCents } = payment
  tx.later(
    `INSERT INTO payments (location_id, id, ticket_id, attempt_id, tender_type, display_name, non_tip_cents, tip_cents, provider_id, created_at)
     VALUES ($1, $2, $3, $2, 'credit_card', $4, $5, $6, $2, $7)`,
    [locationId, id, ticketId, displayName, nonTipCents, payment.tipCents, placedMs],
  )
  const amount = nonTipCents + payment.tipCents
  const metadata = { location: locationId, ticket: ticketId, attempt: id }
  saveObject(tx, locationId, intentOf(id, { amount, metadata }, placedMs), placedMs)
  recordTransfer(
    tx,
    locationId,
    { id: `${id}:order`, from: 'card_provider', to: 'orders', amountCents: nonTipCents, ticketId },
    placedMs,
  )
  recordTransfer(
    tx,
    locationId,
    { id: `${id}:tip`, from: 'card_provider', to: 'tips', amountCents: payment.tipCents, ticketId },
    placedMs,
  )
}

/** The charge as the sandbox stores it, so that the order can be refunded. */
const intentOf = (
  id: string,
  { amount, metadata }: Pick<SandboxIntent, 'amount' | 'metadata'>,
  placedMs: number,
): SandboxIntent => ({
  id,
  object: 'payment_intent',
  amount,
  amount_received: amount,
  currency: 'usd',
  client_secret: '',
  confirmation_method: 'manual',
  status: 'succeeded',
  payment_method: null,
  customer: null,
  setup_future_usage: null,
  last_payment_error: null,
  next_action: null,
  metadata,
  created: Math.floor(placedMs / 1000),
  livemode: false,
  sandbox: { authenticated: false },
})
