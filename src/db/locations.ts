import * as z from 'zod/mini'
import { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { LarderDatabase } from './database.ts'
import { putUnlessOlder } from './newest.ts'
import type { LocationRow } from './rows/locations.ts'

export type { LocationRow } from './rows/locations.ts'

const Row = z.object({ copy: LocationCopy, etags: z.record(z.string(), z.string()), savedAt: z.number() })

/** The location's copy and its age (ms since the epoch), or undefined. A row that no longer fits its schema counts as none. */
export async function findLocation(db: LarderDatabase, locationId: string): Promise<LocationRow | undefined> {
  const row = z.safeParse(Row, await db.locations.get(locationId))
  return row.success ? { locationId, ...row.data } : undefined
}

/** Replaces the location's copy, unless a newer one is there. */
export async function saveLocation(db: LarderDatabase, row: LocationRow, now?: number): Promise<void> {
  await db.transaction('rw', db.locations, () => putUnlessOlder(db.locations, row.locationId, row, now))
}
