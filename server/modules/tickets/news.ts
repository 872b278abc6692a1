import { lineTotalCents } from '#contract/pricing/line.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import {
  type Bill,
  dropNews,
  type News,
  type OrderFacts,
  notifyGuest,
} from '#server/modules/order-messages/outbox.ts'
import { dropSubscriptions } from '#server/modules/order-messages/subscriptions.ts'
import { cancellationText } from './cancellation-text.ts'
import type { TicketPorts } from './ports.ts'
import { priceOf, type TicketPrice } from './price.ts'
import type { TicketRefund } from './refund.ts'
import type { Ticket } from './ticket.ts'

/** Messages to a guest about their order, in addition to its page. Each is stored in the transaction of the event. */

type Ports = Pick<TicketPorts, 'clock' | 'ids'>

/** It was placed. */
export function notifyPlaced(tx: Transaction, merchant: Merchant, ticket: Ticket, ports: Ports): void {
  const price = priceOf(merchant, ticket, ports.clock.now())
  const facts: OrderFacts = {
    ...factsOf(ticket),
    totalCents: price.totalCents,
    bill: billOf(ticket, price),
    paid: ticket.payments.map(({ displayName, nonTipCents, tipCents }) => ({
      displayName,
      amountCents: nonTipCents + tipCents,
    })),
  }
  notifyGuest(tx, ports, { ...newsOf(ticket), event: 'placed', facts })
}

/** The kitchen moved it: tells the guest that it is ready, and drops that message when it no longer is. */
export function notifyMoved(tx: Transaction, ticket: Ticket, ports: Ports): void {
  const news = newsOf(ticket)
  if (ticket.status === 'Ready') notifyGuest(tx, ports, { ...news, event: 'ready', facts: factsOf(ticket) })
  else dropNews(tx, { ...news, event: 'ready' })
  if (ticket.status === 'Completed') dropSubscriptions(tx, news)
}

/** It was canceled: one message has the reason and the refunds. */
export function notifyCancelled(tx: Transaction, ticket: Ticket, ports: Ports): void {
  const news = newsOf(ticket)
  dropNews(tx, { ...news, event: 'ready' })
  const facts = { ...factsOf(ticket), ...(ticket.success && { because: cancellationText(ticket) }) }
  notifyGuest(tx, ports, { ...news, event: 'cancelled', facts })
}

/** All refunds of a canceled order to payment cards are done. `about`: which time, where a refund was sent back before. */
export function notifyRefunded(
  tx: Transaction,
  ticket: Ticket,
  { about, refund }: { about: string; refund: NonNullable<OrderFacts['refund']> },
  ports: Ports,
): void {
  const facts = { ...factsOf(ticket), refund }
  notifyGuest(tx, ports, { ...newsOf(ticket), event: 'refunded', about, facts })
}

/** A refund did not arrive: it is owed. `id`: of the part. */
export function notifyRefundFailed(
  tx: Transaction,
  ticket: Ticket,
  { id, refund }: { id: string; refund: NonNullable<OrderFacts['refund']> },
  ports: Ports,
): void {
  const facts = { ...factsOf(ticket), refund }
  notifyGuest(tx, ports, { ...newsOf(ticket), event: 'refund-failed', about: id, facts })
}

/** A partial refund: what, why and where to. */
export function notifyPartRefunded(
  tx: Transaction,
  ticket: Ticket,
  refund: TicketRefund,
  ports: Ports,
): void {
  const facts: OrderFacts = {
    ...factsOf(ticket),
    returned: {
      reason: refund.reason,
      items: refund.lines.map(({ index, quantity }) => ({
        quantity,
        name: ticket.lines.find((line) => line.index === index)?.name ?? '',
      })),
      deliveryCents: refund.deliveryCents,
      tipCents: refund.tipCents,
      parts: refund.parts.map(
        ({ tenderType, displayName, nonTipCents, tipCents, isVoidCard, isHeldCard }) => ({
          tenderType,
          displayName,
          amountCents: nonTipCents + tipCents,
          ...(isVoidCard && { isVoidCard }),
          ...(isHeldCard && { isHeldCard }),
        }),
      ),
      rewardBack: refund.rewardBack,
      rewardGone: refund.rewardGone ?? false,
    },
  }
  notifyGuest(tx, ports, { ...newsOf(ticket), event: 'part-refunded', about: refund.id, facts })
}

const billOf = (
  { lines }: Ticket,
  { subTotalCents, discountCents, deliveryCents, taxCents, tipCents }: TicketPrice,
): Bill => ({
  items: lines.map(({ name, quantity, unitCents, pricedModifiers, allergens }) => ({
    name,
    quantity,
    choices: pricedModifiers.flatMap((one) => (one.name === '' ? [] : [one.name])),
    cents: lineTotalCents(unitCents, quantity),
    ...(allergens && { allergens }),
  })),
  subTotalCents,
  discountCents,
  deliveryCents,
  taxCents,
  tipCents,
})

const newsOf = (ticket: Ticket): Pick<News, 'locationId' | 'ticketId' | 'email' | 'language'> => ({
  locationId: ticket.locationId,
  ticketId: ticket.id,
  email: ticket.contact.recipient_email.trim(),
  language: ticket.language,
})

const factsOf = ({ name, useDelivery, useCurbside, readyDate, readyTime }: Ticket): OrderFacts => ({
  name,
  handover: useDelivery ? 'delivery' : useCurbside ? 'curbside' : 'pickup',
  readyDate,
  readyTime,
})
