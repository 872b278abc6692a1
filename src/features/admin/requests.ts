import * as z from 'zod/mini'
import { adminEndpoints } from '#contract/endpoints/admin.ts'
import { failedRefundEndpoints } from '#contract/endpoints/failed-refunds.ts'
import { secondFactorEndpoints } from '#contract/endpoints/second-factors.ts'
import { staffEndpoints } from '#contract/endpoints/staff.ts'
import type { Role } from '#contract/rules/roles.ts'
import {
  type InviteBody,
  type MasterApp,
  MasterAppBody,
  type MasterAppEditBody,
} from '#contract/schemas/admin.ts'
import type { FailedRefundsAnswer, SettleRefundBody } from '#contract/schemas/failed-refund.ts'
import type { AppBeginAnswer, SecurityAnswer } from '#contract/schemas/second-factor.ts'
import type { StaffPeopleAnswer, TabletCodeAnswer, TabletsAnswer } from '#contract/schemas/staff.ts'
import type { Services } from '#lib/query/services.ts'

/** Administrators' changes. Each is sent while they watch, under its own key, and never later. */

/** Creates a master app, or changes the one with `id`. */
export async function saveMasterApp(
  services: Services,
  id: string | undefined,
  body: MasterAppEditBody,
  key: string,
): Promise<MasterApp> {
  const { app } =
    id === undefined
      ? await services.api.send(adminEndpoints.createMasterApp, { body, key })
      : await services.api.send(adminEndpoints.updateMasterApp, { params: { id }, body, key })
  return app
}

export type Invitation = Pick<InviteBody, 'email' | 'firstName' | 'lastName' | 'role'>

/** Invites somebody by email; its link leads to sign-up on the merchant's own host. Returns the server's words. */
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

/** Changes a staff member's role; `member` removes it. */
export const changeRole = (
  services: Services,
  id: string,
  { role, seen, signsTabletsOut }: { role: Role; seen: Role | undefined; signsTabletsOut: boolean },
  key: string,
): Promise<StaffPeopleAnswer> =>
  services.api.send(staffEndpoints.changeStaffRole, {
    params: { id },
    body: { role, ...(seen && { seen }), ...(signsTabletsOut && { signs_tablets_out: true }) },
    key,
  })

/** Creates a code for a new tablet with this name. */
export const makeTabletCode = (services: Services, name: string, key: string): Promise<TabletCodeAnswer> =>
  services.api.send(staffEndpoints.makeTabletCode, { body: { name }, key })

/** Signs a tablet out remotely. */
export const signOutTablet = (services: Services, id: string, key: string): Promise<TabletsAnswer> =>
  services.api.send(staffEndpoints.signOutTablet, { params: { id }, key })

/** Resends a refund that did not arrive, or records that it was paid another way. */
export const settleFailedRefund = (
  services: Services,
  { id, body }: { id: string; body: SettleRefundBody },
  key: string,
): Promise<FailedRefundsAnswer> =>
  services.api.send(failedRefundEndpoints.settleFailedRefund, { params: { id }, body, key })

/** Removes somebody's second factors, because they lost them. */
export const takeSecondFactors = (
  services: Services,
  { id, seen }: { id: string; seen: string | undefined },
  key: string,
): Promise<StaffPeopleAnswer> =>
  services.api.send(secondFactorEndpoints.takeSecondFactors, { params: { id }, query: { seen }, key })

/** The options from which the browser creates a passkey. */
export const beginPasskey = ({ api, ids }: Services): Promise<{ challenge: string; options: object }> =>
  api.send(secondFactorEndpoints.beginPasskey, { key: ids.uuid() })

/** Adds the passkey that the browser made. */
export const addPasskey = (
  services: Services,
  body: { challenge: string; name: string; credential: { id: string } },
  key: string,
): Promise<SecurityAnswer> => services.api.send(secondFactorEndpoints.addPasskey, { body, key })

/** Gives a passkey another name. */
export const renamePasskey = (
  services: Services,
  { id, name }: { id: string; name: string },
  key: string,
): Promise<SecurityAnswer> =>
  services.api.send(secondFactorEndpoints.renamePasskey, { params: { id }, body: { name }, key })

/** Removes a passkey. */
export const removePasskey = (services: Services, id: string, key: string): Promise<SecurityAnswer> =>
  services.api.send(secondFactorEndpoints.removePasskey, { params: { id }, key })

/** A new secret for an authenticator app. */
export const beginApp = (services: Services, key: string): Promise<AppBeginAnswer> =>
  services.api.send(secondFactorEndpoints.beginApp, { key })

/** Adds the app that shows this code. */
export const addApp = (
  services: Services,
  body: { challenge: string; code: string },
  key: string,
): Promise<SecurityAnswer> => services.api.send(secondFactorEndpoints.addApp, { body, key })

/** Removes the authenticator app. */
export const removeApp = (services: Services, key: string): Promise<SecurityAnswer> =>
  services.api.send(secondFactorEndpoints.removeApp, { key })

/** Creates ten new recovery codes; the old ones become invalid. */
export const makeRecoveryCodes = async (services: Services, key: string): Promise<readonly string[]> =>
  (await services.api.send(secondFactorEndpoints.makeRecoveryCodes, { key })).codes

const words: Record<string, string> = {
  name: 'Please enter a name',
  description: 'Please enter at most 500 characters',
  version: 'Please enter a version such as 1.4 or 2.0.13',
}

/** The problems of a master app's form, by field. */
export function listAppProblems(body: MasterAppBody): Record<string, string> {
  const checked = z.safeParse(MasterAppBody, body)
  if (checked.success) return {}
  const fields = checked.error.issues.map((issue) => String(issue.path[0]))
  return Object.fromEntries(fields.map((field) => [field, words[field] ?? 'Please enter a valid info']))
}
