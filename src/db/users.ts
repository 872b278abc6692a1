import * as z from 'zod/mini'
import { User, type UserUpdateBody } from '#contract/schemas/user.ts'
import type { LarderDatabase } from './database.ts'
import { guest } from './names.ts'
import { enqueue, listUserChanges, removeChange, type UserOp } from './outbox.ts'
import { isNewer } from './newest.ts'
import { requirePrincipal, SessionChangedError } from './sessions.ts'
import { writeWithRoom } from './with-room.ts'
import type { UserRow } from './rows/users.ts'

export type { UserRow } from './rows/users.ts'

const Refusal = z.object({
  opId: z.string(),
  messages: z.array(z.string()),
  typed: z.optional(z.record(z.string(), z.string())),
})
const Row = z.object({
  user: User,
  etag: z.nullable(z.string()),
  savedAt: z.number(),
  refusal: z.optional(Refusal),
})

/** A person's own row, or undefined. A row that no longer fits its schema counts as none. */
export async function findUser(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<UserRow | undefined> {
  const row = z.safeParse(Row, await db.users.get([locationId, principal]))
  return row.success ? { locationId, principal, ...row.data } : undefined
}

/** A person's row with their pending edits, newest last; undefined where there is no row. */
export async function findEditedUser(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<{ row: UserRow; waiting: UserOp[] } | undefined> {
  return await db.transaction('r', db.users, db.outbox, async () => {
    const row = await findUser(db, locationId, principal)
    return row && { row, waiting: await listUserChanges(db, locationId, principal) }
  })
}

/** Replaces a person's row, unless a newer one is stored; an unread refusal stays. Throws SessionChangedError when they are no longer signed in. */
export async function saveUser(
  db: LarderDatabase,
  row: Omit<UserRow, 'refusal'>,
  now?: number,
): Promise<void> {
  await db.transaction('rw', db.sessions, db.users, async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    const stored = await findUser(db, row.locationId, row.principal)
    if (isNewer(stored, row, now)) return
    const { refusal } = stored ?? {}
    await db.users.put({ ...row, ...(refusal && { refusal }) })
  })
}

/** Records that the copy was found unchanged at a time (ms since the epoch). */
export async function touchUser(
  db: LarderDatabase,
  locationId: string,
  principal: string,
  savedAt: number,
): Promise<void> {
  await db.users.update([locationId, principal], { savedAt })
}

/**
 * Saves an edit of the account, in place of one that has not left the device: the last one wins. The new edit takes over the ETag of the replaced one, so that
 * a change made elsewhere before that one is still noticed. Throws SessionChangedError when its person is no longer signed in, and for a guest, who has no
 * account.
 */
export async function appendUserChange(
  db: LarderDatabase,
  who: { locationId: string; principal: string },
  change: { opId: string; body: UserUpdateBody; editedFrom: string | undefined },
  now: number,
): Promise<void> {
  await writeWithRoom(db, [db.sessions, db.users, db.outbox], async () => {
    await requirePrincipal(db, who.locationId, who.principal)
    if (who.principal === guest) throw new SessionChangedError('nobody is signed in')
    const waiting = await listUserChanges(db, who.locationId, who.principal)
    const unsent = waiting.filter((op) => op.sent !== true)
    await db.outbox.bulkDelete(unsent.map((op) => op.seq))
    const stored = await findUser(db, who.locationId, who.principal)
    const etag = unsent[0] ? unsent[0].change.etag : (change.editedFrom ?? stored?.etag ?? null)
    const typed = typedIn(change.body, stored?.user, waiting)
    const edit = { kind: 'user.update', body: change.body, typed, etag } as const
    await enqueue(db, { opId: change.opId, ...who, change: edit }, now)
    if (stored?.refusal) await db.users.put({ ...stored, refusal: undefined })
  })
}

/**
 * What somebody typed: the fields of an edit that differ from what was shown, and what they typed in pending edits. All other fields are as shown, and not
 * their wish.
 */
function typedIn(
  body: UserUpdateBody,
  user: User | undefined,
  waiting: readonly UserOp[],
): Partial<UserUpdateBody> {
  const shown: Partial<UserUpdateBody> = Object.assign({}, user, ...waiting.map((op) => op.change.body))
  const changed = Object.entries(body).filter(
    ([field, value]) => value !== shown[field as keyof UserUpdateBody],
  )
  return Object.assign({}, ...waiting.map((op) => op.change.typed), Object.fromEntries(changed))
}

/** The server accepted an edit. Later edits that were made on top of it continue from its answer. */
export async function acknowledgeUser(
  db: LarderDatabase,
  op: UserOp,
  answer: { user: User; etag: string | null },
  now: number,
): Promise<void> {
  const { locationId, principal } = op
  await writeWithRoom(db, [db.users, db.outbox], async () => {
    // Signed out while the answer was on its way: nothing of it is stored.
    if (!(await removeChange(db, op))) return
    await db.users.put({ locationId, principal, ...answer, savedAt: now })
    for (const later of await listUserChanges(db, locationId, principal)) {
      if (later.change.etag === op.change.etag)
        await db.outbox.update(later.seq, { change: { ...later.change, etag: answer.etag } })
    }
  })
}

/** The server refused an edit for good: it is removed; the reason stays to be read, and what was typed can be saved again. */
export async function refuseUserChange(db: LarderDatabase, op: UserOp, messages: string[]): Promise<void> {
  await writeWithRoom(db, [db.users, db.outbox], async () => {
    await removeChange(db, op)
    const typed = op.change.typed ?? op.change.body
    await db.users.update([op.locationId, op.principal], { refusal: { opId: op.opId, messages, typed } })
  })
}

/** The user has read why an edit was refused. */
export async function dismissUserRefusal(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<void> {
  await db.users.update([locationId, principal], { refusal: undefined })
}
