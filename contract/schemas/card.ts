import * as z from 'zod/mini'
import { GiftDesign } from './gift-design.ts'
import { Transaction } from './user.ts'

/** A gift card: specification §3 *Card*. */

const text = z.string()

/** `frozen`: on hold. What is on it stays, and buys nothing until the restaurant says so. */
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

/** `balance` is integer cents. `card_number` is what the barcode says: 16 digits; `number_display` is its last four behind dots. */
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
  /** Extension `gift_designs`: how it looks, where its giver chose; else it looks as its program does. */
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

/** One card with what happened on it, newest first. */
export const CardAnswer = z.object({ card: Card, transactions: z.array(Transaction) })
export type CardAnswer = z.infer<typeof CardAnswer>

/** Exactly one of both: 16 digits, or a claim code of up to 32 characters. */
export const ImportCardBody = z.object({
  card_number: z.optional(text.check(z.maxLength(32))),
  claim_code: z.optional(text.check(z.maxLength(64))),
  /** The answer of a human verification, asked for after failures (extension `human_verification`). */
  recaptcha_confirmation: z.optional(text.check(z.maxLength(8192))),
})
export type ImportCardBody = z.infer<typeof ImportCardBody>
export const ImportCardAnswer = z.object({
  card: z.object({ id: text }),
  success_message: message,
  has_error: z.optional(z.boolean()),
  error: z.optional(z.object({ message: text })),
})

/** The card that a link gives away: whoever has the link has the card. */
export const EgiftAnswer = z.object({
  card: Card,
  success_message: z.optional(message),
  has_error: z.optional(z.boolean()),
  error: z.optional(z.object({ message: text })),
})
export type EgiftAnswer = z.infer<typeof EgiftAnswer>

/** What a balance check says: `balance` is integer cents. Unknown, inactive and empty cards get one and the same answer. */
export const CheckedCard = z.object({ card_number: text, balance: z.int(), status: text })
export type CheckedCard = z.infer<typeof CheckedCard>
export const CheckBalanceAnswer = z.object({ card: CheckedCard })
export const CheckBalanceBody = z.object({
  card_number: text.check(z.maxLength(32)),
  recaptcha_confirmation: z.optional(text.check(z.maxLength(8192))),
})
