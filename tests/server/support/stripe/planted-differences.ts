import { administratorOf, move } from '../placed.ts'
import { boughtCard, deliverEvents, paidTicket, type StripeLarder } from './larder.ts'

/**
 * Creates one difference of each kind between Stripe's records and tavola's ledger: missing on one side, or different. Each
 * as `kind id`, sorted.
 */
export async function plantDifferences(larder: StripeLarder): Promise<string[]> {
  const { database } = larder
  const dashboard = larder.stripe.dashboard('acct_tavola')
  const objects = larder.stripe.account('acct_tavola').objects
  const sql = (text: string, ...params: unknown[]) => database.query(text, params)
  const sale = () => paidTicket(larder)
  const chargeId = (intentId: string): string => {
    const intent = objects.get(intentId)
    return (intent?.object === 'payment_intent' && intent.latest_charge) || ''
  }
  const told = async (act: (intentId: string) => string): Promise<string> => {
    const id = act((await sale()).intentId)
    await deliverEvents(larder)
    return id
  }
  // Reported by events first, so that only the planted differences remain.
  const refundHereAlone = await told((intentId) => dashboard.refund(intentId, 200))
  const refundOther = await told((intentId) => dashboard.refund(intentId, 200))
  const refundFailed = await told((intentId) => dashboard.refund(intentId, 200))
  const disputeHereAlone = await told((intentId) => dashboard.dispute(intentId))
  const disputeOther = await told((intentId) => dashboard.dispute(intentId))
  const disputeClosed = await told((intentId) => dashboard.dispute(intentId))
  const lost = await sale()
  const gone = await sale()
  const other = await boughtCard(larder)
  const [untold, disputed, owed] = [await sale(), await sale(), await sale()]

  const planted = [
    // Our ledger lacks this charge; Stripe lacks the next one.
    `charge-missing-here ${chargeId(lost.intentId)}`,
    `charge-missing-there ${gone.intentId}`,
    `charge-amount ${chargeId(other.intentId)}`,
    `charge-by-hand ${dashboard.charge(900)}`,
    // Refunded by hand, without an event.
    `refund-missing-here ${dashboard.refund(untold.intentId, 100)}`,
    `refund-missing-there ${refundHereAlone}`,
    `refund-amount ${refundOther}`,
    // Returned by the bank, without an event.
    `refund-failed ${refundFailed}`,
    // Due for two days, and refused by Stripe.
    `refund-overdue ${owed.intentId}`,
    `dispute-missing-here ${dashboard.dispute(disputed.intentId)}`,
    `dispute-missing-there ${disputeHereAlone}`,
    `dispute-amount ${disputeOther}`,
    // Decided by the bank, without an event.
    `dispute-state ${disputeClosed}`,
  ]
  await sql('DELETE FROM payments WHERE ticket_id = $1', lost.ticket.id)
  objects.delete(chargeId(gone.intentId))
  await sql(
    'UPDATE ledger SET amount_cents = amount_cents * 2 WHERE transfer_id = $1',
    `${other.order.id}:paid`,
  )
  objects.delete(refundHereAlone)
  await sql(
    'UPDATE ledger SET amount_cents = amount_cents * 2 WHERE transfer_id = $1',
    `${refundOther}:order:back`,
  )
  dashboard.failRefund(refundFailed)
  larder.stripe.fault = ({ method, path, form }) =>
    method === 'POST' && path === '/v1/refunds' && form['payment_intent'] === owed.intentId
      ? { kind: 'answer', status: 400, body: noBalance }
      : undefined
  await move(await administratorOf(larder), owed.ticket.id, 'Cancelled')
  await sql(
    'UPDATE refund_parts SET created_at = created_at - $2::bigint WHERE ticket_id = $1',
    owed.ticket.id,
    2 * 24 * 60 * 60_000,
  )
  objects.delete(disputeHereAlone)
  await sql('UPDATE disputes SET amount_cents = amount_cents - 100 WHERE id = $1', disputeOther)
  dashboard.closeDispute(disputeClosed, 'lost')
  return planted.toSorted()
}

const noBalance = {
  error: {
    type: 'invalid_request_error',
    code: 'balance_insufficient',
    message: 'Insufficient funds in your Stripe account.',
  },
}
