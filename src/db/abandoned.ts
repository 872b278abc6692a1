import { guest } from './names.ts'
import type { LarderDatabase } from './database.ts'
import { personalTables, removePrincipals } from './personal.ts'
import {
  findQuarantine,
  findNotSent,
  findSession,
  notSentKey,
  quarantine,
  type Quarantined,
  quarantineKey,
  quarantineMs,
} from './sessions.ts'
import { countWaiting, listWaitingOf } from './waiting.ts'

/** How long it is said that changes were not sent (ms): until somebody signs in, or a month. */
const notSentMs = 30 * 24 * 60 * 60 * 1000

/** Deletes quarantined rows that nobody can claim any more: those of people who are not signed in and whose quarantine is over. */
export async function removeAbandoned(db: LarderDatabase, locationId: string, now: number): Promise<void> {
  await db.transaction('rw', [...personalTables(db), db.meta], async () => {
    const session = await findSession(db, locationId)
    const unreadable: { principal?: unknown } | undefined = session
      ? undefined
      : await db.sessions.get(locationId)
    if (typeof unreadable?.principal === 'string') await quarantine(db, locationId, unreadable.principal, now)
    await db.sessions
      .filter((row) => row.locationId === locationId && row.principal !== session?.principal)
      .delete()
    const waiting = await findQuarantine(db, locationId)
    // A quarantine dated by a clock that was ahead would last until that day: it starts again now.
    if (waiting && now < waiting.since)
      await db.meta.put({ key: quarantineKey(locationId), value: { ...waiting, since: now } })
    const quarantined = waiting && now - waiting.since < quarantineMs ? waiting.principal : undefined
    if (waiting && quarantined === undefined) await giveUp(db, locationId, waiting, now)
    else if (quarantined === undefined) await db.meta.delete(quarantineKey(locationId))
    await forgetNotSent(db, locationId, now)
    await removePrincipals(db, locationId, [guest, session?.principal, quarantined])
  })
}

/** A quarantine is over: what waited in it is about to be removed, and that is noted, so that nothing is dropped in silence. */
async function giveUp(
  db: LarderDatabase,
  locationId: string,
  { principal, isDeleted = false }: Quarantined,
  now: number,
): Promise<void> {
  if (countWaiting(await listWaitingOf(db, { locationId, principal })) > 0)
    await db.meta.put({ key: notSentKey(locationId), value: { since: now, isDeleted } })
  await db.meta.delete(quarantineKey(locationId))
}

async function forgetNotSent(db: LarderDatabase, locationId: string, now: number): Promise<void> {
  const since = (await findNotSent(db, locationId))?.since
  // A note from a clock that was ahead must not stay until that day.
  if (since === undefined || Math.abs(now - since) >= notSentMs) await db.meta.delete(notSentKey(locationId))
}
