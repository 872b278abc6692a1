import * as z from 'zod/mini'
import { GiftDesign } from './gift-design.ts'
import { Transaction } from './user.ts'

/** A gift card: specification §3 *Card*. */

const text = z.string()

/** `frozen`: its balance stays but cannot be spent until the restaurant releases it. */
export const CardStatus = z.enum(['active', 'expired', 'pending', 'disabled', 'frozen'])
export type CardStatus = z.infer<typeof CardStatus>

/** Extension `gift_designs`: `design` is the look of this kind of card, which no other kind of the restaurant has. */
export const CardProgram = z.object({
  id: text,
  external_id: text,
  image: text,
  description: text,
  design: z.optional(GiftDesign),
})
export type CardProgram = z.infer<typeof CardProgram>

/** `balance` is integer cents. `card_number` is the content of the barcode: 16 digits; `number_display` is its last four behind dots. */
export const Card = z.object({
  id: text,
  number: text,
  number_display: text,
  card_number: text,
  balance: z.int(),
  status: text,
  from_name: z.optional(text),
  personal_message: z.optional(text),
  has_expiration_date: z.boolean(),
  pretty_expiration_date: z.optional(text),
  card_is_expired: z.boolean(),
  claim_code: z.optional(text),
  /** ISO 8601 in UTC. */
  created_at: text,
  program: CardProgram,
  /** Extension `gift_designs`: its design, where its giver chose one; otherwise it looks like its program. */
  design: z.optional(GiftDesign),
})
export type Card = z.infer<typeof Card>

/** §3 *Card list response*. */
export const CardsAnswer = z.object({
  cards: z.array(Card),
  has_error: z.optional(z.boolean()),
  error: z.optional(z.object({ message: text })),
})
export type CardsAnswer = z.infer<typeof CardsAnswer>

const message = z.object({ header: text, message: text })

/** One card and its transactions, newest first. */
export const CardAnswer = z.object({ card: Card, transactions: z.array(Transaction) })
export type CardAnswer = z.infer<typeof CardAnswer>

/** Exactly one of both: 16 digits, or a claim code of up to 32 characters. */
export const ImportCardBody = z.object({
  card_number: z.optional(text.check(z.maxLength(32))),
  claim_code: z.optional(text.check(z.maxLength(64))),
  /** The result of a human verification, required after failures (extension `human_verification`). */
  recaptcha_confirmation: z.optional(text.check(z.maxLength(8192))),
})
export type ImportCardBody = z.infer<typeof ImportCardBody>
export const ImportCardAnswer = z.object({
  card: z.object({ id: text }),
  success_message: message,
  has_error: z.optional(z.boolean()),
  error: z.optional(z.object({ message: text })),
})

/** The card of a gift link: whoever has the link has the card. */
export const EgiftAnswer = z.object({
  card: Card,
  success_message: z.optional(message),
  has_error: z.optional(z.boolean()),
  error: z.optional(z.object({ message: text })),
})
export type EgiftAnswer = z.infer<typeof EgiftAnswer>

/** The answer to a balance check: `balance` is integer cents. Unknown, inactive and empty cards get the same answer. */
export const CheckedCard = z.object({ card_number: text, balance: z.int(), status: text })
export type CheckedCard = z.infer<typeof CheckedCard>
export const CheckBalanceAnswer = z.object({ card: CheckedCard })
export const CheckBalanceBody = z.object({
  card_number: text.check(z.maxLength(32)),
  recaptcha_confirmation: z.optional(text.check(z.maxLength(8192))),
})
