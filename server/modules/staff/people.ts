import type { endpoints } from '#contract/endpoints.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import { isStaff, type Role } from '#contract/rules/roles.ts'
import type { StaffPeopleAnswer } from '#contract/schemas/staff.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { revokeSessionsOf } from '#server/modules/accounts/sessions.ts'
import { lockUser, saveUser } from '#server/modules/accounts/users.ts'
import { forgetFactors } from '#server/modules/second-factors/forget.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { changedMeanwhile, notFound, ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { recordAct } from './acts.ts'
import { listTablets, signOutTabletsOf } from './tablets.ts'

/** A location's staff and their roles. */

type PersonRow = {
  id: string
  first_name: string
  last_name: string
  email: string
  role: Role
  confirmed_at: number | null
  has_factor: boolean
}

/** A location's staff, owners first, then by name. `self` is who asks. */
export async function listStaff(
  database: Queryable,
  merchant: Merchant,
  self: string,
  ports: { clock: Clock },
): Promise<StaffPeopleAnswer> {
  const { locationId } = merchant
  const tablets = await listTablets(database, merchant, ports)
  const rows = await database.query<PersonRow>(
    `SELECT id, first_name, last_name, email, role, confirmed_at,
       EXISTS (SELECT 1 FROM passkeys p WHERE p.location_id = users.location_id AND p.user_id = users.id)
         OR EXISTS (SELECT 1 FROM authenticator_apps a WHERE a.location_id = users.location_id AND a.user_id = users.id) AS has_factor
     FROM users WHERE location_id = $1 AND role <> 'member'
     ORDER BY array_position(ARRAY['owner', 'manager', 'kitchen'], role), lower(last_name), lower(first_name), id`,
    [locationId],
  )
  return {
    people: rows.map((row) => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      role: row.role,
      is_invited: row.confirmed_at === null,
      is_self: row.id === self,
      has_second_factor: row.has_factor,
      tablets: tablets.filter((tablet) => tablet.made_by === row.id).map(({ name }) => name),
    })),
  }
}

/**
 * `PUT /staff/people/:id`: changes the role of somebody on the staff, or removes them with `member`. They are signed out everywhere, even when they change
 * their own role: no session gets a role that it was not opened with. Throws 404 for somebody who is not on the staff (a guest joins by an invitation, which
 * asks for consent), 409 for leaving the location without an owner, and 403 for a caller who is no longer an owner.
 */
export async function changeRole(
  call: Call<typeof endpoints.changeStaffRole>,
  tx: Transaction,
  ports: { clock: Clock; ids: Ids },
): Promise<Answer<StaffPeopleAnswer>> {
  const { merchant, params, body, session } = call
  const { locationId } = merchant
  // Locked in the same order everywhere: if two owners remove each other at once, one of them stays.
  const owners = await tx.query<{ id: string; confirmed_at: number | null }>(
    `SELECT id, confirmed_at FROM users WHERE location_id = $1 AND role = 'owner' ORDER BY id FOR UPDATE`,
    [locationId],
  )
  // The caller may have been removed after authorization.
  if (!owners.some(({ id }) => id === session.userId))
    throw new ProblemError(403, 'forbidden', 'This is for owners only.')
  const [found] = await tx.query<{ id: string }>(
    `SELECT id FROM users WHERE location_id = $1 AND id = $2 AND role <> 'member'`,
    [locationId, params['id']!],
  )
  if (!found) throw notFound('We could not find this person on the team.')
  const user = await lockUser(tx, locationId, found.id)
  // The person left the staff meanwhile.
  if (!isStaff(user.role)) throw notFound('We could not find this person on the team.')
  const others = owners.filter(({ id, confirmed_at: at }) => id !== user.id && at !== null)
  if (user.role === 'owner' && body.role !== 'owner' && others.length === 0)
    throw changedMeanwhile('This is the only owner. Please make somebody else an owner first.')
  if (user.role !== body.role) {
    saveUser(tx, locationId, { ...user, role: body.role })
    revokeSessionsOf(tx, locationId, user.id, 'role_changed', ports.clock.now())
    // Second factors are for the staff: a guest is not asked for any, and has no page to change them.
    if (!isStaff(body.role)) forgetFactors(tx, locationId, user.id)
    recordAct(tx, ports, call, {
      action: 'role_changed',
      about: `${user.role} → ${body.role}`,
      aboutUserId: user.id,
    })
    if (body.signs_tablets_out === true)
      for (const about of await signOutTabletsOf(tx, locationId, user.id, ports.clock.now()))
        recordAct(tx, ports, call, { action: 'tablet_signed_out', about })
  }
  return { body: await listStaff(tx, merchant, session.userId, ports) }
}
