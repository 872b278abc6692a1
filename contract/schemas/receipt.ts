import * as z from 'zod/mini'
import { lenientAllergens } from './allergens.ts'
import { BackTo } from './refund.ts'
import { TaxLine } from './taxes.ts'

/** The receipt: specification §3. Amounts are currency text, ready to show; an empty text is not shown. */

const text = z.string()

export const ReceiptItem = z.object({
  /** `item`, or `modifier` of the item above it. */
  type: text,
  name: text,
  quantity: z.int(),
  price: text,
  /** Extension `allergens`: what was known about the dish when it was ordered. */
  allergens: lenientAllergens,
})
export type ReceiptItem = z.infer<typeof ReceiptItem>

export const Receipt = z.object({
  location_image_url: text,
  location_name: text,
  location_address1: text,
  location_address2: text,
  location_city: text,
  location_state: text,
  location_zip: text,
  location_phone: text,
  message: text,
  server_name: text,
  /** MM/DD/YYYY and `h:mma` in the location's zone. */
  created_date: text,
  check_number: text,
  check_name: text,
  check_link: text,
  items: z.array(ReceiptItem),
  sub_total: text,
  discounts: text,
  shipping_handling: text,
  tax: text,
  /** Extension `tax_classes`: each tax included in `tax`. */
  taxes: z.optional(z.array(TaxLine)),
  tips: text,
  total: text,
  payments: z.array(z.object({ payment_type: text, payment_amount: text })),
  /**
   * Extension `refunds`: the refunds, with where to and when (as `created_date`). And (extension `failed_refunds`) what a bank has taken beyond them, with `dispute`
   * `lost`, and without a date.
   */
  refunds: z.optional(
    z.array(
      z.object({
        refund_date: text,
        refund_type: text,
        tender_type: BackTo,
        refund_amount: text,
        /** As in a `RefundPart`. */
        by_hand: z.optional(z.boolean()),
        dispute: z.optional(z.enum(['open', 'lost'])),
        card_void: z.optional(z.boolean()),
      }),
    ),
  ),
  /** Extension `receipt_details`: the time that a meal was ordered for (as `created_date`); missing: as soon as possible. */
  ready_at: z.optional(text),
  /** Extension `receipt_details`: the delivery address in one line, for readers who are shown `full_name`. */
  recipient_address: z.optional(text),
  /** Empty unless the reader is the user whose order it is, or on the guest's own device. */
  full_name: text,
  support_footer: text,
  /** The merchant's own HTML. */
  location_promotion_text: text,
  location_url: text,
})
export type Receipt = z.infer<typeof Receipt>

/** The `check_name` of a receipt for gift cards; a meal's says how it is handed over. */
export const giftCardsCheck = 'Gift cards'

/** The `check_name` of a receipt for a delivered meal: its `shipping_handling` is the delivery charge. */
export const deliveryCheck = 'Delivery'

/** The `server_name` of a receipt where nobody served at a table (every field needs a text): it names nobody, so the printed receipt leaves it out. */
export const servedByNobody = 'Online order'

export const ReceiptAnswer = z.object({ receipt: Receipt })
export type ReceiptAnswer = z.infer<typeof ReceiptAnswer>

/** The types of receipts of this server. Another API may have others: the portal requests any type, and shows what it gets. */
export const ReceiptType = z.enum(['ticket_order', 'card_order', 'physical_order'])
export type ReceiptType = z.infer<typeof ReceiptType>
