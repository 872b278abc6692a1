import type { Queryable, Transaction } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { holderUntil } from '#server/db/leases.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { orderingPaused, problemBody, ProblemError } from './problems.ts'
import { lockPersonShared } from './person-lock.ts'
import type { SharedList } from './shared-list.ts'

/** A claim on an idempotency key: whose it is, and what exactly was asked under it. Times in ms. */
export type Claim = {
  locationId: string
  caller: string
  /** The person who asks; undefined for a guest and for a tablet. */
  userId: string | undefined
  key: string
  method: string
  path: string
  fingerprint: string
  nowMs: number
  expiresAtMs: number
  movesMoney: boolean
  /** Goes on where there is no room for anything new. */
  finishes: boolean
  /** What was answered is kept encrypted: it bears names, addresses and card numbers. */
  cipher: DataCipher
}

/** `body` has an empty list where `shared` belongs. */
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

/** Whose keys those of guests are: random, and their tickets' ids are the capability. */
export const guestCaller = 'guest'

/**
 * Claims a key for this request until `lockedUntilMs` (0: until the transaction ends). Gives the stored reply when there is one, and
 * undefined when the claim is now ours. A key is its caller's alone: under another caller's the same key is a new one, but for a device that signs in or out
 * between two copies of a request. Throws 401 where the person has gone, 422 idempotency_mismatch for another request under the same key, 409
 * idempotency_in_progress while another copy of this one runs, and 503 ordering_paused for a new one while there is no room.
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
  // The first copy was rolled back between our two statements: whoever asks next is the first.
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
 * There is no room to begin anything. What moves money gets that as its answer for good: a copy of it that comes late must not charge a guest who was
 * told that nothing was. Anything else waits on the device, and comes again under its key.
 */
function refuseNew(tx: Transaction, claim: Claim): StoredReply {
  const refusal = orderingPaused()
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

/** Where a sealed answer belongs. */
export const placeOfReply = ({
  locationId,
  caller,
  key,
}: Pick<Claim, 'locationId' | 'caller' | 'key'>): string => `answer\n${locationId}\n${caller}\n${key}`

/** How the database knows what was asked: by a keyed hash, or a card number could be found by trying all of them. `digest` is that of the body. */
export const fingerprintOf = (cipher: DataCipher, digest: string): string => cipher.hash(`request\n${digest}`)

/** Lets one copy of a request be judged after the other also where they come under two callers, whose rows know nothing of each other. */
function lockKey(tx: Transaction, { locationId, key }: Claim): void {
  tx.later('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', [locationId, key])
}

/**
 * What the same person was answered before signing in: a change sent as a guest whose answer was lost is repeated with the bearer that the
 * device has by now, and must not be made again. The other way round it is not made again either, and a guest is given no member's answer. Throws 409
 * idempotency_in_progress while it still runs, 422 idempotency_mismatch for a guest.
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
  // A key past its retention is as good as new.
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
 * Locks the key of a claim that an earlier transaction made, before anything else of this one: a copy of the request locks its key first and then what
 * is paid, and two that lock in different orders would wait for each other for ever.
 */
export function lockClaim(tx: Transaction, { locationId, caller, key }: Claim): void {
  tx.later(
    'SELECT 1 AS locked FROM idempotency_keys WHERE location_id = $1 AND caller = $2 AND key = $3 FOR UPDATE',
    [locationId, caller, key],
  )
}

/** Keeps the reply under the key: from now on every copy of the request gets it. */
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
 * Keeps the reply under the key, unless the call left nothing that a copy of it could do twice: what it is about is not there (404), or there is no room and it
 * was refused or can be repeated. The room that is kept is for what changes something.
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
  // One that an earlier copy began is still there.
  finishClaim(tx, claim, reply)
}

/** Lists that a committed transaction of this process has written. They are made anew each minute, so one in use is never near its end. */
const knownToBeKept = new WeakSet<SharedList>()

/** To be told of every reply whose transaction is committed. */
export function rememberKept({ shared }: StoredReply): void {
  if (shared) knownToBeKept.add(shared)
}

/** Longer than any reply that names it is kept (30 days). */
const sharedForMs = 40 * 24 * 60 * 60 * 1000

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
 * Takes up a claim of ours in the transaction of its effect. Gives the reply where another copy of the request has finished it meanwhile: that one took
 * it for left. Throws 422 idempotency_mismatch where the key was withdrawn.
 */
export async function resumeClaim(tx: Transaction, claim: Claim): Promise<StoredReply | undefined> {
  const row = await findKey(tx, claim, 'FOR UPDATE')
  if (row && !isSame(row, claim)) throw usedBefore()
  return row?.state === 'done' ? storedReply(tx, claim, row) : undefined
}

/** Lets the next copy of the request go on at once with what was begun. A claim that another process has by now stays its own. */
export function releaseClaim(tx: Transaction, claim: Claim): void {
  tx.later(
    `UPDATE idempotency_keys SET locked_until = 0, locked_by = NULL
     WHERE location_id = $1 AND caller = $2 AND key = $3 AND state = 'running' AND locked_by IS NOT DISTINCT FROM $4`,
    [claim.locationId, claim.caller, claim.key, tx.holder ?? null],
  )
}

/**
 * Forgets a claim that was made until `lockedUntilMs` and on which nothing hangs: what a limit refused leaves nothing behind. Of one that was begun before,
 * or that another copy has taken since, the rest is `releaseClaim`'s.
 */
export function dropClaim(tx: Transaction, claim: Claim, lockedUntilMs: number): void {
  tx.later(
    `DELETE FROM idempotency_keys WHERE location_id = $1 AND caller = $2 AND key = $3 AND state = 'running' AND locked_by IS NOT DISTINCT FROM $4
       AND created_at = $5 AND locked_until = $6`,
    [claim.locationId, claim.caller, claim.key, tx.holder ?? null, claim.nowMs, lockedUntilMs],
  )
}

/** Forgets keys whose retention is over. */
export async function forgetExpiredKeys(database: Queryable, nowMs: number): Promise<void> {
  await deleteInBatches(database, 'idempotency_keys', 'expires_at <= $1', [nowMs])
  await deleteInBatches(database, 'shared_lists', 'expires_at <= $1', [nowMs])
}

/**
 * Forgets what a person was answered (it bears their name and address): under their own keys but the one that is being answered, and what guests were
 * answered about these orders, by their ids. What comes again under such a key is judged anew; their orders are over.
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
