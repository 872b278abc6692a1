import * as z from 'zod/mini'
import { textFields } from '../rules/fields.ts'
import { CardOrderRefund } from './refund.ts'

/** The user, rewards and transactions: specification §3 *User*, *Rewards*, *Card transaction*. */

const text = z.string()

/** `current_points` of `points_to_next_reward` is the progress (§9); `points_needed` is the total for the next reward. */
export const RewardsSummary = z.object({
  current_points: z.int(),
  points_to_next_reward: z.int(),
  points_needed: z.int(),
  reward_message: text,
})
export type RewardsSummary = z.infer<typeof RewardsSummary>

/** `end` is shown unchanged: MM/DD/YYYY. */
export const Reward = z.object({ id: text, name: text, amount_pretty: text, end: text })
export type Reward = z.infer<typeof Reward>

/** `date` is shown unchanged: MM/DD/YYYY. */
export const PointExpiration = z.object({ points_expiring: z.int(), date: text })
export type PointExpiration = z.infer<typeof PointExpiration>

export const Rewards = z.object({
  is_rewards_on: z.boolean(),
  summary: z.optional(RewardsSummary),
  reward: z.optional(z.array(Reward)),
  point_expiration: z.optional(z.array(PointExpiration)),
})
export type Rewards = z.infer<typeof Rewards>

export const LinkedAccount = z.object({ provider: text })
export type LinkedAccount = z.infer<typeof LinkedAccount>

export const User = z.object({
  email: text,
  first_name: text,
  last_name: text,
  display_name: text,
  /** MM/dd/yyyy, or empty. */
  dob: text,
  /** Ten digits, or empty. */
  phone: text,
  address: text,
  address2: text,
  city: text,
  state: text,
  zip: text,
  hasPassword: z.boolean(),
  /** MM/DD/YYYY. */
  account_created_on: text,
  linked_accounts: z.array(LinkedAccount),
  stripe_customer_id: z.optional(text),
  role: text,
  rewards: z.optional(Rewards),
})
export type User = z.infer<typeof User>

export const UserAnswer = z.object({ user: User })
export type UserAnswer = z.infer<typeof UserAnswer>

/** PUT /v2.0/user. `phone` is digits only, `dob` is MM/dd/yyyy. */
export const UserUpdateBody = z.object({
  first_name: text.check(z.maxLength(textFields.first_name.maxLength)),
  last_name: text.check(z.maxLength(textFields.last_name.maxLength)),
  dob: text.check(z.maxLength(textFields.dob.maxLength)),
  phone: text.check(z.maxLength(textFields.phone.maxLength)),
  address: text.check(z.maxLength(textFields.address.maxLength)),
  address2: text.check(z.maxLength(textFields.address2.maxLength)),
  city: text.check(z.maxLength(textFields.city.maxLength)),
  state: text.check(z.maxLength(textFields.state.maxLength)),
  zip: text.check(z.maxLength(textFields.zip.maxLength)),
})
export type UserUpdateBody = z.infer<typeof UserUpdateBody>

export const Transaction = z.object({
  description: text,
  pretty_amount: text,
  pretty_date: text,
  card_id: z.optional(z.nullable(text)),
  online_order: z.optional(z.boolean()),
  ticket_order_id: z.optional(z.nullable(text)),
  /** Extension `purchases`, for payments for gift cards: what paid, and the page of the receipt. */
  payments: z.optional(z.array(z.object({ payment_amount: text, display_name: text }))),
  receipt: z.optional(text),
  /** Extension `refunds`: the order's refunds. */
  refunds: z.optional(z.array(CardOrderRefund)),
  /** Extension `failed_refunds`: how much of the order's payment a bank has taken for the cardholder beyond what the refunds say. */
  taken_back: z.optional(text),
})
export type Transaction = z.infer<typeof Transaction>
export const TransactionsAnswer = z.object({ transactions: z.array(Transaction) })

/** `stripe_version` is §9's; `email` is the customer's. */
export const EphemeralKeyBody = z.object({ stripe_version: text, email: text })
/** A payment card that is saved with the provider. */
export const PaymentSource = z.object({
  id: text,
  brand: text,
  last4: text,
  exp_month: z.int(),
  exp_year: z.int(),
})
export type PaymentSource = z.infer<typeof PaymentSource>

/** The provider's customer and, as an extension, the saved cards that can be used to pay; the provider never sends full card numbers. */
export const EphemeralKeyAnswer = z.object({
  stripe_customer_id: text,
  payment_sources: z.optional(z.array(PaymentSource)),
})

export type EphemeralKeyAnswer = z.infer<typeof EphemeralKeyAnswer>

/** §9: the card provider's API version for ephemeral keys. */
export const ephemeralKeyVersion = '2019-05-16'
