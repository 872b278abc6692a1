import type { endpoints } from '#contract/endpoints.ts'
import { isoOf } from '#contract/local-instant.ts'
import type { SecurityAnswer } from '#contract/schemas/second-factor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { lockUser } from '#server/modules/accounts/users.ts'
import { recordAct } from '#server/modules/staff/acts.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { notFound } from '#server/plugins/problems.ts'
import { getAvailableFactors, hasFactor, hostOf } from '#server/plugins/proved.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { findApp } from './authenticator-app.ts'
import { type Change, securityEmail } from './emails.ts'
import { listPasskeys } from './passkeys.ts'
import type { FactorPorts, OwnCall } from './ports.ts'
import { countCodes } from './recovery-codes.ts'

/** A user's own second factors: listing and removing them. */

const usedOf = (at: number | undefined) => (at === undefined ? {} : { last_used_at: isoOf(at) })

/** A person's second factors, in the API's form. */
export async function securityOf(
  database: Queryable,
  ports: FactorPorts,
  { locationId, staff }: Merchant,
  userId: string,
): Promise<SecurityAnswer> {
  const [passkeys, app, left] = await Promise.all([
    listPasskeys(database, locationId, userId),
    findApp(database, ports, locationId, userId),
    countCodes(database, locationId, userId),
  ])
  return {
    passkeys: passkeys.map(({ id, name, host, addedAt, lastUsedAt }) => ({
      id,
      name,
      host,
      added_at: isoOf(addedAt),
      ...usedOf(lastUsedAt),
    })),
    ...(app && { app: { added_at: isoOf(app.addedAt), ...usedOf(app.lastUsedAt) } }),
    recovery_codes_left: left,
    is_required: staff?.secondFactor === 'required',
  }
}

/** Records a user's change of their second factors; returns the current ones, and sends an email. */
export async function changed(
  call: OwnCall,
  tx: Transaction,
  ports: FactorPorts,
  { action, about }: { action: Change; about?: string },
): Promise<Answer<SecurityAnswer>> {
  const { merchant, session, request } = call
  const { locationId } = merchant
  recordAct(tx, ports, call, { action, ...(about !== undefined && { about }) })
  const user = await lockUser(tx, locationId, session.userId)
  const mail = securityEmail(merchant, request, ports, user.email, action)
  return {
    body: await securityOf(tx, ports, merchant, user.id),
    after: () => ports.mailer.enqueue(mail),
  }
}

/** `PUT /user/security/passkeys/:id`: renames it. Throws 404. */
export async function renamePasskey(
  { merchant, session, params, body }: Call<typeof endpoints.renamePasskey>,
  tx: Transaction,
  ports: FactorPorts,
): Promise<Answer<SecurityAnswer>> {
  const rows = await tx.query(
    'UPDATE passkeys SET name = $4 WHERE location_id = $1 AND user_id = $2 AND id = $3 RETURNING 1 AS renamed',
    [merchant.locationId, session.userId, params['id']!, body.name.trim() || 'Passkey'],
  )
  if (rows.length === 0) throw notFound('We could not find this passkey.')
  return { body: await securityOf(tx, ports, merchant, session.userId) }
}

/** `DELETE /user/security/passkeys/:id`. Throws 404. */
export async function removePasskey(
  call: Call<typeof endpoints.removePasskey>,
  tx: Transaction,
  ports: FactorPorts,
): Promise<Answer<SecurityAnswer>> {
  const { merchant, session, params } = call
  await lockUser(tx, merchant.locationId, session.userId)
  const rows = await tx.query<{ name: string }>(
    'DELETE FROM passkeys WHERE location_id = $1 AND user_id = $2 AND id = $3 RETURNING name',
    [merchant.locationId, session.userId, params['id']!],
  )
  if (!rows[0]) throw notFound('We could not find this passkey.')
  await deleteUnusedRecoveryCodes(call, tx)
  return changed(call, tx, ports, { action: 'passkey_removed', about: rows[0].name })
}

/** `DELETE /user/security/app`. Throws 404. */
export async function removeApp(
  call: Call<typeof endpoints.removeApp>,
  tx: Transaction,
  ports: FactorPorts,
): Promise<Answer<SecurityAnswer>> {
  const { merchant, session } = call
  await lockUser(tx, merchant.locationId, session.userId)
  const rows = await tx.query(
    'DELETE FROM authenticator_apps WHERE location_id = $1 AND user_id = $2 RETURNING 1 AS removed',
    [merchant.locationId, session.userId],
  )
  if (rows.length === 0) throw notFound('There is no authenticator app on this account.')
  await deleteUnusedRecoveryCodes(call, tx)
  return changed(call, tx, ports, { action: 'app_removed' })
}

/**
 * Recovery codes are pointless without a factor: they are deleted with the last one. The caller has locked the user: otherwise two factors removed at once
 * would each see the other.
 */
async function deleteUnusedRecoveryCodes(
  { merchant, session, request }: OwnCall,
  tx: Transaction,
): Promise<void> {
  const { locationId } = merchant
  if (hasFactor(await getAvailableFactors(tx, locationId, session.userId, hostOf(request)))) return
  tx.later('DELETE FROM recovery_codes WHERE location_id = $1 AND user_id = $2', [locationId, session.userId])
}
