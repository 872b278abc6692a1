import { formatDate } from '#contract/format-date.ts'
import { minutesOf } from '#contract/time-of-day.ts'
import { Temporal } from 'temporal-polyfill'
import { addDays, dayOf, findTimeOfDay, formatTimeOfDay, rangesOn } from '#contract/local-time.ts'
import { isPaused } from '#contract/rules/order-pause.ts'
import type { OrderPause } from '#contract/schemas/location.ts'
import { SlotDay } from '#contract/schemas/ticket-order.ts'
import type { Kitchen } from '#server/merchants/document.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type SharedList, shareList } from '#server/plugins/shared-list.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'

/** When an order can be ready: order-ahead slots in the location's own time, right over both changes of the clock. */

type Slot = { minutes: number; atMs: number }

/**
 * The slots of one local date, in order. Kitchen hours that run past midnight give their small hours to the date on the calendar.
 * A time that the clock skips in spring is left out; one that it shows twice in autumn is the first of the two.
 */
export function listSlots(kitchen: Kitchen, timeZone: string, date: string): Slot[] {
  const labels = new Set<number>()
  const day = { date, day: dayOf(date) }
  for (const offset of [-1, 0]) {
    for (const [from, until] of rangesOn(kitchen.hours, day, offset, kitchen.specialDays)) {
      for (let minutes = minutesOf(from); minutes < minutesOf(until); minutes += kitchen.slotMinutes) {
        const inDay = minutes + offset * 1440
        if (inDay >= 0 && inDay < 1440) labels.add(inDay)
      }
    }
  }
  return [...labels]
    .sort((one, other) => one - other)
    .flatMap((minutes) => {
      const atMs = findInstant(timeZone, date, minutes)
      return atMs === undefined ? [] : [{ minutes, atMs }]
    })
}

function findInstant(timeZone: string, date: string, minutes: number): number | undefined {
  const label = Temporal.PlainDate.from(date).toPlainDateTime(
    Temporal.PlainTime.from({ hour: Math.floor(minutes / 60), minute: minutes % 60 }),
  )
  const zoned = label.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(label) ? zoned.epochMilliseconds : undefined
}

/** A slot's own name: `2026-11-21 6:30pm`. */
export const slotName = (date: string, time: string): string => `${date} ${time}`

/** Order-ahead tables, kept: a table is hundreds of zone computations, and every ticket answer carries one. */
export class SlotTables {
  readonly #days = new Map<string, Slot[]>()
  /** Where a kitchen makes only so many orders at a time: the slots that have no room left, by location. */
  readonly #full = new Map<string, ReadonlySet<string>>()
  readonly #pauses = new Map<string, OrderPause>()
  readonly #wire = new Map<
    string,
    { minute: number; revision: string; days: SlotDay[]; shared: SharedList }
  >()

  /** The slots that a location offers from now on, by date; a slot too soon for the kitchen is not enabled. Dates with none left are not there. */
  list(merchant: Merchant, nowMs: number): SlotDay[] {
    return merchant.ordering.showOrderAhead ? this.#tableOf(merchant, nowMs).days : []
  }

  /** `list` as it stands in answers; undefined where nothing can be ordered ahead. */
  listOnWire(merchant: Merchant, nowMs: number): SharedList | undefined {
    return merchant.ordering.showOrderAhead ? this.#tableOf(merchant, nowMs).shared : undefined
  }

  /** Tells which of a location's slots (`slotName`) have no room left. It is what answers show: `reserveSlot` is what decides. */
  setFull(locationId: string, full: ReadonlySet<string>): void {
    const known = this.#full.get(locationId) ?? new Set()
    if (known.size === full.size && [...full].every((slot) => known.has(slot))) return
    this.#full.set(locationId, full)
    this.#wire.delete(locationId)
  }

  /** Tells whether a location takes no new orders for a while; undefined: it does. */
  setPause(locationId: string, pause: OrderPause | undefined): void {
    if (JSON.stringify(this.#pauses.get(locationId)) === JSON.stringify(pause)) return
    if (pause) this.#pauses.set(locationId, pause)
    else this.#pauses.delete(locationId)
    this.#wire.delete(locationId)
  }

  /** The pause of a location's new orders that runs at an instant (ms). */
  findPause({ locationId }: Merchant, nowMs: number): OrderPause | undefined {
    const pause = this.#pauses.get(locationId)
    return isPaused(pause, nowMs) ? pause : undefined
  }

  /** One more that has none. */
  addFull(locationId: string, slot: string): void {
    this.setFull(locationId, new Set([...(this.#full.get(locationId) ?? []), slot]))
  }

  /** Whether a slot had no room left when this server last heard. */
  isFull({ locationId }: Merchant, date: string, time: string): boolean {
    return this.#full.get(locationId)?.has(slotName(date, time)) ?? false
  }

  #tableOf(merchant: Merchant, nowMs: number): { days: SlotDay[]; shared: SharedList } {
    const minute = Math.floor(nowMs / 60_000)
    const kept = this.#wire.get(merchant.locationId)
    if (kept?.minute === minute && kept.revision === merchant.revision) return kept
    const days = this.#listDates(merchant, nowMs).flatMap((date): SlotDay[] => {
      const slots = this.#slotsOf(merchant, date).map(({ minutes, atMs }) => {
        const text = formatTimeOfDay(minutes)
        return {
          enable: this.#isInTime(merchant, atMs, nowMs) && !this.isFull(merchant, date, text),
          display: text,
          value: text,
        }
      })
      return slots.some((slot) => slot.enable)
        ? [{ date, date_to_show: formatDate(date), available_time_slots: slots }]
        : []
    })
    const made = {
      minute,
      revision: merchant.revision,
      days,
      shared: shareList('available_order_ahead_time_slots_for_the_future', SlotDay, days),
    }
    this.#wire.set(merchant.locationId, made)
    return made
  }

  /**
   * The instant of an offered slot (ms), or undefined when that date and time cannot be chosen. `time` is `h:mma`. One that was offered up to `graceMs`
   * ago stands, too, unless it is over: a slot runs out while its guest types.
   */
  find(merchant: Merchant, date: string, time: string, nowMs: number, graceMs = 0): number | undefined {
    if (!merchant.ordering.showOrderAhead || !this.#listDates(merchant, nowMs).includes(date))
      return undefined
    const atMs = this.findInstant(merchant, date, time)
    return atMs !== undefined && this.#isInTime(merchant, atMs, nowMs, graceMs) ? atMs : undefined
  }

  /** The instant of a slot (ms), whether or not it is still offered; undefined when the kitchen has none then. `time` is `h:mma`. */
  findInstant(merchant: Merchant, date: string, time: string): number | undefined {
    const minutes = findTimeOfDay(time)
    return this.#slotsOf(merchant, date).find((one) => one.minutes === minutes)?.atMs
  }

  /** Whether the kitchen can begin in time: nothing is begun during a pause. */
  #isInTime(merchant: Merchant, atMs: number, nowMs: number, graceMs = 0): boolean {
    const pause = this.findPause(merchant, nowMs)
    const leadMs = merchant.kitchen.leadMinutes * 60_000
    const fromMs = pause ? Date.parse(pause.until) : nowMs - Math.min(graceMs, leadMs)
    return atMs >= fromMs + leadMs
  }

  #listDates(merchant: Merchant, nowMs: number): string[] {
    const today = wallClock(nowMs, merchant.location.time_zone).date
    return Array.from({ length: merchant.kitchen.orderAheadDays + 1 }, (_, count) => addDays(today, count))
  }

  #slotsOf(merchant: Merchant, date: string): Slot[] {
    const name = `${merchant.locationId}/${merchant.revision}/${date}`
    const known = this.#days.get(name) ?? listSlots(merchant.kitchen, merchant.location.time_zone, date)
    // A server that runs for months would keep every date it has seen.
    if (this.#days.size > 500) this.#days.clear()
    this.#days.set(name, known)
    return known
  }
}
