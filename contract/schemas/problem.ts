import * as z from 'zod/mini'

/** Every problem code that the API answers with and the portal acts on (docs/design/contract.md, Shapes and states). */
export const problemCodes = [
  'bad_request',
  'unauthorized',
  'account_deleted',
  'forbidden',
  'not_found',
  'not_offered',
  'credentials_invalid',
  'second_factor_required',
  'step_up_required',
  'locked',
  'link_invalid',
  'verification_required',
  'verification_failed',
  'changed_meanwhile',
  'kitchen_closed',
  'sold_out',
  'price_changed',
  'already_submitted',
  'already_paid',
  'insufficient_balance',
  'promo_invalid',
  'payment_declined',
  'payment_incomplete',
  'payment_unavailable',
  'payment_paused',
  'gift_card_limit',
  'authentication_required',
  'rate_limited',
  'ordering_paused',
  'idempotency_key_missing',
  'idempotency_mismatch',
  'idempotency_in_progress',
  'internal',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/**
 * The only form of error answers; the portal converts other servers' errors into it (src/lib/api/read-answer.ts). A code may add fields. An unknown code is
 * kept as text:
 * the portal then goes by the HTTP status.
 */
export const Problem = z.looseObject({
  errors: z.array(z.object({ message: z.string(), field: z.optional(z.string()) })),
  message: z.string(),
  code: z.string(),
  client_secret: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
