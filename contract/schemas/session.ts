import * as z from 'zod/mini'
import { textFields } from '../rules/fields.ts'

/** Signing in and staying signed in (specification §3 *Auth session*, §7 *Authentication and user*; decision 014). */

const email = z.string().check(z.maxLength(textFields.email.maxLength))
/** Longer than any password manager makes; a longer one is an attempt to keep the server busy. */
const password = z.string().check(z.maxLength(256))
const secret = z.string().check(z.minLength(1), z.maxLength(4096))
const place = { organization_id: z.string(), location_id: z.string() }

/** The answer to signing in and refreshing. */
export const Tokens = z.object({
  /** The access token: sent in the Authorization header of every call of this user. */
  token: z.string(),
  /** Valid for one refresh, whose answer has the next one. */
  refresh_token: z.string(),
  /** When the access token expires, ISO 8601 in UTC. */
  expires: z.string(),
  /** Extension `sessions`: can end this session and do nothing else, so it may be stored on the device after an offline sign-out. */
  revocation_id: z.optional(z.string()),
})
export type Tokens = z.infer<typeof Tokens>

export const SignInBody = z.object({ email, password, ...place })
export type SignInBody = z.infer<typeof SignInBody>

export const FacebookBody = z.object({ access_token: secret, ...place })
export const GoogleBody = z.object({
  id_token: secret,
  access_token: z.string().check(z.maxLength(4096)),
  ...place,
})

/** `phone` is digits only, `dob` is MM/dd/yyyy. */
export const RegisterBody = z.object({
  email,
  email_confirmation: email,
  password,
  password_confirmation: password,
  first_name: z.string().check(z.maxLength(textFields.first_name.maxLength)),
  last_name: z.string().check(z.maxLength(textFields.last_name.maxLength)),
  phone: z.string().check(z.maxLength(textFields.phone.maxLength)),
  dob: z.string().check(z.maxLength(textFields.dob.maxLength)),
  /** The result of the human verification. */
  recaptcha_confirmation: z.string().check(z.maxLength(8192)),
  /** From the address of an invitation or a received card; may be empty. */
  token: z.string().check(z.maxLength(256)),
  showDatePicker: z.optional(z.boolean()),
  ...place,
})
export type RegisterBody = z.infer<typeof RegisterBody>

/** `destination` is compared with the merchant's registered hosts; links are built from those (reliability H11). */
export const SendPasswordResetBody = z.object({
  email,
  destination: z.string().check(z.maxLength(2048)),
  organization_id: z.string(),
})
export const ResetPasswordBody = z.object({
  password,
  password_confirmation: password,
  key: z.string().check(z.maxLength(256)),
})
export const UpdatePasswordBody = z.object({
  currentPassword: password,
  newPassword: password,
  newPasswordConfirmation: password,
})
/** The v2.0 call. It also has the first version's names (specification §3 *Password change*). */
export const PasswordChangeBody = z.object({
  current_password: password,
  new_password: password,
  new_password_confirmation: password,
  currentPassword: z.optional(password),
  newPassword: z.optional(password),
  newPasswordConfirmation: z.optional(password),
})
export type PasswordChangeBody = z.infer<typeof PasswordChangeBody>

/** Answers to the account's forms: `status` for reset, forgot, sign up and password change; `message` for unlock and resend (§8). */
export const StatusAnswer = z.object({ status: z.string() })
export const MessageAnswer = z.object({ message: z.string() })

export const UnlockBody = z.object({ token: z.string().check(z.maxLength(256)) })
/** Extension `link_check`: what a mailed link is for, and its token. */
export const CheckLinkBody = z.object({
  token: z.string().check(z.maxLength(256)),
  purpose: z.enum(['reset', 'invite']),
})
export const ResendUnlockBody = z.object({ email, destination: z.string().check(z.maxLength(2048)) })

/** Extension `sessions`. `revocation_id` alone is enough to end a session: it does not reveal whose it was. */
export const RevokeBody = z.object({ revocation_id: z.string().check(z.minLength(16), z.maxLength(256)) })

export const SessionEntry = z.object({
  id: z.string(),
  /** `Chrome on Android`: from the browser's user agent. */
  device: z.string(),
  /** ISO 8601 in UTC. */
  signed_in_at: z.string(),
  last_seen_at: z.string(),
  current: z.boolean(),
})
export type SessionEntry = z.infer<typeof SessionEntry>
export const SessionsAnswer = z.object({ sessions: z.array(SessionEntry) })

/** Extension `human_verification`: a proof-of-work challenge of the embedded widget, signed by the server. */
export const ChallengeAnswer = z.object({ challenge: z.looseObject({}) })
