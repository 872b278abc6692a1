import * as z from 'zod/mini'
import { roles } from '../rules/roles.ts'

/** A location's staff, the kitchen's tablets, and the record of what was done (`/staff`; decision 061). Times are ISO 8601 in UTC. */

const text = z.string()
const name = text.check(z.minLength(1), z.maxLength(60))

export const StaffPerson = z.object({
  id: text,
  name: text,
  email: text,
  role: text,
  /** Invited, and has not signed up yet. */
  is_invited: z.boolean(),
  /** Their invitation can no longer be used: a sign-up now makes a guest. */
  is_invitation_over: z.optional(z.boolean()),
  is_self: z.boolean(),
  /** They have a second factor. */
  has_second_factor: z.optional(z.boolean()),
  /** When they added the newest one (ISO 8601 in UTC). */
  second_factor_at: z.optional(text),
  /** The names of the tablets that they signed in, or made a code for. */
  tablets: z.optional(z.array(text)),
})
export type StaffPerson = z.infer<typeof StaffPerson>
/** `search`: words that are all in a person's name or email. */
export const StaffPeopleQuery = z.object({
  search: z.optional(text.check(z.maxLength(120))),
  page: z.optional(text.check(z.regex(/^[1-9]\d{0,5}$/))),
})
/** One page of the people; an older server answers with all of them, and without `page`, `pages` and `total`. */
export const StaffPeopleAnswer = z.object({
  people: z.array(StaffPerson),
  page: z.optional(z.int()),
  pages: z.optional(z.int()),
  /** How many there are on all pages. */
  total: z.optional(z.int()),
})
export type StaffPeopleAnswer = z.infer<typeof StaffPeopleAnswer>
/** `member` takes all permissions away: the account stays a guest's. */
export const StaffRoleBody = z.object({
  role: z.enum(roles),
  /** The role on the screen when it was changed; older portals do not send it. */
  seen: z.optional(z.enum(roles)),
  /** Also signs out their tablets. */
  signs_tablets_out: z.optional(z.boolean()),
})

export const Tablet = z.object({
  id: text,
  name: text,
  /** When its code was entered. Missing: the code was never used. */
  signed_in_at: z.optional(text),
  last_seen_at: z.optional(text),
  /** Until when its code may be entered, if it has not been yet. */
  code_ends_at: z.optional(text),
  /** The name of the person who made its code; missing if they have left. */
  made_by: z.optional(text),
})
export type Tablet = z.infer<typeof Tablet>
export const TabletsAnswer = z.object({
  tablets: z.array(Tablet),
  /** After this many days without use, a tablet is signed out. */
  unused_days: z.int(),
})
export type TabletsAnswer = z.infer<typeof TabletsAnswer>
export const TabletBody = z.object({ name })
/** The code is shown once, to the person who made it. */
export const TabletCodeAnswer = z.object({ code: text, tablet: Tablet })
export type TabletCodeAnswer = z.infer<typeof TabletCodeAnswer>

export const TabletSignInBody = z.object({ code: text.check(z.maxLength(40)) })
/** `token` is sent in the Authorization header of the kitchen's calls, and is valid for nothing else. */
export const TabletSignInAnswer = z.object({ token: text, name: text })
export type TabletSignInAnswer = z.infer<typeof TabletSignInAnswer>
export const TabletSignOutBody = z.object({ token: text.check(z.minLength(16), z.maxLength(256)) })

/** The staff's actions that are recorded. */
export const staffActions = [
  'kitchen_switched_off',
  'kitchen_switched_on',
  'order_cancelled',
  'order_refunded',
  'ordering_paused',
  'ordering_resumed',
  'dish_sold_out',
  'dish_on_again',
  'card_looked_up',
  'card_numbers_read',
  'card_held',
  'card_released',
  'card_voided',
  'card_reissued',
  'card_order_refunded',
  'refund_sent_again',
  'refund_paid_by_hand',
  'person_invited',
  'role_changed',
  'passkey_added',
  'passkey_removed',
  'app_added',
  'app_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'second_factors_taken',
  'tablet_code_made',
  'tablet_signed_in',
  'tablet_signed_out',
] as const
export type StaffAction = (typeof staffActions)[number]

export const StaffAct = z.object({
  id: text,
  at: text,
  action: text,
  /** The person's name, or the tablet's, or that they have left; and their role at that time. `operator`: whoever runs the server, with a command on it. */
  who: text,
  role: text,
  is_tablet: z.boolean(),
  /** What or whom it was about: an order's number, a person, a tablet. */
  about: text,
  amount_cents: z.optional(z.int()),
  reason: z.optional(text),
  /** The reference of the gift card that it was about. */
  card_reference: z.optional(text),
})
export type StaffAct = z.infer<typeof StaffAct>
export const StaffActsQuery = z.object({ page: z.optional(text.check(z.regex(/^[1-9]\d{0,5}$/))) })
export const StaffActsAnswer = z.object({ acts: z.array(StaffAct), page: z.int(), pages: z.int() })
export type StaffActsAnswer = z.infer<typeof StaffActsAnswer>
