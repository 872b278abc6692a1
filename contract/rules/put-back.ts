import type { TicketOrder } from '../schemas/ticket-order.ts'

/** How long an order that was handed over can still be put back, and stays on the kitchen's board for it (ms). */
export const putBackMs = 3 * 60 * 60 * 1000

/** Whether an order that was handed over can be put back on the board, by its history. `now` in ms since the epoch, by the server's clock. */
export const mayBePutBack = (
  { status, history = [] }: Pick<TicketOrder, 'status' | 'history'>,
  now: number,
): boolean => status === 'Completed' && now - Date.parse(history.at(-1)?.at ?? '') < putBackMs
