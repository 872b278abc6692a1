import { dayMs } from '#contract/durations.ts'
import type { endpoints } from '#contract/endpoints.ts'
import { isoOf } from '#contract/local-instant.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Tablet, TabletCodeAnswer, TabletsAnswer, TabletSignInAnswer } from '#contract/schemas/staff.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { defaultTabletDays, hashOfSecret, tabletTokenPrefix } from '#server/plugins/auth.ts'
import { keyOf } from '#server/plugins/claim.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { nameOf, recordAct } from './acts.ts'

/** The kitchen's tablets: a manager creates a code, the tablet exchanges it for a token, and can be signed out remotely. */

export type TabletPorts = {
  database: Database
  clock: Clock
  ids: Ids
  cipher: DataCipher
  limits: Limits
  trustProxy: boolean
}

const codeMs = 10 * 60 * 1000
const digits = 8

/** Eight digits out of 192 random bits: none is likelier than another by more than one in 10^49. */
const codeOf = (secret: string): string =>
  (BigInt(`0x${Buffer.from(secret, 'base64url').toString('hex')}`) % 10n ** BigInt(digits))
    .toString()
    .padStart(digits, '0')

/** A plain hash of so few digits is cracked in a second: this one uses the server's key. */
const hashOfCode = ({ cipher }: Pick<TabletPorts, 'cipher'>, locationId: string, code: string): string =>
  cipher.hash(`tablet code\n${locationId}\n${code}`)

type TabletRow = {
  id: string
  name: string
  code_ends_at: number
  signed_in_at: number | null
  last_seen_at: number | null
  made_by: string
  maker: string | null
}

const tabletOf = (row: TabletRow): Tablet => ({
  id: row.id,
  name: row.name,
  ...(row.signed_in_at === null
    ? { code_ends_at: isoOf(row.code_ends_at) }
    : { signed_in_at: isoOf(row.signed_in_at) }),
  ...(row.last_seen_at !== null && { last_seen_at: isoOf(row.last_seen_at) }),
  ...(row.maker !== null && { made_by: row.maker }),
})

const daysOf = ({ staff }: Merchant): number => staff?.tabletDays ?? defaultTabletDays

/** The signed-in tablets, and those whose code is still valid, by name. */
export const listTablets = (
  database: Queryable,
  merchant: Merchant,
  { clock }: { clock: Clock },
): Promise<TabletRow[]> =>
  database.query<TabletRow>(
    `SELECT k.id, k.name, k.code_ends_at, k.signed_in_at, k.last_seen_at, k.made_by, ${nameOf('k', 'made_by')} AS maker FROM kitchen_tablets k
     WHERE k.location_id = $1 AND k.signed_out_at IS NULL
       AND CASE WHEN k.signed_in_at IS NULL THEN k.code_ends_at > $2 ELSE k.last_seen_at > $3 END
     ORDER BY lower(k.name), k.made_at, k.id`,
    [merchant.locationId, clock.now(), clock.now() - daysOf(merchant) * dayMs],
  )

/** The same for the staff's page. */
export const tabletsOf = async (
  database: Queryable,
  merchant: Merchant,
  ports: { clock: Clock },
): Promise<TabletsAnswer> => ({
  tablets: (await listTablets(database, merchant, ports)).map(tabletOf),
  unused_days: daysOf(merchant),
})

/** Signs out all tablets that somebody made codes for, and voids their codes. Returns the names. */
export async function signOutTabletsOf(
  tx: Transaction,
  locationId: string,
  userId: string,
  nowMs: number,
): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `UPDATE kitchen_tablets SET signed_out_at = $3 WHERE location_id = $1 AND made_by = $2 AND signed_out_at IS NULL
       AND (signed_in_at IS NOT NULL OR code_ends_at > $3) RETURNING name`,
    [locationId, userId, nowMs],
  )
  return rows.map(({ name }) => name)
}

/** `POST /staff/tablets`: a code for a tablet of this name, valid for ten minutes and one use. */
export function makeCode(
  call: Call<typeof endpoints.makeTabletCode>,
  tx: Transaction,
  ports: TabletPorts,
): Answer<TabletCodeAnswer> {
  const { merchant, body, session } = call
  const { locationId } = merchant
  const nowMs = ports.clock.now()
  const name = body.name.trim() || 'Tablet'
  const code = codeOf(ports.ids.secret())
  const row = {
    id: ports.ids.uuid(),
    name,
    code_ends_at: nowMs + codeMs,
    signed_in_at: null,
    last_seen_at: null,
    made_by: session.userId,
    maker: null,
  }
  tx.later(
    'INSERT INTO kitchen_tablets (location_id, id, name, made_by, made_at, code_hash, code_ends_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [locationId, row.id, name, session.userId, nowMs, hashOfCode(ports, locationId, code), row.code_ends_at],
  )
  recordAct(tx, ports, call, { action: 'tablet_code_made', about: name })
  return { body: { code, tablet: tabletOf(row) } }
}

/**
 * `POST /kitchen/tablet`: exchanges a code for a token. Throws 422 credentials_invalid for a code that is wrong, used or expired, and 429 after too many of
 * those. A repeated call whose answer was lost gets a new token in place of the one that nobody got.
 */
export async function signInTablet(
  { merchant, body, request }: Call<typeof endpoints.signInTablet>,
  ports: TabletPorts,
): Promise<Answer<TabletSignInAnswer>> {
  const { locationId } = merchant
  const uses = byClient(ports, request, 'tabletCode')
  await ports.limits.count(locationId, ...uses)
  const codeHash = hashOfCode(ports, locationId, body.code.replace(/\D/g, ''))
  const keyHash = hashOfSecret(keyOf(request.headers['idempotency-key']))
  const answer = await ports.database.transaction(async (tx) => {
    const nowMs = ports.clock.now()
    const [row] = await tx.query<{ id: string; name: string; signed_in_at: number | null }>(
      `SELECT id, name, signed_in_at FROM kitchen_tablets
       WHERE location_id = $1 AND code_hash = $2 AND code_ends_at > $3 AND signed_out_at IS NULL
         AND (sign_in_key IS NULL OR sign_in_key = $4) FOR UPDATE`,
      [locationId, codeHash, nowMs, keyHash],
    )
    if (!row) throw wrongCode()
    const token = tabletTokenPrefix + ports.ids.secret()
    tx.later(
      'UPDATE kitchen_tablets SET sign_in_key = $3, token_hash = $4, signed_in_at = $5, last_seen_at = $5 WHERE location_id = $1 AND id = $2',
      [locationId, row.id, keyHash, hashOfSecret(token), nowMs],
    )
    const session = { tabletId: row.id, role: 'kitchen' } as const
    if (row.signed_in_at === null)
      recordAct(tx, ports, { merchant, session, request }, { action: 'tablet_signed_in', about: row.name })
    return { token, name: row.name }
  })
  await ports.limits.giveBack(locationId, ...uses)
  return { body: answer }
}

const wrongCode = (): ProblemError =>
  new ProblemError(
    422,
    'credentials_invalid',
    'This code is wrong, or it’s more than ten minutes old. Please ask a manager for a new one.',
    { fields: [{ field: 'code', message: 'This code is wrong, or it’s more than ten minutes old.' }] },
  )

/** `DELETE /staff/tablets/:id`: voids its token. Throws 404. */
export async function signOutTablet(
  call: Call<typeof endpoints.signOutTablet>,
  tx: Transaction,
  ports: TabletPorts,
): Promise<Answer<TabletsAnswer>> {
  const { merchant, params } = call
  const [row] = await tx.query<{ name: string }>(
    `UPDATE kitchen_tablets SET signed_out_at = $3 WHERE location_id = $1 AND id = $2 AND signed_out_at IS NULL RETURNING name`,
    [merchant.locationId, params['id']!, ports.clock.now()],
  )
  if (!row) throw notFound('We could not find this tablet.')
  recordAct(tx, ports, call, { action: 'tablet_signed_out', about: row.name })
  return { body: await tabletsOf(tx, merchant, ports) }
}

/** `POST /kitchen/tablet/leave`: the tablet signs itself out. */
export async function leaveTablet(
  { merchant, body, request }: Call<typeof endpoints.leaveTablet>,
  tx: Transaction,
  ports: TabletPorts,
): Promise<Answer<Record<string, never>>> {
  const [row] = await tx.query<{ id: string; name: string }>(
    `UPDATE kitchen_tablets SET signed_out_at = $3 WHERE location_id = $1 AND token_hash = $2 AND signed_out_at IS NULL RETURNING id, name`,
    [merchant.locationId, hashOfSecret(body.token), ports.clock.now()],
  )
  if (row) {
    const session = { tabletId: row.id, role: 'kitchen' } as const
    recordAct(tx, ports, { merchant, session, request }, { action: 'tablet_signed_out', about: row.name })
  }
  return { body: {}, isRepeatable: true }
}
