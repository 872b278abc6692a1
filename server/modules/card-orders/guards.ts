import { isCardOrderOffered, isPhysicalOrderOffered } from '#contract/rules/card-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { abandonAttempt, findOpenAttempt } from '#server/modules/payments/attempts.ts'
import {
  alreadySubmitted,
  changedMeanwhile,
  type FieldError,
  ProblemError,
} from '#server/plugins/problems.ts'
import { type Order, type OrderType, statusAt } from './order.ts'

/** Preconditions of changes. Each throws the problem that the buyer is told. */

/** Whether the location's settings offer this kind of order. */
export const isOffered = ({ location: { settings } }: Merchant, type: OrderType): boolean =>
  type === 'PhysicalCards' ? isPhysicalOrderOffered(settings) : isCardOrderOffered(settings, type)

/** Throws 409 when the location has stopped offering this kind of order since it was started. */
export function checkOffered(merchant: Merchant, { type }: Order): void {
  if (!isOffered(merchant, type))
    throw changedMeanwhile('This restaurant does not offer this anymore. Please go back and start again.')
}

/** Throws 409 when the order is submitted or has been abandoned for more than a day. */
export function checkOpen(order: Order, nowMs: number): void {
  const status = statusAt(order, nowMs)
  if (status === 'Expired')
    throw alreadySubmitted('This order was left for more than a day and is over. Please start a new one.')
  if (status !== 'Open') throw alreadySubmitted('This order has been placed already.')
}

/**
 * Throws 409 unless the order is open and no payment for it is under way. A payment that is only waiting for the buyer to authenticate is given up instead:
 * nothing was charged, and the provider charges only when this server confirms.
 */
export async function checkEditable(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  nowMs: number,
): Promise<void> {
  checkOpen(order, nowMs)
  checkOffered(merchant, order)
  const open = await findOpenAttempt(tx, order.locationId, { kind: 'order', id: order.id })
  if (open?.state === 'started')
    throw new ProblemError(
      409,
      'already_paid',
      'A payment for this order is being made, so it cannot be changed just now.',
    )
  if (open) abandonAttempt(tx, order.locationId, open)
}

/** Throws 422 with every problem of a form, in the form's order; does nothing when there is none. */
export function checkNoProblems(problems: Readonly<Partial<Record<string, string>>>): void {
  const fields = Object.entries(problems).flatMap(([field, message]): FieldError[] =>
    message === undefined ? [] : [{ field, message }],
  )
  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })
}
