import type { TaxPartOfLine } from '#contract/pricing/line.ts'
import type { TaxPart } from '#contract/pricing/tax.ts'
import type { PricedTicket } from '#contract/pricing/ticket.ts'
import type { TipWord } from '#contract/rules/tip.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { ShownLine } from '#db/outbox.ts'

/** A ticket as screens see it, made by ticket-view.ts. */

export type ViewLine = {
  lineId: string
  /** The server's number, once it has one. */
  index: number | undefined
  menu_external_id: string | undefined
  menu_category_external_id: string | undefined
  menu_item_external_id: string | undefined
  menu_item: string
  name: string
  quantity: number
  unitCents: number
  /** Its price when it was added or agreed to on this device; undefined for a line from elsewhere. */
  agreedCents?: number | undefined
  /** How many of it were last wanted on this device, 0 where it was taken off. Another number is from another device, or from a backup (db/set-back.ts). */
  wanted?: number | undefined
  modifiers: ShownLine['modifiers']
  /** What the restaurant states that it contains; `agreedAllergens`: what was shown here when it was added or agreed to. */
  allergens?: AllergenStatement | undefined
  agreedAllergens?: AllergenStatement | undefined
  /** The parts of `unitCents` in tax classes other than the standard one. */
  taxParts?: TaxPartOfLine[] | undefined
  noDelete: boolean
  /** Not acknowledged yet. */
  pending: boolean
}

export type ViewTotals = PricedTicket & {
  /** Estimated on this device: never charged. */
  estimated: boolean
  /** False where the device has no rules to estimate the tax with: then only the subtotal is shown. */
  complete: boolean
  /** Each tax in it by name, where the location names its taxes. */
  taxes: ViewTax[]
}

/** One tax on an order: `rate` is decimal text, `0.08875`; amounts are cents. */
type ViewTax = Pick<TaxPart, 'name' | 'rate' | 'taxableCents' | 'taxCents'>

export type TicketView = {
  draftId: string
  ticketId: string | undefined
  status: string
  lines: ViewLine[]
  totals: ViewTotals
  useDelivery: boolean
  useCurbside: boolean
  readyDate: string | undefined
  readyTime: string | undefined
  /** Who the order is for, as far as it was entered. */
  recipient: Recipient
  tipCents: number
  /** The tip is this share of the subtotal (whole percent), and changes with it; undefined: it is an amount. */
  tipPercent: number | undefined
  /** How the tip was chosen, which its amount does not say. */
  tipWord: TipWord | undefined
  /** Its promo code, unless that was just removed. */
  promoCode: string | undefined
  /** Why its promo code takes nothing off now, and what would keep it. */
  promoNotice: string | undefined
  /** Unsent changes that somebody made. The order's creation is not one of them. */
  pendingCount: number
  snapshot: TicketOrder | undefined
}

/** The parts of the contact that identify a person, or say where to find them. */
export type Recipient = {
  [K in `recipient_${'first_name' | 'last_name' | 'phone' | 'address' | 'city' | 'zip'}`]?: string | undefined
}

/** What the changes of a device apply to. */
export type Applied = Pick<
  TicketView,
  | 'lines'
  | 'useDelivery'
  | 'useCurbside'
  | 'readyDate'
  | 'readyTime'
  | 'recipient'
  | 'tipCents'
  | 'tipPercent'
  | 'tipWord'
  | 'promoCode'
>
