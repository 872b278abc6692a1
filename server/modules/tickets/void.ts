import type { CancelReason } from '#contract/rules/cancel-reasons.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { GivenTo } from '#server/modules/cards/redeem.ts'
import { takeBackPoints } from '#server/modules/accounts/points.ts'
import { recordRefund } from './money.ts'
import { rewardGone } from './cancellation-text.ts'
import { notifyCancelled } from './news.ts'
import type { RefundMaker, TicketRefund } from './refund.ts'
import { insertRefund, listUnreturned, nameOf, releaseReturned } from './refund-rows.ts'
import { takenByBank } from './disputed-payments.ts'
import { giveBack } from './release.ts'
import { restOf, takeOf, totalOf } from './shares.ts'
import { updateTicketRow } from './repository.ts'
import type { TicketPorts } from './ports.ts'
import { earningOf, type Ticket } from './ticket.ts'

/** Worded like the reasons for refunds and pauses, where those say the same. */
const told: Readonly<Record<Exclude<CancelReason, 'guest_asked' | 'other'>, string>> = {
  sold_out: 'Something was sold out.',
  busy: 'The kitchen is very busy right now.',
  equipment: 'We’re having equipment trouble.',
  closed: 'We have to close early.',
  no_delivery: 'We can’t deliver to your address.',
}

/** What a guest is told when the restaurant cancels their order: the reason, if the staff gave one, and whom to call. */
export function cancelledText(
  { location: { phone } }: Pick<Merchant, 'location'>,
  { name }: Pick<Ticket, 'name'>,
  reason: CancelReason | undefined,
): string {
  if (reason === 'guest_asked')
    return `We canceled order ${name}, as you asked. Questions? Please call ${phone}.`
  const sorry = `We could not make order ${name}. We are sorry! Questions? Please call ${phone}.`
  return reason === undefined || reason === 'other' ? sorry : `${told[reason]} ${sorry}`
}

type Cancelling = {
  /** A sentence for the guest. */
  because: string
  /** Who cancels; the restaurant, where nobody says. */
  by?: RefundMaker
  /** Which staff member, and their note. */
  userId?: string | undefined
  note?: string | undefined
}

/**
 * Cancels an order, placed or only paid for, and returns whatever paid for it and was not refunded yet: gift cards, reward, slot and points at once, a payment
 * card's money in the settler's next round (settler.ts), which asks the provider. Returns the ticket; one that is already canceled is unchanged. The ticket is
 * locked by the caller.
 */
export async function voidTicket(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  cancelling: Cancelling,
  ports: TicketPorts,
): Promise<Ticket> {
  if (ticket.status === 'Cancelled') return ticket
  const nowMs = ports.clock.now()
  const { ticket: freed, givenTo } = await giveBack(
    tx,
    merchant,
    ticket,
    ports,
    cancelling.by === 'guest' ? 'cancel' : 'restaurant',
  )
  const rest = restOfTicket(ticket, cancelling, { givenTo, nowMs }, ports)
  tx.later(
    `UPDATE payments SET refund_due_at = $3 WHERE location_id = $1 AND ticket_id = $2 AND tender_type = 'credit_card' AND released_at IS NULL
       AND refund_due_at IS NULL`,
    [merchant.locationId, ticket.id, nowMs],
  )
  insertRefund(tx, ticket, rest)
  for (const part of rest.parts)
    if (part.isByBank)
      recordRefund(tx, { locationId: merchant.locationId, ticketId: ticket.id, nowMs }, part, 'disputes')
  releaseReturned(tx, merchant.locationId, ticket.id, nowMs)
  const tookReward = await takeBackPoints(tx, merchant, earningOf(ticket), ports)
  const voided: Ticket = {
    ...freed,
    refunds: [...ticket.refunds, rest],
    status: 'Cancelled',
    success: {
      header: 'Your order was canceled',
      // Refunds are described by their current state when the message is read (cancellation-text.ts).
      message: [cancelling.because, ...(tookReward ? [rewardGone] : [])].join(' '),
    },
    touchedAt: nowMs,
  }
  updateTicketRow(tx, voided)
  notifyCancelled(tx, voided, ports)
  return voided
}

/** What was not refunded yet, as a refund: its parts have the payments' ids, since each is returned whole only once. */
function restOfTicket(
  ticket: Ticket,
  { by = 'restaurant', userId, note }: Cancelling,
  { givenTo, nowMs }: { givenTo: ReadonlyMap<string, GivenTo>; nowMs: number },
  { ids }: Pick<TicketPorts, 'ids'>,
): TicketRefund {
  const payments = listUnreturned(ticket).filter(({ nonTipCents, tipCents }) => nonTipCents + tipCents > 0)
  return {
    id: ids.uuid(),
    by,
    userId,
    reason: 'cancelled',
    note,
    lines: [],
    deliveryCents: 0,
    tipCents: payments.reduce((sum, { tipCents }) => sum + tipCents, 0),
    earnedCents: 0,
    rewardBack: ticket.reward !== undefined && !ticket.refunds.some(({ rewardBack }) => rewardBack),
    at: nowMs,
    parts: payments.flatMap((payment) => {
      const { id, tenderType, displayName } = payment
      // What a bank has taken is with the guest already.
      const taken = takeOf(payment, takenByBank(payment, ticket.refunds))
      const left = restOf(payment, taken)
      const one = { paymentId: id, tenderType, ...nameOf(displayName, givenTo.get(id)) }
      const doneAt = tenderType === 'card' ? nowMs : undefined
      return [
        ...(totalOf(left) > 0 ? [{ ...one, id, ...left, doneAt }] : []),
        ...(totalOf(taken) > 0
          ? [
              {
                ...one,
                id: totalOf(left) > 0 ? `${id}:bank` : id,
                ...taken,
                doneAt: nowMs,
                isByBank: true,
              },
            ]
          : []),
      ]
    }),
  }
}
