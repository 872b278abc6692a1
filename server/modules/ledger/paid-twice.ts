import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import { findTransfers, recordTransfer, type Transfer } from './ledger.ts'

/**
 * Refunds that the restaurant marked as paid another way (decision 073), but that somebody then also made in the provider's dashboard: the books count the
 * provider's refund, and the restaurant's own cash as not spent.
 */

/** The ticket or order of the refunds. */
type About = Pick<Transfer, 'ticketId' | 'orderId'>

const transferId = (providerRefundId: string, refundId: string): string =>
  `${providerRefundId}:instead:${refundId}`

/** The provider's refund covers some of what was marked as paid another way (cents). */
export const recordInstead = (
  tx: Transaction,
  locationId: string,
  paid: About & { providerRefundId: string; refundId: string; amountCents: Cents },
  nowMs: number,
): void => {
  const { providerRefundId, refundId, ...rest } = paid
  const id = transferId(providerRefundId, refundId)
  recordTransfer(tx, locationId, { id, from: 'own_cash', to: 'card_provider', ...rest }, nowMs)
}

/**
 * The provider's refund did not arrive: those of these refunds that it had replaced count as paid by the restaurant again. Returns their ids: nothing of them
 * is owed.
 */
export async function takeBackInstead(
  tx: Transaction,
  locationId: string,
  {
    providerRefundId,
    refundIds,
    ...about
  }: About & { providerRefundId: string; refundIds: readonly string[] },
  nowMs: number,
): Promise<Set<string>> {
  const ids = new Map(refundIds.map((refundId) => [transferId(providerRefundId, refundId), refundId]))
  const moved = await findTransfers(tx, locationId, [...ids.keys()])
  for (const [id, amountCents] of moved)
    recordTransfer(
      tx,
      locationId,
      { id: `${id}:failed`, from: 'card_provider', to: 'own_cash', amountCents, ...about },
      nowMs,
    )
  return new Set([...moved.keys()].map((id) => ids.get(id)!))
}
