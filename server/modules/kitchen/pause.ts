import { dayMinutes, minuteMs } from '#contract/durations.ts'
import { instantOf } from '#contract/local-instant.ts'
import { addDays, rangesOn } from '#contract/local-time.ts'
import type { PauseLength } from '#contract/rules/order-pause.ts'
import type { KitchenPause, OrderPauseBody } from '#contract/schemas/kitchen.ts'
import type { OrderPause } from '#contract/schemas/location.ts'
import { minutesOf } from '#contract/time-of-day.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'
import type { SlotTables } from '#server/modules/tickets/slots.ts'
import { changedMeanwhile } from '#server/plugins/problems.ts'

/** The pause of new orders (docs/decisions/076). */

/** How long until this server notices another process's pause (ms). */
export const pausesEveryMs = 3000

type Row = {
  location_id: string
  paused_until: number
  pause_length: PauseLength
  pause_reason: KitchenPause['reason'] | null
  pause_reason_told: boolean
}

const columns = 'location_id, paused_until, pause_length, pause_reason, pause_reason_told'

const pauseOf = (row: Row): KitchenPause => ({
  until: new Date(row.paused_until).toISOString(),
  ...(row.pause_length === 'day' && { rest_of_day: true }),
  ...(row.pause_reason !== null && { reason: row.pause_reason }),
  tells_reason: row.pause_reason_told,
})

/** What guests may know of a pause. */
const publicPauseOf = ({
  until,
  rest_of_day: restOfDay,
  reason,
  tells_reason: tellsGuests,
}: KitchenPause): OrderPause => ({
  until,
  ...(restOfDay && { rest_of_day: true }),
  ...(tellsGuests && reason !== undefined && { reason }),
})

/** The pause of a location that is active at an instant (ms). */
export async function findPause(
  database: Queryable,
  locationId: string,
  nowMs: number,
): Promise<KitchenPause | undefined> {
  const [row] = await database.query<Row>(
    `SELECT ${columns} FROM kitchens WHERE location_id = $1 AND paused_until > $2`,
    [locationId, nowMs],
  )
  return row && pauseOf(row)
}

/** Updates the slot tables with the paused locations, including what other servers have started or ended. */
export async function refreshPauses(
  database: Queryable,
  merchants: readonly Merchant[],
  slots: SlotTables,
  nowMs: number,
): Promise<void> {
  const rows = await database.query<Row>(`SELECT ${columns} FROM kitchens WHERE paused_until > $1`, [nowMs])
  const pauses = new Map(rows.map((row) => [row.location_id, publicPauseOf(pauseOf(row))]))
  for (const { locationId } of merchants) slots.setPause(locationId, pauses.get(locationId))
}

/** Starts a pause, replacing an active one, and returns it. */
export function beginPause(
  tx: Transaction,
  merchant: Merchant,
  length: PauseLength,
  { reason, tells_reason: tellsGuests = false }: OrderPauseBody,
  nowMs: number,
): OrderPause {
  const until = length === 'day' ? endOfDay(merchant, nowMs) : endOfMinutes(Number(length), nowMs)
  const row: Row = {
    location_id: merchant.locationId,
    paused_until: until,
    pause_length: length,
    pause_reason: reason ?? null,
    pause_reason_told: tellsGuests,
  }
  tx.later(
    `INSERT INTO kitchens (location_id, is_on, changed_at, paused_until, pause_length, pause_reason, pause_reason_told)
     VALUES ($1, true, $2, $3, $4, $5, $6)
     ON CONFLICT (location_id) DO UPDATE SET paused_until = excluded.paused_until, pause_length = excluded.pause_length,
       pause_reason = excluded.pause_reason, pause_reason_told = excluded.pause_reason_told`,
    [merchant.locationId, nowMs, until, length, reason ?? null, tellsGuests],
  )
  return publicPauseOf(pauseOf(row))
}

/** Throws 409 where somebody else has started, changed or ended a pause since the screen showed `seen`. A pause that is over by itself is no change. */
export function checkSeenPause(
  before: KitchenPause | undefined,
  { length, seen }: OrderPauseBody,
  nowMs: number,
): void {
  if (seen === undefined || (length === 'none' && before === undefined)) return
  const isOver = seen === 'none' || !(Date.parse(seen) > nowMs)
  if (isOver && before)
    throw changedMeanwhile('New orders were already paused on another screen. Nothing was changed.')
  if (!isOver && !before)
    throw changedMeanwhile('New orders were already resumed on another screen. Nothing was changed.')
  if (!isOver && before?.until !== seen)
    throw changedMeanwhile('This pause was already changed on another screen. Nothing was changed.')
}

/** Ends a pause early. */
export const endPause = (tx: Transaction, { locationId }: Merchant): void =>
  tx.later('UPDATE kitchens SET paused_until = NULL WHERE location_id = $1', [locationId])

/** Rounded up to a whole minute, so that the time shown to guests is exact. */
const endOfMinutes = (minutes: number, nowMs: number): number =>
  Math.ceil((nowMs + minutes * minuteMs) / minuteMs) * minuteMs

/**
 * The end of the kitchen's day, in the restaurant's time zone (ms): the end of running overnight hours, else of the last hours that begin today; midnight on a
 * day that has none left.
 */
export function endOfDay({ kitchen, location }: Merchant, nowMs: number): number {
  const today = wallClock(nowMs, location.time_zone)
  const { date, minutes } = today
  const untilsOf = (offset: number): number[] =>
    rangesOn(kitchen.hours, today, offset, kitchen.specialDays).map(([, until]) => minutesOf(until))
  const night = untilsOf(-1).map((until) => until - dayMinutes)
  const runs = night.filter((until) => until > minutes)
  const left = runs.length > 0 ? runs : untilsOf(0).filter((until) => until > minutes)
  const end = left.length > 0 ? Math.max(...left) : dayMinutes
  return instantOf(addDays(date, Math.floor(end / dayMinutes)), end % dayMinutes, location.time_zone)
}
