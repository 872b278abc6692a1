import * as z from 'zod/mini'
import type { LarderDatabase } from './database.ts'
import { guest } from './names.ts'
import { removeCopiesOf } from './personal.ts'
import type { SessionRow } from './rows/sessions.ts'
import { writeWithRoom } from './with-room.ts'

export type { SessionRow } from './rows/sessions.ts'

const text = z.string().check(z.minLength(1))
const Row = z.object({
  locationId: text,
  principal: text,
  token: text,
  refreshToken: text,
  expiresAt: z.number(),
  email: text,
  revocationId: z.optional(text),
  signedInAt: z.number(),
  renewalKey: z.optional(text),
})

/** The session of a location, or undefined. One that cannot be read counts as none. */
export async function findSession(db: LarderDatabase, locationId: string): Promise<SessionRow | undefined> {
  const row = z.safeParse(Row, await db.sessions.get(locationId))
  return row.success ? row.data : undefined
}

/** Every session on this device: the worker learns its location from here. */
export async function listSessions(db: LarderDatabase): Promise<SessionRow[]> {
  return (await db.sessions.toArray()).flatMap((row) => z.safeParse(Row, row).data ?? [])
}

/** Somebody signed in or out while work for somebody else was under way. */
export class SessionChangedError extends Error {
  override name = 'SessionChangedError'
}

/** Throws SessionChangedError unless the principal owns the device now. For use inside a transaction over `sessions` and the tables that are written. */
export async function requirePrincipal(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<void> {
  const current = (await findSession(db, locationId))?.principal ?? guest
  if (current !== principal) throw new SessionChangedError('somebody else is signed in now')
}

/** Saves refreshed tokens, unless the session was ended or refreshed meanwhile. Returns the session that is stored afterwards. */
export async function replaceSession(
  db: LarderDatabase,
  from: SessionRow,
  to: SessionRow,
): Promise<SessionRow | undefined> {
  return await writeWithRoom(db, [db.sessions], async () => {
    const current = await findSession(db, from.locationId)
    if (current?.refreshToken !== from.refreshToken) return current
    await db.sessions.put(to)
    return to
  })
}

/** How long a person's unsent order is kept for them after their session was refused (ms). */
export const quarantineMs = 24 * 60 * 60 * 1000

/** The key, among the small values of the store, of what was put aside at a location. */
export const quarantineKey = (locationId: string): string => `quarantine:${locationId}`
const Quarantine = z.object({ principal: text, since: z.number(), isDeleted: z.optional(z.boolean()) })
export type Quarantined = z.infer<typeof Quarantine>

/**
 * Since when (ms) it is known that the changes of a quarantine that is over were not sent, and whether their account was deleted. Whose they were is not kept.
 */
export const notSentKey = (locationId: string): string => `not-sent:${locationId}`

/**
 * The person whose session was refused, and since when their changes wait for them; undefined where there is none. `isDeleted`: they wait for nobody, because
 * the account was deleted.
 */
export async function findQuarantine(
  db: LarderDatabase,
  locationId: string,
): Promise<Quarantined | undefined> {
  return z.safeParse(Quarantine, (await db.meta.get(quarantineKey(locationId)))?.value).data
}

const NotSent = z.object({ since: z.number(), isDeleted: z.boolean() })

/** What was noted when changes were removed unsent, as a quarantine was over; undefined where none were. */
export async function findNotSent(
  db: LarderDatabase,
  locationId: string,
): Promise<z.infer<typeof NotSent> | undefined> {
  const value = (await db.meta.get(notSentKey(locationId)))?.value
  // A build before this one noted the time alone.
  return z.safeParse(NotSent, typeof value === 'number' ? { since: value, isDeleted: false } : value).data
}

/**
 * The server refused to refresh a session, because its account was deleted or for another reason: it goes with the copies of what the server knows, while the order and the unsent changes wait for the
 * same person to sign in again. Does nothing when the session was replaced meanwhile; answers with the session as it stands after.
 */
export async function endSession(
  db: LarderDatabase,
  from: SessionRow,
  now: number,
  isDeleted = false,
): Promise<SessionRow | undefined> {
  return await writeWithRoom(
    db,
    [
      db.sessions,
      db.users,
      db.transactions,
      db.cards,
      db.receipts,
      db.ticketHistories,
      db.keptViews,
      db.meta,
    ],
    async () => {
      const current = await findSession(db, from.locationId)
      if (current?.refreshToken !== from.refreshToken) return current
      await quarantine(db, from.locationId, from.principal, now, isDeleted)
      return undefined
    },
  )
}

/** Ends a session here, and puts what its person left unsent aside for them. For use inside a transaction over the tables of `endSession`. */
export async function quarantine(
  db: LarderDatabase,
  locationId: string,
  principal: string,
  now: number,
  isDeleted = false,
): Promise<void> {
  await db.sessions.delete(locationId)
  await removeCopiesOf(db, locationId, principal)
  await db.meta.put({
    key: quarantineKey(locationId),
    value: { principal, since: now, ...(isDeleted && { isDeleted }) },
  })
}

/** Ends a quarantine: its person is back, or somebody else has signed in. For use inside a transaction over `meta`. */
export async function endQuarantine(db: LarderDatabase, locationId: string): Promise<void> {
  await db.meta.bulkDelete([quarantineKey(locationId), notSentKey(locationId)])
}
