import type { TaxPartOfLine } from '#contract/pricing/line.ts'
import type { TaxPart } from '#contract/pricing/tax.ts'
import type { PricedTicket } from '#contract/pricing/ticket.ts'
import type { TipWord } from '#contract/rules/tip.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { ShownLine } from '#db/outbox.ts'

/** A ticket as screens see it: see ticket-view.ts, which makes it. */

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
  /** What it cost when it was put on the order or agreed to on this device; undefined for a line made elsewhere. */
  agreedCents?: number | undefined
  modifiers: ShownLine['modifiers']
  /** What the restaurant says that it contains; `agreedAllergens`: what was shown here when it was put on the order or agreed to. */
  allergens?: AllergenStatement | undefined
  agreedAllergens?: AllergenStatement | undefined
  /** What of `unitCents` is in other classes of tax than the standard one. */
  taxParts?: TaxPartOfLine[] | undefined
  noDelete: boolean
  /** Not acknowledged yet. */
  pending: boolean
}

export type ViewTotals = PricedTicket & {
  /** Made on this device: never charged. */
  estimated: boolean
  /** False where the device has no rules to estimate tax with: then only the subtotal is shown. */
  complete: boolean
  /** Each tax that is in it by name, where the location names its taxes. */
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
  /** Whom the order is for, as far as that was said. */
  recipient: Recipient
  tipCents: number
  /** The tip is this share of the subtotal (whole percent), and moves with it; undefined: it is an amount. */
  tipPercent: number | undefined
  /** What was said of the tip that its amount does not tell. */
  tipWord: TipWord | undefined
  /** The promo code on it, unless it was just taken off. */
  promoCode: string | undefined
  /** Why the promo code on it takes nothing off now, and what would keep it. */
  promoNotice: string | undefined
  /** What was done here and is not sent. The order's own beginning is nobody's doing. */
  pendingCount: number
  snapshot: TicketOrder | undefined
}

/** Of the contact what names a person, and where to find them. */
export type Recipient = {
  [K in `recipient_${'first_name' | 'last_name' | 'phone' | 'address' | 'city' | 'zip'}`]?: string | undefined
}

/** What the changes of a device act on. */
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
