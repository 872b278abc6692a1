import { currencyText } from '#contract/currency-text.ts'
import { isTooSmallForCard, minimumCardChargeCents } from '#contract/pricing/tender.ts'
import { chargedCustomerOf } from '#contract/rules/kept-card.ts'
import type { PaymentBody } from '#contract/schemas/ticket-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import type { Payable, PaymentRequest, Received } from '#server/modules/payments/payable.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import { alreadyPaid, checkComplete, checkMakeable, checkOpen, priceChanged } from './guards.ts'
import { addPayment, recordCharge } from './money.ts'
import { outsideRefunds } from './outside-refunds.ts'
import { keptOf, priceOf, type TicketPrice } from './price.ts'
import { saveLine } from './repository.ts'
import { reserve } from './reserve.ts'
import { centsOf, getAnyonesTicket, getTicket } from './service.ts'
import type { TicketPorts } from './ports.ts'
import { type KeptPrice, statusAt, type Ticket, type TicketAt } from './ticket.ts'
import { voidTicket } from './void.ts'

/** A ticket as the payments module sees it (modules/payments/payable.ts). */

/** After this (ms), the guest is gone and the order is not made. */
const tooLateMs = 30 * 60_000

/** How a ticket is paid by card. */
export const ticketPayable = (ports: TicketPorts): Payable<Ticket> => ({
  kind: 'ticket',
  lock: getAnyonesTicket,
  ...outsideRefunds(ports),
  receive: async (tx, merchant, ticket, received) => takeMoney(tx, merchant, ticket, received, ports),
  // A ticket that is paid late is placed or canceled by the usual rounds; if its guest is long gone, it is canceled at once.
  async receivedLate(tx, merchant, ticket, agoMs) {
    if (ticket.status === 'PaymentComplete' && agoMs >= tooLateMs)
      await voidTicket(
        tx,
        merchant,
        ticket,
        { because: 'Your payment came in too late for the kitchen, so your order was not made.' },
        ports,
      )
  },
})

/**
 * A request to pay a ticket by card; the ticket is locked. Its `prepare` throws 409 price_changed, already_paid, sold_out, kitchen_closed, 422 for what
 * is missing.
 */
export async function ticketPayment(
  tx: Transaction,
  merchant: Merchant,
  { ticket: at, key, body }: { ticket: TicketAt; key: string; body: PaymentBody },
  ports: TicketPorts,
): Promise<PaymentRequest<Ticket>> {
  const nowMs = ports.clock.now()
  const ticket = await getTicket(tx, merchant, at)
  return {
    subject: ticket,
    id: ticket.id,
    key,
    userId: ticket.userId,
    isDone: false,
    async prepare() {
      checkOpen(ticket, nowMs)
      const priced = checkPayable(merchant, ticket, body, ports)
      await checkCustomer(tx, merchant, ticket, body)
      const subject = await reserve(tx, merchant, ticket, ports)
      // From here on, the lines keep the price that the guest saw.
      for (const line of ticket.lines) saveLine(tx, ticket, line)
      return {
        subject,
        nonTipCents: priced.dueNonTipCents,
        tipCents: priced.dueTipCents,
        priced: keptOf(priced),
        paymentSource: body.payment_source,
        customerId: chargedCustomerOf(body),
        email: ticket.contact.recipient_email,
      }
    },
    abandoned: () =>
      statusAt(ticket, nowMs) === 'Open'
        ? priceChanged(priceOf(merchant, ticket, nowMs).dueCents)
        : alreadyPaid(),
  }
}

/** The price that the guest saw is charged, or nothing is (invariant I5). */
function checkPayable(
  merchant: Merchant,
  ticket: Ticket,
  body: PaymentBody,
  { clock, slots, soldOut }: TicketPorts,
): TicketPrice {
  const nowMs = clock.now()
  if (ticket.status === 'PaymentComplete') throw alreadyPaid()
  checkComplete(merchant, ticket)
  checkMakeable(merchant, ticket, { slots, soldOut }, nowMs)
  const priced = priceOf(merchant, ticket, nowMs)
  const sentTipCents = centsOf(body.tip, 'tip')
  if (centsOf(body.amount, 'amount') !== priced.dueCents) throw priceChanged(priced.dueCents)
  if (sentTipCents !== priced.tipCents && sentTipCents !== priced.dueTipCents)
    throw priceChanged(priced.dueCents)
  if (priced.dueCents === 0) throw alreadyPaid()
  // The provider would refuse it, and that would count as a declined card.
  if (isTooSmallForCard(priced.dueCents))
    throw fieldProblem(
      422,
      'amount',
      `The minimum for credit cards is ${currencyText(minimumCardChargeCents)}. Please add a tip or another dish, or pay with a gift card.`,
    )
  return priced
}

/**
 * Only the user whose customer id it is may name it. Whether the card may be used with it is for the provider to say: it refuses another customer's card; a new
 * one becomes this customer's once it has paid.
 */
async function checkCustomer(
  tx: Transaction,
  { locationId }: Merchant,
  { userId }: Ticket,
  body: PaymentBody,
): Promise<void> {
  if (body.stripe_customer_id === undefined) return
  const own = userId === undefined ? undefined : (await getUser(tx, locationId, userId)).customerId
  if (own !== body.stripe_customer_id)
    throw fieldProblem(422, 'stripe_customer_id', 'These saved cards are not yours. Please enter a card.')
}

function takeMoney(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  received: Received,
  { clock }: TicketPorts,
): Ticket {
  const nowMs = clock.now()
  const { id, nonTipCents, tipCents, priced } = received.attempt
  const payment = {
    id,
    tenderType: 'credit_card' as const,
    displayName: received.displayName,
    nonTipCents,
    tipCents,
  }
  recordCharge(tx, { locationId: merchant.locationId, ticketId: ticket.id, nowMs }, payment)
  // `prepare` stored it, as `keptOf` returns it.
  return addPayment(tx, merchant, ticket, payment, {
    kept: priced as KeptPrice,
    providerId: received.intentId,
    nowMs,
  })
}
