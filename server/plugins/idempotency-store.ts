import { dayMs } from '#contract/durations.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { holderUntil } from '#server/db/leases.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { noRoom, orderingPaused, problemBody, ProblemError } from './problems.ts'
import { lockPersonShared } from './person-lock.ts'
import type { SharedList } from './shared-list.ts'

/** A claim on an idempotency key: the caller, and the exact request. Times in ms. */
export type Claim = {
  locationId: string
  caller: string
  /** The person who calls; undefined for a guest and for a tablet. */
  userId: string | undefined
  key: string
  method: string
  path: string
  fingerprint: string
  nowMs: number
  expiresAtMs: number
  movesMoney: boolean
  /** Allowed even when there is no disk space for anything new. */
  finishes: boolean
  /** A call that only staff make. */
  isStaffs: boolean
  /** Stored answers are encrypted: they contain names, addresses and card numbers. */
  cipher: DataCipher
}

/** `body` has an empty list in the place of `shared`. */
export type StoredReply = { status: number; body: string; shared?: SharedList | undefined }

type KeyRow = {
  method: string
  path: string
  fingerprint: string
  state: 'running' | 'done'
  status: number | null
  body: string | null
  shared_id: string | null
  locked_until: number
}

const keyColumns = 'method, path, fingerprint, state, status, body, shared_id, locked_until'

/** The caller of guests' keys: keys are random, and their tickets' ids are the capability. */
export const guestCaller = 'guest'

/**
 * Claims a key for this request until `lockedUntilMs` (0: until the transaction ends). Returns the stored reply when there is one, and undefined when the claim
 * is now ours. Keys belong to their callers: the same key under another caller is a new one, except for a device that signs in or out between two copies of a
 * request. Throws 401 where the person was deleted, 422 idempotency_mismatch for another request under the same key, 409 idempotency_in_progress while another
 * copy of this one runs, and 503 ordering_paused for a new one while there is no disk space.
 */
export async function claimKey(
  tx: Transaction,
  claim: Claim,
  lockedUntilMs: number,
): Promise<StoredReply | undefined> {
  const { locationId, userId } = claim
  const keeping = userId === undefined ? undefined : lockPersonShared(tx, { locationId, userId })
  lockKey(tx, claim)
  const [, claimed, asGuest] = await Promise.all([
    keeping,
    insertClaim(tx, claim, lockedUntilMs),
    findGuestReply(tx, claim),
  ])
  if (asGuest) return asGuest
  if (claimed) return tx.hasRoom() || claim.finishes ? undefined : refuseNew(tx, claim)
  const row = await findKey(tx, claim, 'FOR UPDATE')
  // The first copy was rolled back between our two statements: the next try is the first.
  if (!row) throw inProgress()
  if (!isSame(row, claim)) throw usedBefore()
  if (row.state === 'done') return storedReply(tx, claim, row)
  if (row.locked_until > claim.nowMs) throw inProgress()
  tx.later(
    'UPDATE idempotency_keys SET locked_until = $4, locked_by = $5 WHERE location_id = $1 AND caller = $2 AND key = $3',
    [claim.locationId, claim.caller, claim.key, lockedUntilMs, holderUntil(tx, lockedUntilMs)],
  )
  return undefined
}

/**
 * There is no disk space to start anything. A call that moves money gets that as its final answer: a late copy of it must not charge a guest who was told that
 * nothing was charged. Any other call waits on the device, and comes again under its key.
 */
function refuseNew(tx: Transaction, claim: Claim): StoredReply {
  const refusal = claim.isStaffs ? noRoom() : orderingPaused()
  if (!claim.movesMoney) throw refusal
  const reply = { status: refusal.status, body: JSON.stringify(problemBody(refusal)) }
  finishClaim(tx, claim, reply)
  return reply
}

async function findKey(
  tx: Queryable,
  { locationId, caller, key }: Claim,
  lock: 'FOR UPDATE' | '' = '',
): Promise<KeyRow | undefined> {
  const rows = await tx.query<KeyRow>(
    `SELECT ${keyColumns} FROM idempotency_keys
     WHERE location_id = $1 AND caller = $2 AND key = $3 ${lock}`,
    [locationId, caller, key],
  )
  return rows[0]
}

const isSame = (row: KeyRow, { method, path, fingerprint }: Claim): boolean =>
  row.method === method && row.path === path && row.fingerprint === fingerprint

const storedReply = async (tx: Queryable, claim: Claim, row: KeyRow): Promise<StoredReply> => ({
  status: row.status ?? 200,
  body: row.body ? claim.cipher.open(row.body, placeOfReply(claim)) : '',
  shared: await findShared(tx, claim.locationId, row.shared_id),
})

/** The context that a stored answer is sealed with. */
export const placeOfReply = ({
  locationId,
  caller,
  key,
}: Pick<Claim, 'locationId' | 'caller' | 'key'>): string => `answer\n${locationId}\n${caller}\n${key}`

/** The request as the database stores it: as a keyed hash, since otherwise a card number could be found by trying all of them. `digest` is the body's. */
export const fingerprintOf = (cipher: DataCipher, digest: string): string => cipher.hash(`request\n${digest}`)

/** Serializes copies of a request that come under two callers, whose rows are unrelated. */
function lockKey(tx: Transaction, { locationId, key }: Claim): void {
  tx.later('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', [locationId, key])
}

/**
 * The answer that the same person got before signing in: a guest's change whose answer was lost is repeated with the bearer that the device has by now, and
 * must not be made again. In the other direction it is not made again either, but a guest gets no member's answer. Throws 409 idempotency_in_progress while it
 * still runs, 422 idempotency_mismatch for a guest.
 */
async function findGuestReply(tx: Queryable, claim: Claim): Promise<StoredReply | undefined> {
  const isGuest = claim.caller === guestCaller
  const rows = await tx.query<KeyRow>(
    `SELECT ${keyColumns} FROM idempotency_keys
     WHERE location_id = $1 AND key = $2 AND caller ${isGuest ? '<>' : '='} '${guestCaller}' AND expires_at > $3`,
    [claim.locationId, claim.key, claim.nowMs],
  )
  const row = rows.find((one) => isSame(one, claim))
  if (!row) return undefined
  if (row.state === 'running') {
    if (row.locked_until > claim.nowMs) throw inProgress()
    return undefined
  }
  if (isGuest) throw usedBefore()
  return storedReply(tx, { ...claim, caller: guestCaller }, row)
}

const usedBefore = (): ProblemError =>
  new ProblemError(
    422,
    'idempotency_mismatch',
    'This key was used for another change before, so this one was not made.',
  )

/** 409 with Retry-After: another copy of this change, or another payment of the same ticket, is still running. */
export const inProgress = (message = 'We are still working on this. One moment, please.'): ProblemError =>
  new ProblemError(409, 'idempotency_in_progress', message, { retryAfterSeconds: 1 })

async function insertClaim(tx: Transaction, claim: Claim, lockedUntilMs: number): Promise<boolean> {
  // An expired key is as good as new.
  const rows = await tx.query(
    `INSERT INTO idempotency_keys (location_id, caller, key, method, path, fingerprint, state, locked_until, created_at, expires_at, locked_by)
     VALUES ($1, $2, $3, $4, $5, $6, 'running', $7, $8, $9, $10)
     ON CONFLICT (location_id, caller, key) DO UPDATE SET method = excluded.method, path = excluded.path, fingerprint = excluded.fingerprint,
       state = 'running', status = NULL, body = NULL, shared_id = NULL, locked_until = excluded.locked_until, locked_by = excluded.locked_by,
       created_at = excluded.created_at, expires_at = excluded.expires_at
       WHERE idempotency_keys.expires_at <= excluded.created_at
     RETURNING 1 AS claimed`,
    [
      claim.locationId,
      claim.caller,
      claim.key,
      claim.method,
      claim.path,
      claim.fingerprint,
      lockedUntilMs,
      claim.nowMs,
      claim.expiresAtMs,
      holderUntil(tx, lockedUntilMs),
    ],
  )
  return rows.length > 0
}

/**
 * Locks the key of an earlier transaction's claim, before anything else in this one: a copy of the request locks its key first and then the payable, and
 * locking in different orders would deadlock.
 */
export function lockClaim(tx: Transaction, { locationId, caller, key }: Claim): void {
  tx.later(
    'SELECT 1 AS locked FROM idempotency_keys WHERE location_id = $1 AND caller = $2 AND key = $3 FOR UPDATE',
    [locationId, caller, key],
  )
}

/** Stores the reply under the key: from now on every copy of the request gets it. */
export function finishClaim(tx: Transaction, claim: Claim, reply: StoredReply): void {
  const body = reply.body === '' ? '' : claim.cipher.seal(reply.body, placeOfReply(claim))
  tx.later(
    `UPDATE idempotency_keys SET state = 'done', status = $4, body = $5, shared_id = $6, locked_until = 0, locked_by = NULL
     WHERE location_id = $1 AND caller = $2 AND key = $3`,
    [claim.locationId, claim.caller, claim.key, reply.status, body, reply.shared?.id ?? null],
  )
  if (reply.shared && !knownToBeKept.has(reply.shared)) keepShared(tx, claim, reply.shared)
}

/**
 * Stores the reply under the key, unless a copy of the call could do no harm: its object does not exist (404), or there is no disk space and it was refused or
 * is repeatable. The reserved space is for real changes.
 */
export function keepReply(
  tx: Transaction,
  claim: Claim,
  { reply, isRepeatable = false }: { reply: StoredReply; isRepeatable?: boolean | undefined },
): void {
  if (reply.status === 404 || (!tx.hasRoom() && (reply.status >= 400 || isRepeatable)))
    tx.later(
      `DELETE FROM idempotency_keys WHERE location_id = $1 AND caller = $2 AND key = $3 AND state = 'running' AND created_at = $4`,
      [claim.locationId, claim.caller, claim.key, claim.nowMs],
    )
  // A claim from an earlier copy still exists.
  finishClaim(tx, claim, reply)
}

/** Lists stored by committed transactions of this process. They are rebuilt each minute, so one in use is never near its expiry. */
const knownToBeKept = new WeakSet<SharedList>()

/** To be called with every reply whose transaction is committed. */
export function rememberKept({ shared }: StoredReply): void {
  if (shared) knownToBeKept.add(shared)
}

/** Longer than any reply that refers to it is stored (30 days). */
const sharedForMs = 40 * dayMs

function keepShared(tx: Transaction, { locationId, nowMs }: Claim, { id, field, text }: SharedList): void {
  tx.later(
    `INSERT INTO shared_lists (location_id, id, field, body, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (location_id, id) DO UPDATE SET expires_at = greatest(shared_lists.expires_at, excluded.expires_at)`,
    [locationId, id, field, text, nowMs + sharedForMs],
  )
}

async function findShared(
  tx: Queryable,
  locationId: string,
  id: string | null,
): Promise<SharedList | undefined> {
  if (id === null) return undefined
  const rows = await tx.query<{ field: string; body: string }>(
    'SELECT field, body FROM shared_lists WHERE location_id = $1 AND id = $2',
    [locationId, id],
  )
  if (!rows[0]) throw new Error('the list of a kept reply has gone')
  return { id, field: rows[0].field, text: rows[0].body }
}

/**
 * Takes up our claim in the transaction of its effect. Returns the reply if another copy of the request, which took the claim for abandoned, has finished it
 * meanwhile. Throws 422 idempotency_mismatch where the key was withdrawn.
 */
export async function resumeClaim(tx: Transaction, claim: Claim): Promise<StoredReply | undefined> {
  const row = await findKey(tx, claim, 'FOR UPDATE')
  if (row && !isSame(row, claim)) throw usedBefore()
  return row?.state === 'done' ? storedReply(tx, claim, row) : undefined
}

/** Lets the next copy of the request continue at once. A claim that another process has taken over stays as it is. */
export function releaseClaim(tx: Transaction, claim: Claim): void {
  tx.later(
    `UPDATE idempotency_keys SET locked_until = 0, locked_by = NULL
     WHERE location_id = $1 AND caller = $2 AND key = $3 AND state = 'running' AND locked_by IS NOT DISTINCT FROM $4`,
    [claim.locationId, claim.caller, claim.key, tx.holder ?? null],
  )
}

/**
 * Deletes a claim that was made until `lockedUntilMs` and has no effects, so that a request refused by a limit leaves nothing behind. Claims that existed
 * before, or were taken over by another copy since, are left to `releaseClaim`.
 */
export function dropClaim(tx: Transaction, claim: Claim, lockedUntilMs: number): void {
  tx.later(
    `DELETE FROM idempotency_keys WHERE location_id = $1 AND caller = $2 AND key = $3 AND state = 'running' AND locked_by IS NOT DISTINCT FROM $4
       AND created_at = $5 AND locked_until = $6`,
    [claim.locationId, claim.caller, claim.key, tx.holder ?? null, claim.nowMs, lockedUntilMs],
  )
}

/** Deletes expired keys. */
export async function forgetExpiredKeys(database: Queryable, nowMs: number): Promise<void> {
  await deleteInBatches(database, 'idempotency_keys', 'expires_at <= $1', [nowMs])
  await deleteInBatches(database, 'shared_lists', 'expires_at <= $1', [nowMs])
}

/**
 * Deletes a person's stored answers, which contain their name and address: under their own keys except the current one, and what guests were answered about
 * these orders, by their ids. A repetition under such a key is processed anew; their orders are over.
 */
export function forgetAnswersOf(
  tx: Transaction,
  {
    locationId,
    caller,
    except,
    about,
  }: { locationId: string; caller: string; except: string; about: readonly string[] },
): void {
  tx.later('DELETE FROM idempotency_keys WHERE location_id = $1 AND caller = $2 AND key <> $3', [
    locationId,
    caller,
    except,
  ])
  if (about.length > 0)
    tx.later(
      `DELETE FROM idempotency_keys k WHERE k.location_id = $1 AND k.caller = '${guestCaller}'
         AND EXISTS (SELECT 1 FROM unnest(string_to_array($2, ',')) AS about (id) WHERE strpos(k.path, about.id) > 0)`,
      [locationId, about.join()],
    )
}
