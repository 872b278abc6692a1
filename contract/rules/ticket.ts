import type { TicketOrder, TicketStatus } from '../schemas/ticket-order.ts'

/** The ticket's life as the portal's rules see it (specification §4 *Ticket order*, §4 *Checkout steps*). */

/** The saved order is cleared and the cart icon hidden. An unknown status counts as finished, too (docs/design/contract.md). */
export const isFinished = (status: string): boolean => status !== 'Open' && status !== 'PaymentComplete'

/** Whether an order with this status was placed, whatever became of it since. */
export const isPlaced = (status: string): boolean => isFinished(status) && status !== 'Expired'

const terminalStatuses: readonly TicketStatus[] = ['Completed', 'Cancelled', 'Expired']
/** Whether an order will not change any more: handed over, cancelled or expired. */
export const isTerminal = (status: TicketStatus): boolean => terminalStatuses.includes(status)

/** Nothing is due any more: the payment buttons are hidden, and only PLACE YOUR ORDER is left. */
export const isReadyToSubmit = (ticket: Pick<TicketOrder, 'status' | 'totals' | 'items'>): boolean =>
  ticket.status === 'PaymentComplete' || (ticket.items.length > 0 && ticket.totals.due === '$0.00')

/** Whether money is on a ticket: its lines and prices are fixed until that is removed or the order is placed. A reward is a discount, not money. */
export const holdsMoney = (ticket: Pick<TicketOrder, 'payments'> | undefined): boolean =>
  ticket?.payments.some(({ tender_type }) => tender_type !== 'reward') ?? false

/**
 * Whether an order can be picked up inside: neither delivered nor brought to a car (extension `plain_pickup`). Where a restaurant says nothing of it,
 * that is so where it offers neither of those: else nobody could order there.
 */
export const offersPickup = (offers: {
  delivery: boolean
  curbside: boolean
  pickup?: boolean | undefined
}): boolean => offers.pickup ?? !(offers.delivery || offers.curbside)

export const checkoutSteps = ['delivery', 'time', 'information', 'promo', 'tip', 'payment'] as const
export type CheckoutStep = (typeof checkoutSteps)[number]

export type StepSwitches = { orderAhead: boolean; promoCodes: boolean }

/** The steps that a location shows, in order. */
export const listSteps = ({ orderAhead, promoCodes }: StepSwitches): CheckoutStep[] =>
  checkoutSteps.filter((step) => (step !== 'time' || orderAhead) && (step !== 'promo' || promoCodes))

/** The next step that the location shows, or undefined after the last. */
export function nextStep(step: CheckoutStep, switches: StepSwitches): CheckoutStep | undefined {
  return listSteps(switches).find((one) => checkoutSteps.indexOf(one) > checkoutSteps.indexOf(step))
}

/** The step before, or undefined before the first: BACK then leads to the order cart. */
export function previousStep(step: CheckoutStep, switches: StepSwitches): CheckoutStep | undefined {
  return listSteps(switches).findLast((one) => checkoutSteps.indexOf(one) < checkoutSteps.indexOf(step))
}
