import type { Clock, Ids } from '#contract/ports.ts'
import type { MasterApp, MasterAppBody, MasterAppEditBody } from '#contract/schemas/admin.ts'
import type { Queryable } from '#server/db/database.ts'
import { changedMeanwhile, notFound } from '#server/plugins/problems.ts'

/** The programs that a merchant's devices run. */

type MasterAppRow = Omit<MasterApp, 'created_at' | 'updated_at'> & { created_at: number; updated_at: number }

const masterAppOf = (row: MasterAppRow): MasterApp => ({
  ...row,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
})

const noApp = () => notFound('There is no such app here.')
const columns = 'id, name, description, platform, version, active, created_at, updated_at'

/** Every master app of a location, by name. */
export async function listMasterApps(database: Queryable, locationId: string): Promise<MasterApp[]> {
  const rows = await database.query<MasterAppRow>(
    `SELECT ${columns} FROM master_apps WHERE location_id = $1 ORDER BY lower(name), id`,
    [locationId],
  )
  return rows.map(masterAppOf)
}

/** One master app. Throws 404. */
export async function getMasterApp(database: Queryable, locationId: string, id: string): Promise<MasterApp> {
  const rows = await database.query<MasterAppRow>(
    `SELECT ${columns} FROM master_apps WHERE location_id = $1 AND id = $2`,
    [locationId, id],
  )
  if (!rows[0]) throw noApp()
  return masterAppOf(rows[0])
}

/** Writes a new master app. */
export async function createMasterApp(
  tx: Queryable,
  locationId: string,
  body: MasterAppBody,
  ports: { clock: Clock; ids: Ids },
): Promise<MasterApp> {
  const rows = await tx.query<MasterAppRow>(
    `INSERT INTO master_apps (location_id, id, name, description, platform, version, active, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING ${columns}`,
    [
      locationId,
      ports.ids.uuid(),
      body.name,
      body.description,
      body.platform,
      body.version,
      body.active,
      ports.clock.now(),
    ],
  )
  return masterAppOf(rows[0]!)
}

/** Overwrites a master app. Throws 404, and 409 where it has changed since `updated_at`, when it was read. */
export async function updateMasterApp(
  tx: Queryable,
  locationId: string,
  id: string,
  body: MasterAppEditBody,
  { clock }: { clock: Clock },
): Promise<MasterApp> {
  const rows = await tx.query<MasterAppRow>(
    `UPDATE master_apps SET name = $3, description = $4, platform = $5, version = $6, active = $7, updated_at = $8
     WHERE location_id = $1 AND id = $2 AND updated_at = coalesce($9, updated_at) RETURNING ${columns}`,
    [
      locationId,
      id,
      body.name,
      body.description,
      body.platform,
      body.version,
      body.active,
      clock.now(),
      body.updated_at === undefined ? null : Date.parse(body.updated_at),
    ],
  )
  if (rows[0]) return masterAppOf(rows[0])
  const { name } = await getMasterApp(tx, locationId, id)
  throw changedMeanwhile(
    `Somebody else has changed ${name} since you opened it. Please close this and open it again. Nothing was saved.`,
  )
}
