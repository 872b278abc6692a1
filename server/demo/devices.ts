import { dayMs } from '#contract/durations.ts'
import type { Transaction } from '#server/db/database.ts'

/** The devices of a demo restaurant, their apps and activities, so that administrators have something to look at. */

const masterApps = [
  {
    id: 'till',
    name: 'Larder Till',
    description: 'Takes orders and gift cards at the counter.',
    platform: 'android',
    version: '4.2.1',
    active: true,
  },
  {
    id: 'orders',
    name: 'Order Screen',
    description: 'Shows the kitchen what is to be made, and when.',
    platform: 'web',
    version: '2.0.3',
    active: true,
  },
  {
    id: 'scanner',
    name: 'Card Scanner',
    description: 'Reads gift cards with the camera.',
    platform: 'ios',
    version: '1.7',
    active: true,
  },
  {
    id: 'kiosk',
    name: 'Table Kiosk',
    description: 'Lets guests order at the table.',
    platform: 'windows',
    version: '0.9.12',
    active: false,
  },
]

const devices = [
  {
    id: 'counter-tablet',
    name: 'Counter tablet',
    apps: [
      { id: 'counter-till', appId: 'till', version: '4.2.1', status: 'running' },
      { id: 'counter-scanner', appId: 'scanner', version: '1.6', status: 'update_available' },
    ],
  },
  {
    id: 'kitchen-screen',
    name: 'Kitchen screen',
    apps: [{ id: 'kitchen-orders', appId: 'orders', version: '2.0.3', status: 'running' }],
  },
]

/** What a device does, repeated; with 47 entries the list has three pages. */
const kinds = [
  { type: 'sale', detail: 'Order taken at the counter' },
  { type: 'scan', detail: 'Gift card read' },
  { type: 'sale', detail: 'Order taken at the counter' },
  { type: 'sync', detail: 'Menu brought up to date' },
  { type: 'error', detail: 'Receipt printer out of paper' },
]
const activityCount = 47

/** Writes a location's master apps, devices and activities. */
export function seedDevices(tx: Transaction, locationId: string, nowMs: number): void {
  for (const app of masterApps)
    tx.later(
      `INSERT INTO master_apps (location_id, id, name, description, platform, version, active, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        locationId,
        app.id,
        app.name,
        app.description,
        app.platform,
        app.version,
        app.active,
        nowMs - 90 * dayMs,
        nowMs - 20 * dayMs,
      ],
    )
  for (const device of devices) {
    tx.later('INSERT INTO devices (location_id, id, name, created_at) VALUES ($1, $2, $3, $4)', [
      locationId,
      device.id,
      device.name,
      nowMs - 60 * dayMs,
    ])
    for (const app of device.apps)
      tx.later(
        `INSERT INTO device_apps (location_id, device_id, id, app_id, version, status, installed_at, last_seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          locationId,
          device.id,
          app.id,
          app.appId,
          app.version,
          app.status,
          nowMs - 60 * dayMs,
          nowMs - 5 * 60_000,
        ],
      )
  }
  for (let index = 0; index < activityCount; index++) {
    const { type, detail } = kinds[index % kinds.length]!
    tx.later(
      `INSERT INTO app_activities (location_id, device_id, device_app_id, id, type, detail, created_at)
       VALUES ($1, 'counter-tablet', 'counter-till', $2, $3, $4, $5)`,
      [
        locationId,
        `activity-${String(index + 1).padStart(3, '0')}`,
        type,
        detail,
        nowMs - (activityCount - index) * 47 * 60_000,
      ],
    )
  }
}
