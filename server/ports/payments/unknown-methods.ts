import type { Charge, ChargeOutcome } from './payments.ts'

/** What a charge is refused for whose payment method the account does not have (https://docs.stripe.com/error-codes). */
const unknownMethod = 'resource_missing payment_method'

/** So many orders, before any at its place was paid, are more than one guest's made-up card. */
const manyOrders = 3

/**
 * Whose fault it is that an account does not have a payment method. The provider answers the same of one that somebody made up and of one that was made with
 * the publishable key of another account; with such a key it is every order's. Where a card was charged since the start, the keys are right.
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
