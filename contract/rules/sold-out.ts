import { findTimeOfDay } from '../local-time.ts'
import { instantOf } from '../local-instant.ts'
import type { SoldOut } from '../schemas/location.ts'
import type { SlotDay } from '../schemas/ticket-order.ts'

/** Dishes that have run out for a while (extension `sold_out_today`, docs/decisions/078). */

/** Until the end of the kitchen's day, or until somebody says otherwise. */
export const soldOutLengths = ['day', 'open'] as const
export type SoldOutLength = (typeof soldOutLengths)[number]

/** How the staff's page and trail name them. */
export const soldOutLengthNames: Record<SoldOutLength, string> = {
  day: 'Until closing',
  open: 'Until turned on again',
}

/** When an order is to be ready; as soon as possible where it does not say. */
type ReadyTime = { readyDate?: string | undefined; readyTime?: string | undefined }

/** The instant (ms) by which is decided what an order may have: that of its ready time, on the restaurant's clock, else now. */
export function orderInstant({ readyDate, readyTime }: ReadyTime, timeZone: string, nowMs: number): number {
  const minutes = readyTime === undefined ? undefined : findTimeOfDay(readyTime)
  return readyDate === undefined || minutes === undefined ? nowMs : instantOf(readyDate, minutes, timeZone)
}

/** Whether a dish that has run out is still so at an instant (ms). An end that cannot be read is over. */
export const isSoldOut = ({ until }: Pick<SoldOut, 'until'>, atMs: number): boolean =>
  until === undefined || Date.parse(until) > atMs

/** Those that are so at an instant (ms). */
export const listNow = (soldOut: readonly SoldOut[] | undefined, atMs: number): SoldOut[] =>
  (soldOut ?? []).filter((one) => isSoldOut(one, atMs))

/** Those of the dishes in an order that will be had again by themselves, with until when (ms); the last to come back is last. */
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

/** Of days and times to order for, those from an instant (ms) on; a day without any is left out. */
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
