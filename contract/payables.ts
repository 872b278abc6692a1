/**
 * What is paid for in the portal: a food order, an order for gift cards, an order for mailed gift cards. The device's payment code and its tests have a row for
 * each, so that a kind without one does not compile.
 */
export const payableKinds = ['ticket', 'card-order', 'posted-order'] as const
export type PayableKind = (typeof payableKinds)[number]
