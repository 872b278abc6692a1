import type { Buyer } from '#contract/rules/card-order.ts'
import type { Recipient } from '#contract/rules/contact.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { CardOrder, CardOrderType, Program } from '#contract/schemas/card-order.ts'

/** What is typed in the steps, unchanged: it is restored after a reload, and sent only when its step is saved. */
export type CardOrderTyped = Partial<
  Recipient &
    Buyer & {
      personal_message: string
      price: string
      quantity: string
      /** Dollars, as typed or picked. */
      amount: string
      design_id: string
      /** The date and time fields, when it is not to be sent right away. */
      send: 'now' | 'later'
      send_date: string
      send_time: string
    }
>

/** An order for gift cards that was started on this device, as in the server's last answer, and its current step. */
export type CardOrderRow = {
  orderId: string
  locationId: string
  principal: string
  type: CardOrderType
  /** The card that a Reload loads. */
  cardId?: string
  /** The chosen program, before the server knows it. */
  programId?: string
  /** The program's name, for people who skip the choice. */
  programName?: string
  /** The designs that its card can have (extension `gift_designs`), as of when it was started. */
  designs?: GiftDesign[]
  /** The kinds of card with their designs, as of the same time. */
  programs?: Program[]
  snapshot: CardOrder
  /** Index into the steps of its type (contract/rules/card-order.ts). */
  step: number
  typed: CardOrderTyped
  updatedAt: number
}
