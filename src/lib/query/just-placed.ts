import type { TicketOrder } from '#contract/schemas/ticket-order.ts'

let placed: TicketOrder | undefined

/**
 * The order that this tab has just placed, on its way to the confirmation. Another tab may sign out in the same moment, which empties the device's
 * store: who paid still sees the number of their order (reliability U3).
 */
export const keepJustPlaced = (ticket: TicketOrder): void => void (placed = ticket)

/** The same, for the confirmation to take into its own hands. */
export const findJustPlaced = (): TicketOrder | undefined => placed

/** The confirmation was left: nothing of it stays. */
export const forgetJustPlaced = (): void => void (placed = undefined)
