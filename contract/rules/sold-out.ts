import { findTimeOfDay } from '../local-time.ts'
import { instantOf } from '../local-instant.ts'
import type { SoldOut } from '../schemas/location.ts'
import type { SlotDay } from '../schemas/ticket-order.ts'

/** Dishes that are sold out for a while (extension `sold_out_today`, docs/decisions/078). */

/** Until the end of the kitchen's day, or until the staff change it. */
export const soldOutLengths = ['day', 'open'] as const
export type SoldOutLength = (typeof soldOutLengths)[number]

/** How the staff's page and audit trail name them. */
export const soldOutLengthNames: Record<SoldOutLength, string> = {
  day: 'Until closing',
  open: 'Until turned on again',
}

/** When an order is to be ready; undefined fields mean as soon as possible. */
type ReadyTime = { readyDate?: string | undefined; readyTime?: string | undefined }

/** The instant (ms) for which an order's dishes must be available: its ready time in the restaurant's zone, else now. */
export function orderInstant({ readyDate, readyTime }: ReadyTime, timeZone: string, nowMs: number): number {
  const minutes = readyTime === undefined ? undefined : findTimeOfDay(readyTime)
  return readyDate === undefined || minutes === undefined ? nowMs : instantOf(readyDate, minutes, timeZone)
}

/** Whether a dish is sold out at an instant (ms). An end that cannot be read counts as past. */
export const isSoldOut = ({ until }: Pick<SoldOut, 'until'>, atMs: number): boolean =>
  until === undefined || Date.parse(until) > atMs

/** The dishes that are sold out at an instant (ms). */
export const listNow = (soldOut: readonly SoldOut[] | undefined, atMs: number): SoldOut[] =>
  (soldOut ?? []).filter((one) => isSoldOut(one, atMs))

/** The availability of a dish as one text: sold out until an instant (ISO 8601), `open` where that has no end, or `none`. */
export const soldOutState = (one: SoldOut | undefined): string => (one ? (one.until ?? 'open') : 'none')

/** The sold-out dishes of an order that will be back by themselves, each with when (ms), the latest last. */
export function listBackLater(
  lines: readonly { menu_item: string; name: string }[],
  soldOut: readonly SoldOut[] | undefined,
  nowMs: number,
): { name: string; untilMs: number }[] {
  return lines
    .flatMap(({ menu_item: id, name }) => {
      const until = soldOut?.find((one) => one.item_id === id && isSoldOut(one, nowMs))?.until
      return until === undefined ? [] : [{ name, untilMs: Date.parse(until) }]
    })
    .toSorted((one, other) => one.untilMs - other.untilMs)
}

/** The days and times for ordering ahead that are not before an instant (ms). A day with no time left is dropped. */
export function slotsFrom(days: readonly SlotDay[], fromMs: number, timeZone: string): SlotDay[] {
  return days.flatMap((day) => {
    const slots = day.available_time_slots.map((slot) => ({
      ...slot,
      enable:
        slot.enable &&
        orderInstant({ readyDate: day.date, readyTime: slot.value }, timeZone, fromMs) >= fromMs,
    }))
    return slots.some(({ enable }) => enable) ? [{ ...day, available_time_slots: slots }] : []
  })
}
