import * as z from 'zod/mini'
import { adminEndpoints } from '#contract/endpoints/admin.ts'
import { staffEndpoints } from '#contract/endpoints/staff.ts'
import type { Role } from '#contract/rules/roles.ts'
import { type InviteBody, type MasterApp, MasterAppBody } from '#contract/schemas/admin.ts'
import type { StaffPeopleAnswer, TabletCodeAnswer, TabletsAnswer } from '#contract/schemas/staff.ts'
import type { Services } from '#lib/query/services.ts'

/** What administrators change. Each is sent while they look at it, under a key of its own, and never later. */

/** Creates a master app, or changes the one with `id`. */
export async function saveMasterApp(
  services: Services,
  id: string | undefined,
  body: MasterAppBody,
  key: string,
): Promise<MasterApp> {
  const { app } =
    id === undefined
      ? await services.api.send(adminEndpoints.createMasterApp, { body, key })
      : await services.api.send(adminEndpoints.updateMasterApp, { params: { id }, body, key })
  return app
}

export type Invitation = Pick<InviteBody, 'email' | 'firstName' | 'lastName' | 'role'>

/** Invites somebody by mail; the link in it leads to sign-up on the merchant's own host. Answers the server's words. */
export async function inviteUser(
  services: Services,
  invitation: Invitation,
  adminURL: string,
  key: string,
): Promise<string> {
  const { status } = await services.api.send(adminEndpoints.inviteUser, {
    key,
    body: {
      ...invitation,
      email: invitation.email.trim(),
      firstName: invitation.firstName.trim(),
      lastName: invitation.lastName.trim(),
      destination: `${adminURL}/signup`,
    },
  })
  return status
}

/** Gives somebody on the staff another role; `member` takes it away. */
export const changeRole = (
  services: Services,
  id: string,
  role: Role,
  key: string,
): Promise<StaffPeopleAnswer> =>
  services.api.send(staffEndpoints.changeStaffRole, { params: { id }, body: { role }, key })

/** Makes a code for a new tablet of this name. */
export const makeTabletCode = (services: Services, name: string, key: string): Promise<TabletCodeAnswer> =>
  services.api.send(staffEndpoints.makeTabletCode, { body: { name }, key })

/** Signs a tablet out from afar. */
export const signOutTablet = (services: Services, id: string, key: string): Promise<TabletsAnswer> =>
  services.api.send(staffEndpoints.signOutTablet, { params: { id }, key })

const words: Record<string, string> = {
  name: 'Please enter a name',
  description: 'Please enter at most 500 characters',
  version: 'Please enter a version such as 1.4 or 2.0.13',
}

/** What is wrong with a master app as typed, by field. */
export function listAppProblems(body: MasterAppBody): Record<string, string> {
  const checked = z.safeParse(MasterAppBody, body)
  if (checked.success) return {}
  const fields = checked.error.issues.map((issue) => String(issue.path[0]))
  return Object.fromEntries(fields.map((field) => [field, words[field] ?? 'Please enter a valid info']))
}
