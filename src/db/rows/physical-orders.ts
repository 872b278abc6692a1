import type { Recipient } from '#contract/rules/contact.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'

/** What is typed in the checkout, unchanged. */
export type PhysicalTyped = Partial<
  Recipient & {
    buyer_first_name: string
    buyer_last_name: string
    buyer_email: string
    personal_message: string
  }
>

/** The cart of mailed cards, as in the server's last answer (specification §3 *Gift cart order*). */
export type PhysicalOrderRow = {
  orderId: string
  locationId: string
  principal: string
  snapshot: PhysicalOrder
  typed: PhysicalTyped
  updatedAt: number
}
