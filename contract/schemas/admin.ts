import * as z from 'zod/mini'
import { roles } from '../rules/roles.ts'

/** §7 *Admin*: the specification does not show the payloads; decision 017 explains the choice. Times are ISO 8601 in UTC. */

const text = z.string()
const name = text.check(z.minLength(1), z.maxLength(120))

/** A program that runs on the merchant's devices: the till, the kiosk, the scanner. */
export const MasterApp = z.object({
  id: text,
  name: text,
  description: text,
  platform: text,
  version: text,
  active: z.boolean(),
  created_at: text,
  updated_at: text,
})
export type MasterApp = z.infer<typeof MasterApp>
export const MasterAppBody = z.object({
  name,
  description: text.check(z.maxLength(500)),
  platform: z.enum(['android', 'ios', 'windows', 'web']),
  version: text.check(z.regex(/^\d{1,4}(\.\d{1,4}){0,3}$/)),
  active: z.boolean(),
})
export type MasterAppBody = z.infer<typeof MasterAppBody>
/** `updated_at` as it was read: if somebody else has changed the app since, the edit is refused. Older pages do not send it. */
export const MasterAppEditBody = z.extend(MasterAppBody, { updated_at: z.optional(z.iso.datetime()) })
export type MasterAppEditBody = z.infer<typeof MasterAppEditBody>

/** A master app as installed on one device. */
export const DeviceApp = z.object({
  id: text,
  app_id: text,
  name: text,
  version: text,
  status: text,
  installed_at: text,
  last_seen_at: text,
})
export type DeviceApp = z.infer<typeof DeviceApp>

export const AppActivity = z.object({ id: text, type: text, detail: text, created_at: text })
export type AppActivity = z.infer<typeof AppActivity>

export const MasterAppsAnswer = z.object({ apps: z.array(MasterApp) })
export const MasterAppAnswer = z.object({ app: MasterApp })
export const DeviceAppsAnswer = z.object({
  device: z.object({ id: text, name: text }),
  apps: z.array(DeviceApp),
})
export const DeviceAppAnswer = z.object({ device: z.object({ id: text, name: text }), app: DeviceApp })

/** `filters` is a JSON object of equalities: `{"type":"scan"}`. Pages count from 1. */
export const ActivitiesQuery = z.object({
  sort_field: z.optional(z.enum(['created_at'])),
  sort_order: z.optional(z.enum(['asc', 'desc'])),
  page: z.optional(text.check(z.regex(/^[1-9]\d{0,5}$/))),
  filters: z.optional(text.check(z.maxLength(500))),
})
export const ActivitiesAnswer = z.object({
  activities: z.array(AppActivity),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
})

/** The lowest role first: nobody becomes an owner because a form was sent unchanged. */
export const inviteRoles = roles
export const InviteBody = z.object({
  email: text.check(z.maxLength(254)),
  firstName: name,
  lastName: name,
  role: z.enum(inviteRoles),
  destination: text.check(z.maxLength(2048)),
})
export type InviteBody = z.infer<typeof InviteBody>
