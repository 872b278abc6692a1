import type { TicketOrder } from '#contract/schemas/ticket-order.ts'

/**
 * Where placed orders are cooked. The embedded default is the staff's own page (`/kitchen`): an order is there as soon as it is placed. A kitchen's own system
 * (a POS) is handed each order; until it has accepted it, the order is `Queued`.
 */
export type KitchenSystem =
  | { kind: 'embedded' }
  | {
      kind: 'external'
      /**
       * Hands on an order, with its guest's details. Rejects when the system did not take it: it is handed on again later, so the same order's id may come more
       * than once and must not be cooked twice.
       */
      send(locationId: string, order: TicketOrder): Promise<void>
    }

/** The staff's own page is the kitchen: orders are there as soon as they are placed. */
export const embeddedKitchen: KitchenSystem = { kind: 'embedded' }
