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

/** Order-ahead slots in the location's time zone, correct across both clock changes. */

type Slot = { minutes: number; atMs: number }

/**
 * The slots of one local date, in order. Hours past midnight belong to the next calendar date. A time that the clock skips in spring is left out; one that it
 * shows twice in autumn is the first of the two.
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

/** A slot's name: `2026-11-21 6:30pm`. */
export const slotName = (date: string, time: string): string => `${date} ${time}`

/** A cache of slot tables: one takes hundreds of time zone computations, and every ticket answer has one. */
export class SlotTables {
  readonly #days = new Map<string, Slot[]>()
  /** By location, the slots that are full; for kitchens with a limit. */
  readonly #full = new Map<string, ReadonlySet<string>>()
  readonly #pauses = new Map<string, OrderPause>()
  readonly #wire = new Map<
    string,
    { minute: number; revision: string; days: SlotDay[]; shared: SharedList }
  >()

  /** A location's slots from now on, by date; one too soon for the kitchen is not enabled. Dates without slots are left out. */
  list(merchant: Merchant, nowMs: number): SlotDay[] {
    return merchant.ordering.showOrderAhead ? this.#tableOf(merchant, nowMs).days : []
  }

  /** `list` in the form that answers have; undefined where nothing can be ordered ahead. */
  listOnWire(merchant: Merchant, nowMs: number): SharedList | undefined {
    return merchant.ordering.showOrderAhead ? this.#tableOf(merchant, nowMs).shared : undefined
  }

  /** Sets which of a location's slots (`slotName`) are full. This is for answers only: `reserveSlot` decides. */
  setFull(locationId: string, full: ReadonlySet<string>): void {
    const known = this.#full.get(locationId) ?? new Set()
    if (known.size === full.size && [...full].every((slot) => known.has(slot))) return
    this.#full.set(locationId, full)
    this.#wire.delete(locationId)
  }

  /** Sets a location's pause of new orders; undefined: none. */
  setPause(locationId: string, pause: OrderPause | undefined): void {
    if (JSON.stringify(this.#pauses.get(locationId)) === JSON.stringify(pause)) return
    if (pause) this.#pauses.set(locationId, pause)
    else this.#pauses.delete(locationId)
    this.#wire.delete(locationId)
  }

  /** The location's pause that is active at an instant (ms). */
  findPause({ locationId }: Merchant, nowMs: number): OrderPause | undefined {
    const pause = this.#pauses.get(locationId)
    return isPaused(pause, nowMs) ? pause : undefined
  }

  /** Marks one more slot as full. */
  addFull(locationId: string, slot: string): void {
    this.setFull(locationId, new Set([...(this.#full.get(locationId) ?? []), slot]))
  }

  /** Whether a slot was full according to this server's latest information. */
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
   * The instant of an offered slot (ms), or undefined when that date and time cannot be chosen. `time` is `h:mma`. A slot that was offered up to `graceMs` ago
   * counts, too, unless it is past: slots run out while guests type.
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

  /** Whether the kitchen can start in time: during a pause it starts nothing. */
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
    // Otherwise a server that runs for months would keep every date it has seen.
    if (this.#days.size > 500) this.#days.clear()
    this.#days.set(name, known)
    return known
  }
}
