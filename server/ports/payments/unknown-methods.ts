import type { Charge, ChargeOutcome } from './payments.ts'

/** The reason of a decline where the account does not have the payment method (https://docs.stripe.com/error-codes). */
const unknownMethod = 'resource_missing payment_method'

/** This many orders, before any card at the location was charged, are more than one guest's made-up card. */
const manyOrders = 3

/**
 * Decides whose fault it is that an account does not have a payment method. The provider gives the same answer for one that somebody made up and for one
 * created with another account's publishable key; with such a key, every order fails. If any card was charged since the start, the keys are right.
 */
export function judgeUnknownMethods(): (charge: Charge, outcome: ChargeOutcome) => ChargeOutcome {
  const right = new Set<string>()
  const ordersOf = new Map<string, Set<string>>()
  return ({ locationId, about }, outcome) => {
    if (outcome.kind === 'succeeded' || outcome.kind === 'authenticate') right.add(locationId)
    if (outcome.kind !== 'declined' || outcome.fault !== unknownMethod) return outcome
    const orders = ordersOf.get(locationId) ?? new Set()
    ordersOf.set(locationId, orders)
    if (orders.size < manyOrders) orders.add(about)
    return !right.has(locationId) && orders.size === manyOrders
      ? outcome
      : { kind: 'declined', message: outcome.message }
  }
}
