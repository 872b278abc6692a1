import type { endpoints } from '#contract/endpoints.ts'
import { fold } from '#contract/fold.ts'
import { isoOf } from '#contract/local-instant.ts'
import type { Clock } from '#contract/ports.ts'
import { isStaff, type Role } from '#contract/rules/roles.ts'
import type { StaffPeopleAnswer } from '#contract/schemas/staff.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { listInvited, pageUrl } from '#server/modules/accounts/links.ts'
import { type AccountPorts, serverAddressOf } from '#server/modules/accounts/ports.ts'
import { revokeSessionsOf } from '#server/modules/accounts/sessions.ts'
import { lockUser, saveUser } from '#server/modules/accounts/users.ts'
import { forgetFactors } from '#server/modules/second-factors/forget.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { changedMeanwhile, notFound, ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { recordAct } from './acts.ts'
import { roleChangedEmail } from './role-emails.ts'
import { listTablets, signOutTabletsOf } from './tablets.ts'

/** A location's staff and their roles. */

type PersonRow = {
  id: string
  first_name: string
  last_name: string
  email: string
  role: Role
  confirmed_at: number | null
}

/** Which of the staff to list: those with all words of `search` in their name or email, page by page from 1. */
type Listing = { search?: string | undefined; page?: number | undefined }

/** The staff on one page. */
const pageSize = 50

/** A page of a location's staff, owners first, then by name; the last one where there are fewer pages. `self` is who asks. */
export async function listStaff(
  database: Queryable,
  merchant: Merchant,
  self: string,
  ports: { clock: Clock },
  { search = '', page: asked = 1 }: Listing = {},
): Promise<StaffPeopleAnswer> {
  const { locationId } = merchant
  const rows = await database.query<PersonRow>(
    `SELECT id, first_name, last_name, email, role, confirmed_at FROM users WHERE location_id = $1 AND role <> 'member'
     ORDER BY array_position(ARRAY['owner', 'manager', 'kitchen'], role), lower(last_name), lower(first_name), id`,
    [locationId],
  )
  // Here and not in SQL, which knows nothing of accents: "jose" finds José.
  const words = fold(search).split(/\s+/)
  const found = rows.filter((row) => {
    const text = fold(`${row.first_name} ${row.last_name} ${row.email}`)
    return words.every((word) => text.includes(word))
  })
  const pages = Math.max(1, Math.ceil(found.length / pageSize))
  const page = Math.min(asked, pages)
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const ids = shown.map(({ id }) => id)
  const [tablets, factors, invited] = await Promise.all([
    listTablets(database, merchant, ports),
    listNewestFactors(database, locationId, ids),
    listInvited(database, locationId, ids, ports.clock.now()),
  ])
  return {
    people: shown.map((row) => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      role: row.role,
      is_invited: row.confirmed_at === null,
      ...(row.confirmed_at === null && !invited.has(row.id) && { is_invitation_over: true }),
      is_self: row.id === self,
      ...factorOf(factors.get(row.id)),
      tablets: tablets.filter((tablet) => tablet.made_by === row.id).map(({ name }) => name),
    })),
    page,
    pages,
    total: found.length,
  }
}

const factorOf = (at: number | undefined) => ({
  has_second_factor: at !== undefined,
  ...(at !== undefined && { second_factor_at: isoOf(at) }),
})

/** When each of these users added their newest second factor (ms); those who have none are left out. */
export async function listNewestFactors(
  database: Queryable,
  locationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ user_id: string; at: number }>(
    `SELECT user_id, max(added_at) AS at FROM (
       SELECT user_id, added_at FROM passkeys WHERE location_id = $1 AND user_id IN (SELECT unnest(string_to_array($2, ',')))
       UNION ALL SELECT user_id, added_at FROM authenticator_apps WHERE location_id = $1 AND user_id IN (SELECT unnest(string_to_array($2, ',')))
     ) f GROUP BY user_id`,
    [locationId, ids.join(',')],
  )
  return new Map(rows.map(({ user_id: id, at }) => [id, at]))
}

/** Throws 404 for somebody who is not on the staff. */
export async function checkOnStaff(database: Queryable, locationId: string, id: string): Promise<void> {
  const found = await database.query(
    `SELECT 1 AS found FROM users WHERE location_id = $1 AND id = $2 AND role <> 'member'`,
    [locationId, id],
  )
  if (found.length === 0) throw notFound('We could not find this person on the team.')
}

/** What changing a role needs: its person is told by email. */
export type RolePorts = Pick<AccountPorts, 'clock' | 'ids' | 'mailer' | 'production'>

/**
 * `PUT /staff/people/:id`: changes the role of somebody on the staff, or removes them with `member`. They are signed out everywhere, even when they change
 * their own role: no session gets a role that it was not opened with. Throws 404 for somebody who is not on the staff (a guest joins by an invitation, which
 * asks for consent), 409 for leaving the location without an owner and where the role is another than was seen, and 403 for a caller who is no longer an owner.
 */
export async function changeRole(
  call: Call<typeof endpoints.changeStaffRole>,
  tx: Transaction,
  ports: RolePorts,
): Promise<Answer<StaffPeopleAnswer>> {
  const { merchant, params, body, session, request } = call
  const { locationId } = merchant
  // Locked in the same order everywhere: if two owners remove each other at once, one of them stays.
  const owners = await tx.query<{ id: string; confirmed_at: number | null }>(
    `SELECT id, confirmed_at FROM users WHERE location_id = $1 AND role = 'owner' ORDER BY id FOR UPDATE`,
    [locationId],
  )
  // The caller may have been removed after authorization.
  if (!owners.some(({ id }) => id === session.userId))
    throw new ProblemError(403, 'forbidden', 'This is for owners only.')
  const id = params['id']!
  await checkOnStaff(tx, locationId, id)
  const user = await lockUser(tx, locationId, id)
  // The person left the staff meanwhile.
  if (!isStaff(user.role)) throw notFound('We could not find this person on the team.')
  if (body.seen !== undefined && user.role !== body.seen && user.role !== body.role)
    throw changedMeanwhile(
      'Somebody else has changed this person’s role since you opened this page. Nothing was changed.',
    )
  const others = owners.filter(({ id, confirmed_at: at }) => id !== user.id && at !== null)
  if (user.role === 'owner' && body.role !== 'owner' && others.length === 0)
    throw changedMeanwhile('This is the only owner. Please make somebody else an owner first.')
  let mail: MailMessage | undefined
  if (user.role !== body.role) {
    saveUser(tx, locationId, { ...user, role: body.role })
    revokeSessionsOf(
      tx,
      { locationId, userId: user.id },
      { because: 'role_changed', nowMs: ports.clock.now() },
    )
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
    // Nobody has shown yet that the mailbox of an invited person is theirs.
    if (user.confirmedAt !== undefined)
      mail = roleChangedEmail(
        merchant,
        user.email,
        { from: user.role, to: body.role },
        pageUrl(merchant, '', '/login', serverAddressOf(ports, request)),
      )
  }
  return {
    body: await listStaff(tx, merchant, session.userId, ports),
    after: mail && (() => ports.mailer.enqueue(mail)),
  }
}
