import * as z from 'zod/mini'
import { lenientAllergens } from './allergens.ts'
import { BackTo } from './refund.ts'
import { TaxLine } from './taxes.ts'

/** The receipt: specification §3. Currency is text, as it is shown; an empty text is not shown. */

const text = z.string()

export const ReceiptItem = z.object({
  /** `item`, or `modifier` of the item above it. */
  type: text,
  name: text,
  quantity: z.int(),
  price: text,
  /** Extension `allergens`: what was known of the dish as it was made. */
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
  /** MM/DD/YYYY and `h:mma`, the location's own. */
  created_date: text,
  check_number: text,
  check_name: text,
  check_link: text,
  items: z.array(ReceiptItem),
  sub_total: text,
  discounts: text,
  shipping_handling: text,
  tax: text,
  /** Extension `tax_classes`: each tax that is in `tax`. */
  taxes: z.optional(z.array(TaxLine)),
  tips: text,
  total: text,
  payments: z.array(z.object({ payment_type: text, payment_amount: text })),
  /** Extension `refunds`: what went back, where to and when (as `created_date`). */
  refunds: z.optional(
    z.array(
      z.object({
        refund_date: text,
        refund_type: text,
        tender_type: BackTo,
        refund_amount: text,
        /** As of a `RefundPart`. */
        by_hand: z.optional(z.boolean()),
        dispute: z.optional(z.enum(['open', 'lost'])),
      }),
    ),
  ),
  /** Extension `receipt_details`: when a meal was wanted for (as `created_date`); not there: as soon as it was ready. */
  ready_at: z.optional(text),
  /** Extension `receipt_details`: where it was delivered to, in one line, for whoever is told `full_name`. */
  recipient_address: z.optional(text),
  /** Empty for whoever is neither the user whose it is nor the guest's own device. */
  full_name: text,
  support_footer: text,
  /** HTML of the merchant's own. */
  location_promotion_text: text,
  location_url: text,
})
export type Receipt = z.infer<typeof Receipt>

/** What a receipt of gift cards says in `check_name`, where one of a meal says how it goes out. */
export const giftCardsCheck = 'Gift cards'

/** What a receipt says in `check_name` of a meal that was delivered: its `shipping_handling` is the delivery's. */
export const deliveryCheck = 'Delivery'

/** What a receipt says in `server_name` (every field has a text) where nobody stood at a table: it names nobody, so the paper leaves it out. */
export const servedByNobody = 'Online order'

export const ReceiptAnswer = z.object({ receipt: Receipt })
export type ReceiptAnswer = z.infer<typeof ReceiptAnswer>

/** What this server has receipts of. An API of one's own may have others: its portal asks for any, and shows what it is told. */
export const ReceiptType = z.enum(['ticket_order', 'card_order', 'physical_order'])
export type ReceiptType = z.infer<typeof ReceiptType>
