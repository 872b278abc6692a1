import type { RefundShare } from '#contract/pricing/refund.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  type GivenTo,
  type ReceiverColumn,
  receiverOf,
  receiverOfColumn,
} from '#server/modules/cards/redeem.ts'
import type { RefundMaker, TicketRefund, TicketRefundPart } from './refund.ts'
import type { Shares } from './shares.ts'
import type { Ticket, TicketPayment } from './ticket.ts'

/** Refunds of a ticket, in the database: an act in `refunds`, and each tender's part of it in `refund_parts`. */

type Row = {
  id: string
  made_by: RefundMaker
  user_id: string | null
  reason: TicketRefund['reason']
  note: string | null
  lines: { index: number; quantity: number }[]
  delivery_cents: number
  tip_cents: number
  earned_cents: number
  reward_back: boolean
  reward_gone: boolean
  created_at: number
  parts: PartRow[] | null
}
type PartRow = {
  id: string
  payment_id: string
  tender_type: RefundShare['tenderType']
  display_name: string
  non_tip_cents: number
  tip_cents: number
  done_at: number | null
  failed_at: number | null
  by_hand: boolean
  by_bank: boolean
  paid_with: string | null
  card_void: boolean
  receiver: ReceiverColumn | null
}
export type RefundRows = { refunds: Row[] | null }

/** SQL for the gift card that has a part's money now. */
const receiverOfPart = `CASE WHEN b.tender_type = 'card' THEN
  ${receiverOf('(SELECT p.card_id FROM payments p WHERE p.location_id = b.location_id AND p.id = b.payment_id)')} END`

/** SQL for a column with all refunds of the ticket whose id is `id`, the oldest first; `$1` is its location. */
export const refundsColumn = (id: string): string =>
  `(SELECT json_agg(to_jsonb(f) || jsonb_build_object('parts', (SELECT json_agg(to_jsonb(b) || jsonb_build_object('receiver', ${receiverOfPart}) ORDER BY b.tender_type, b.id) FROM refund_parts b
      WHERE b.location_id = f.location_id AND b.refund_id = f.id)) ORDER BY f.created_at, f.id)
    FROM refunds f WHERE f.location_id = $1 AND f.ticket_id = ${id}) AS refunds`

/** A ticket’s refunds from the column that `refundsColumn` selects, the oldest first. */
export const refundsOfRows = ({ refunds }: RefundRows): TicketRefund[] =>
  (refunds ?? []).map((row) => ({
    id: row.id,
    by: row.made_by,
    userId: row.user_id ?? undefined,
    reason: row.reason,
    note: row.note ?? undefined,
    lines: row.lines,
    deliveryCents: row.delivery_cents,
    tipCents: row.tip_cents,
    earnedCents: row.earned_cents,
    rewardBack: row.reward_back,
    rewardGone: row.reward_gone,
    at: row.created_at,
    parts: (row.parts ?? []).map((part) => ({
      id: part.id,
      paymentId: part.payment_id,
      tenderType: part.tender_type,
      displayName: part.display_name,
      nonTipCents: part.non_tip_cents,
      tipCents: part.tip_cents,
      doneAt: part.done_at ?? undefined,
      failedAt: part.failed_at ?? undefined,
      isByHand: part.by_hand,
      isByBank: part.by_bank,
      paidWith: part.paid_with ?? undefined,
      isVoidCard: part.card_void,
      isHeldCard: receiverOfColumn(part.receiver)?.isHeld ?? false,
    })),
  }))

/** The name of a part's tender: of the gift card that got the money, where it is another than the one that had paid. */
export const nameOf = (
  displayName: string,
  givenTo: GivenTo | undefined,
): Pick<TicketRefundPart, 'displayName' | 'paidWith' | 'isVoidCard' | 'isHeldCard'> =>
  givenTo
    ? {
        displayName: givenTo.displayName,
        ...(givenTo.displayName !== displayName && { paidWith: displayName }),
        isVoidCard: givenTo.isVoid,
        isHeldCard: givenTo.isHeld,
      }
    : { displayName }

/** Inserts a refund with its parts. The next round requests a payment card's parts from the provider (refunds.ts). */
export function insertRefund(
  tx: Transaction,
  { locationId, id: ticketId }: Ticket,
  refund: TicketRefund,
): void {
  tx.later(
    `INSERT INTO refunds (location_id, id, ticket_id, made_by, user_id, reason, note, lines, delivery_cents, tip_cents, earned_cents, reward_back, reward_gone, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      locationId,
      refund.id,
      ticketId,
      refund.by,
      refund.userId ?? null,
      refund.reason,
      refund.note ?? null,
      JSON.stringify(refund.lines),
      refund.deliveryCents,
      refund.tipCents,
      refund.earnedCents,
      refund.rewardBack,
      refund.rewardGone ?? false,
      refund.at,
    ],
  )
  for (const part of refund.parts)
    tx.later(
      `INSERT INTO refund_parts (location_id, id, refund_id, ticket_id, payment_id, tender_type, display_name, non_tip_cents, tip_cents, created_at, done_at, by_bank, paid_with, card_void)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        locationId,
        part.id,
        refund.id,
        ticketId,
        part.paymentId,
        part.tenderType,
        part.displayName,
        part.nonTipCents,
        part.tipCents,
        refund.at,
        part.doneAt ?? null,
        part.isByBank ?? false,
        part.paidWith ?? null,
        part.isVoidCard ?? false,
      ],
    )
}

/** `at`: when it was split off (ms). `isDue`: it is still owed. */
type Split = Shares & {
  id: string
  at: number
  isDue?: boolean
  providerRefundId?: string
  isByBank?: boolean
}

/**
 * Splits shares off a part into a part of their own: from a due one into one that is done, or from one that a bank had covered into one that is due again. The
 * due one is requested under another key.
 */
export function takeOffPart(
  tx: Transaction,
  { locationId, id: ticketId }: Pick<Ticket, 'locationId' | 'id'>,
  part: { id: string; refundId: string; paymentId: string; displayName: string },
  { id, nonTipCents, tipCents, at, isDue = false, providerRefundId, isByBank = false }: Split,
): void {
  tx.later(
    `UPDATE refund_parts SET non_tip_cents = non_tip_cents - $3, tip_cents = tip_cents - $4, outside_cents = outside_cents + $3 + $4
     WHERE location_id = $1 AND id = $2`,
    [locationId, part.id, nonTipCents, tipCents],
  )
  tx.later(
    `INSERT INTO refund_parts (location_id, id, refund_id, ticket_id, payment_id, tender_type, display_name, non_tip_cents, tip_cents, created_at, done_at, provider_refund_id, by_bank)
     VALUES ($1, $2, $3, $4, $5, 'credit_card', $6, $7, $8, $9, $10, $11, $12)`,
    [
      locationId,
      id,
      part.refundId,
      ticketId,
      part.paymentId,
      part.displayName,
      nonTipCents,
      tipCents,
      at,
      isDue ? null : at,
      providerRefundId ?? null,
      isByBank,
    ],
  )
}

/** A ticket's payments, each with the amount not refunded yet. */
export const listUnreturned = ({
  payments,
  refunds,
}: Pick<Ticket, 'payments' | 'refunds'>): TicketPayment[] => {
  const parts = refunds.flatMap((refund) => refund.parts)
  return payments.map((payment) => {
    const back = parts.filter(({ paymentId }) => paymentId === payment.id)
    return {
      ...payment,
      nonTipCents: payment.nonTipCents - back.reduce((sum, part) => sum + part.nonTipCents, 0),
      tipCents: payment.tipCents - back.reduce((sum, part) => sum + part.tipCents, 0),
    }
  })
}

/** Takes payments whose refunds are all done off a canceled ticket. The caller has locked the ticket. */
export const releaseReturned = (tx: Transaction, locationId: string, ticketId: string, nowMs: number): void =>
  tx.later(
    `UPDATE payments p SET released_at = $3 WHERE p.location_id = $1 AND p.ticket_id = $2 AND p.released_at IS NULL AND p.refund_due_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM refund_parts b WHERE b.location_id = p.location_id AND b.payment_id = p.id AND b.done_at IS NULL)`,
    [locationId, ticketId, nowMs],
  )
