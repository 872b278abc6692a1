import * as z from 'zod/mini'
import type { ActivitiesAnswer, ActivitiesQuery, AppActivity, DeviceApp } from '#contract/schemas/admin.ts'
import type { Queryable } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { fieldProblem, notFound } from '#server/plugins/problems.ts'

/** A merchant's devices, their installed apps, and the apps' activity. */

type Device = { id: string; name: string }

/** A device of a location. Throws 404. */
export async function getDevice(database: Queryable, locationId: string, id: string): Promise<Device> {
  const rows = await database.query<Device>(
    'SELECT id, name FROM devices WHERE location_id = $1 AND id = $2',
    [locationId, id],
  )
  if (!rows[0]) throw notFound('There is no such device here.')
  return rows[0]
}

type DeviceAppRow = Omit<DeviceApp, 'installed_at' | 'last_seen_at'> & {
  installed_at: number
  last_seen_at: number
}

const deviceAppOf = (row: DeviceAppRow): DeviceApp => ({
  ...row,
  installed_at: new Date(row.installed_at).toISOString(),
  last_seen_at: new Date(row.last_seen_at).toISOString(),
})

const selectDeviceApps = `SELECT d.id, d.app_id, m.name, d.version, d.status, d.installed_at, d.last_seen_at FROM device_apps d
  JOIN master_apps m ON m.location_id = d.location_id AND m.id = d.app_id WHERE d.location_id = $1 AND d.device_id = $2`

/** What is installed on a device, by name. */
export async function listDeviceApps(
  database: Queryable,
  locationId: string,
  deviceId: string,
): Promise<DeviceApp[]> {
  const rows = await database.query<DeviceAppRow>(`${selectDeviceApps} ORDER BY lower(m.name), d.id`, [
    locationId,
    deviceId,
  ])
  return rows.map(deviceAppOf)
}

/** One app of a device. Throws 404. */
export async function getDeviceApp(
  database: Queryable,
  locationId: string,
  deviceId: string,
  id: string,
): Promise<DeviceApp> {
  const rows = await database.query<DeviceAppRow>(`${selectDeviceApps} AND d.id = $3`, [
    locationId,
    deviceId,
    id,
  ])
  if (!rows[0]) throw notFound('There is no such app on this device.')
  return deviceAppOf(rows[0])
}

const pageSize = 20

/** The allowed filters. An unknown one is refused: if it were ignored, the answer would contain what was not asked for. */
const Filters = z.strictObject({ type: z.optional(z.string().check(z.maxLength(60))) })

type ActivityRow = Omit<AppActivity, 'created_at'> & { created_at: number }

/** A page of the activity of an app on a device, by time. Throws 400 for invalid filters. */
export async function listActivities(
  database: Queryable,
  locationId: string,
  at: { deviceId: string; appId: string },
  query: z.infer<typeof ActivitiesQuery>,
): Promise<z.infer<typeof ActivitiesAnswer>> {
  const { type } = filtersOf(query.filters)
  const page = Number(query.page ?? '1')
  const which =
    'FROM app_activities WHERE location_id = $1 AND device_id = $2 AND device_app_id = $3 AND ($4::text IS NULL OR type = $4)'
  const params = [locationId, at.deviceId, at.appId, type ?? null]
  const order = query.sort_order === 'desc' ? 'DESC' : 'ASC'
  const [counted, rows] = await Promise.all([
    database.query<{ total: number }>(`SELECT count(*)::int AS total ${which}`, params),
    database.query<ActivityRow>(
      `SELECT id, type, detail, created_at ${which} ORDER BY created_at ${order}, id ${order} LIMIT ${pageSize} OFFSET $5`,
      [...params, (page - 1) * pageSize],
    ),
  ])
  const total = counted[0]!.total
  const activities = rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() }))
  return { activities, page, pages: Math.max(1, Math.ceil(total / pageSize)), total }
}

function filtersOf(text: string | undefined): z.infer<typeof Filters> {
  if (text === undefined || text === '') return {}
  const filters = z.safeParse(Filters, parsed(text))
  if (!filters.success) throw badFilters()
  return filters.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badFilters()
  }
}

const badFilters = () => fieldProblem(400, 'filters', 'Please send the filters as {"type":"scan"}.')

/** Deletes the activity of a location's devices before `beforeMs`. */
export const forgetOldActivities = (
  database: Queryable,
  locationId: string,
  beforeMs: number,
): Promise<void> =>
  deleteInBatches(database, 'app_activities', 'location_id = $1 AND created_at <= $2', [locationId, beforeMs])
