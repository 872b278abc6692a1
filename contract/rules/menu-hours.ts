import { t } from '../language.ts'
import { dayOf, findTimeOfDay, type LocalTime, openState } from '../local-time.ts'
import { openingWords } from './opening-words.ts'
import type { OpeningHours, SpecialDay } from '../schemas/opening-hours.ts'
import type { SlotDay } from '../schemas/ticket-order.ts'

/** The fields of a menu that say when it is served. Without hours it is served whenever the kitchen is open. */
export type ServedMenu = { name: string; served?: OpeningHours | undefined }

/** Whether a menu is served at a local time. */
export const isServed = ({ served }: ServedMenu, at: LocalTime): boolean =>
  !served || openState(served, at).open

/** `Served from 11:30am`, for a menu that is not served at a local time; undefined where it is. */
export function servedText({ served }: ServedMenu, at: LocalTime): string | undefined {
  if (!served) return undefined
  const state = openState(served, at)
  if (state.open) return undefined
  return state.opens === undefined ? t('Not served these days') : t`Served from ${openingWords(state.opens)}`
}

/** The fields of a location that say when it is open. */
type Openable = { hours?: OpeningHours | undefined; special_days?: readonly SpecialDay[] | undefined }

/** Menus in their order, those that are served at a local time first. While the restaurant is closed, those that are served when it opens come first. */
export function servedFirst<M extends ServedMenu>(
  menus: readonly M[],
  at: LocalTime,
  location?: Openable,
): M[] {
  const state = location?.hours && openState(location.hours, at, location.special_days)
  const opens = state?.open ? undefined : state?.opens
  // Menus have no special days, so the weekday is enough.
  const then = opens ? { ...at, minutes: opens.minutes, day: opens.day ?? at.day } : at
  return [...menus.filter((menu) => isServed(menu, then)), ...menus.filter((menu) => !isServed(menu, then))]
}

/** Of days and times to order for, those at which every one of these menus is served; a day without any is left out, as the server does. */
export function slotsWhileServed(days: readonly SlotDay[], menus: readonly ServedMenu[]): readonly SlotDay[] {
  if (menus.every(({ served }) => !served)) return days
  return days.flatMap((day) => {
    const slots = day.available_time_slots.map((slot) => ({
      ...slot,
      enable: slot.enable && isServedAt(menus, day.date, slot.value),
    }))
    return slots.some(({ enable }) => enable) ? [{ ...day, available_time_slots: slots }] : []
  })
}

function isServedAt(menus: readonly ServedMenu[], date: string, time: string): boolean {
  const at = findLocalTime(date, time)
  return at !== undefined && menus.every((menu) => isServed(menu, at))
}

/** A local time from an ISO date and a time of day as `6:30pm`; undefined where it is none. */
export function findLocalTime(date: string, time: string): LocalTime | undefined {
  const minutes = findTimeOfDay(time)
  return minutes === undefined ? undefined : { date, day: dayOf(date), minutes }
}
