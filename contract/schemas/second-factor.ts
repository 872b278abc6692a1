import * as z from 'zod/mini'

/** Second factors of staff, and proving their identity again (decision 064). Times are ISO 8601 in UTC. */

const text = z.string()
const token = text.check(z.minLength(16), z.maxLength(256))
/** As typed: with spaces, in capitals. */
const code = text.check(z.minLength(1), z.maxLength(40))
/** A browser's passkey credential (WebAuthn, as JSON). Checked by the server's library. */
const credential = z.looseObject({ id: text.check(z.maxLength(2048)) })

/**
 * The ways to prove one's identity, in the order offered. `sign_in`: only signing in again is possible; `set_up`: the restaurant requires a second step, and
 * they have none.
 */
const ways = ['passkey', 'totp', 'recovery', 'password', 'sign_in', 'set_up'] as const
export type StepUpWay = (typeof ways)[number]

export const Proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password: text.check(z.maxLength(256)) }),
  z.object({ kind: z.literal('passkey'), credential }),
  z.object({ kind: z.literal('totp'), code }),
  z.object({ kind: z.literal('recovery'), code }),
])
export type Proof = z.infer<typeof Proof>

/** A request for proof, valid once and for a few minutes. `passkey` is the browser's input (`PublicKeyCredentialRequestOptionsJSON`). */
export const ProofRequest = z.object({
  challenge: text,
  ways: z.array(text),
  passkey: z.optional(z.looseObject({})),
})
export type ProofRequest = z.infer<typeof ProofRequest>
export const ProofBody = z.object({ challenge: token, proof: Proof })
/** The second step of signing in, at a restaurant that requires it. */
export const SecondStepBody = z.object({
  challenge: token,
  proof: Proof,
  organization_id: text,
  location_id: text,
})

const name = text.check(z.minLength(1), z.maxLength(60))
export const Passkey = z.object({
  id: text,
  name: text,
  /** The host that it is valid for: a passkey is bound to a host name. */
  host: text,
  added_at: text,
  last_used_at: z.optional(text),
})
export type Passkey = z.infer<typeof Passkey>
/** One's own second factors. */
export const SecurityAnswer = z.object({
  passkeys: z.array(Passkey),
  app: z.optional(z.object({ added_at: text, last_used_at: z.optional(text) })),
  recovery_codes_left: z.int(),
  /** The restaurant requires a second step before anything that moves money or permissions. */
  is_required: z.boolean(),
})
export type SecurityAnswer = z.infer<typeof SecurityAnswer>

/** `options` is the browser's input (`PublicKeyCredentialCreationOptionsJSON`). */
export const PasskeyBeginAnswer = z.object({ challenge: text, options: z.looseObject({}) })
export const PasskeyBody = z.object({ challenge: token, name, credential })
export const PasskeyNameBody = z.object({ name })

/** The secret is shown once, as text (base32) and as the address that an app reads from a QR code. */
export const AppBeginAnswer = z.object({ challenge: text, secret: text, uri: text })
export type AppBeginAnswer = z.infer<typeof AppBeginAnswer>
export const AppBody = z.object({ challenge: token, code })

/** `seen`: the person's `second_factor_at` as the owner saw it; an older portal does not send it. */
export const TakeSecondFactorsQuery = z.object({ seen: z.optional(z.iso.datetime()) })

/** Shown once. */
export const RecoveryCodesAnswer = z.object({ codes: z.array(text) })
