/** Why the restaurant cancels an order, as its staff choose it. What the guest is told: server/modules/tickets/void.ts. */
export const cancelReasons = [
  'sold_out',
  'busy',
  'equipment',
  'closed',
  'no_delivery',
  'guest_asked',
  'other',
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Whether a reason fits an order: "cannot be delivered" needs an order that is delivered. */
export const mayBeReason = (reason: CancelReason, { use_delivery }: { use_delivery: boolean }): boolean =>
  reason !== 'no_delivery' || use_delivery

/** How the staff's page and audit trail name it. */
export const cancelReasonNames: Readonly<Record<CancelReason, string>> = {
  sold_out: 'Sold out',
  busy: 'Too busy',
  equipment: 'Equipment trouble',
  closed: 'Closing early',
  no_delivery: 'No delivery',
  guest_asked: 'The guest asked for it',
  other: 'Something else',
}
