import type { Buyer } from '#contract/rules/card-order.ts'
import type { Recipient } from '#contract/rules/contact.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { CardOrder, CardOrderType, Program } from '#contract/schemas/card-order.ts'

/** What is typed along the way, as typed: it is there again after a reload, and is sent only when its step is saved. */
export type CardOrderTyped = Partial<
  Recipient &
    Buyer & {
      personal_message: string
      price: string
      quantity: string
      /** Dollars, as typed or picked. */
      amount: string
      design_id: string
      /** A date and a time, each as its field has it, when it is not to be sent right away. */
      send: 'now' | 'later'
      send_date: string
      send_time: string
    }
>

/** An order for gift cards that was begun on this device, as the server last told it, and where in its steps one is. */
export type CardOrderRow = {
  orderId: string
  locationId: string
  principal: string
  type: CardOrderType
  /** The card that a Reload puts money on. */
  cardId?: string
  /** The program that was chosen, before the server knows of it. */
  programId?: string
  /** What it is called, for whoever is led past the choice. */
  programName?: string
  /** What its card can look like (extension `gift_designs`), from when it was begun. */
  designs?: GiftDesign[]
  /** The kinds of card with what belongs to each, from then, too. */
  programs?: Program[]
  snapshot: CardOrder
  /** Index into the steps of its type (contract/rules/card-order.ts). */
  step: number
  typed: CardOrderTyped
  updatedAt: number
}
