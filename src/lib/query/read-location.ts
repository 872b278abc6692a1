import { locationEndpoints } from '#contract/endpoints/location.ts'
import { localTime } from '#contract/local-time.ts'
import { listInForce } from '#contract/rules/announcements.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { findLocation, type LocationRow, saveLocation } from '#db/locations.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { serverTimeOfDay } from '#lib/ports/server-time-of-day.ts'
import { type Aged, type Fetched, readDeviceBacked } from './device-backed.ts'
import type { ReadPorts } from './services.ts'

/**
 * Location, configurations and announcements: the device's copy through `show`, then the network's (see readDeviceBacked). The device stores all announcements,
 * and shows those in force today, so that even without a network the notice of a closing appears and disappears on the right days.
 */
export async function readLocation(
  ports: ReadPorts,
  show: (copy: Aged<LocationCopy>) => void,
): Promise<Aged<LocationCopy>> {
  let row: LocationRow | undefined
  const today = ({ value, savedAt }: Aged<LocationCopy>): Aged<LocationCopy> => {
    const { date } = localTime(serverTime(ports.clock.now()), value.location.time_zone)
    return { value: { ...value, announcements: listInForce(value.announcements, date) }, savedAt }
  }
  const read = await readDeviceBacked<Aged<LocationCopy>>({
    async find() {
      row = await findLocation(ports.db, ports.locationId)
      return row && { value: row.copy, savedAt: row.savedAt }
    },
    fetch: (askedAt) => fetchLocation(ports, row, askedAt),
    show: (copy) => show(today(copy)),
    now: ports.clock.now,
  })
  return today(read)
}

/** Requests the three parts at once, each with its ETag, to be stored together. */
async function fetchLocation(
  { api, db, clock, locationId }: ReadPorts,
  row: LocationRow | undefined,
  savedAt: number,
): Promise<Fetched<Aged<LocationCopy>>> {
  // In the restaurant's own time (AL-02); UTC while its zone is not known.
  const zone = row?.copy.location.time_zone ?? 'UTC'
  const time = serverTimeOfDay(clock.now(), zone)
  const [location, configurations, announcements] = await Promise.all([
    api.call(locationEndpoints.getLocation, { etag: row?.etags.location }),
    api.call(locationEndpoints.getConfigurations, { etag: row?.etags.configurations }),
    api.call(locationEndpoints.listAnnouncements, { query: { time }, etag: row?.etags.announcements }),
  ])
  const part = <T>(
    answer: { notModified: false; value: T } | { notModified: true },
    stored: T | undefined,
  ): T => {
    if (!answer.notModified) return answer.value
    if (stored === undefined) throw new Error('304 for a part that is not stored')
    return stored
  }
  const stored = row?.copy
  const copy: LocationCopy = {
    location: part(location, stored && { location: stored.location }).location,
    configurations: part(configurations, stored && { configurations: stored.configurations }).configurations,
    announcements: part(announcements, stored && { announcements: stored.announcements }).announcements,
  }
  const etags = Object.fromEntries(
    Object.entries({ location, configurations, announcements }).flatMap(([name, answer]) => {
      const etag = answer.notModified ? row?.etags[name] : answer.etag
      return etag ? [[name, etag]] : []
    }),
  )
  return {
    answer: { value: copy, savedAt },
    save: (now) => saveLocation(db, { locationId, copy, etags, savedAt }, now),
  }
}
