import { message, type Message, t } from '../language.ts'
import { dayOf, formatTimeOfDay, localTime } from '../local-time.ts'
import type { OrderPause } from '../schemas/location.ts'
import { openingWords } from './opening-words.ts'

/** A pause, during which a restaurant takes no new orders (extension `order_pause`, docs/decisions/076). */

/** How long a pause may be: minutes, or the rest of the kitchen's day. */
export const pauseLengths = ['15', '30', '60', 'day'] as const
export type PauseLength = (typeof pauseLengths)[number]

export const pauseReasons = ['busy', 'short_staffed', 'equipment'] as const
export type PauseReason = (typeof pauseReasons)[number]

const reasonTexts: Record<PauseReason, Message> = {
  busy: message('The kitchen is very busy right now.'),
  short_staffed: message('We are short-staffed right now.'),
  equipment: message('We’re having equipment trouble.'),
}

/** How the staff's page and trail name a pause, and why. */
export const pauseLengthNames: Record<PauseLength, string> = {
  '15': '15 minutes',
  '30': '30 minutes',
  '60': '1 hour',
  day: 'Until closing',
}
export const pauseReasonNames: Record<PauseReason, string> = {
  busy: 'Very busy',
  short_staffed: 'Short-staffed',
  equipment: 'Equipment trouble',
}

/** Whether a pause is in effect at an instant (ms). One whose end cannot be read is over. */
export const isPaused = (pause: OrderPause | undefined, nowMs: number): pause is OrderPause =>
  pause !== undefined && Date.parse(pause.until) > nowMs

/** What a guest is told about a pause, one sentence each: until when, in the restaurant's local time, and why if a reason was given. */
export function pauseTexts(name: string, pause: OrderPause, timeZone: string): string[] {
  const until = pause.rest_of_day
    ? t`${name} is taking no more orders today.`
    : t`${name} is taking no new orders until ${formatTimeOfDay(localTime(Date.parse(pause.until), timeZone).minutes)}.`
  const reason = pauseReasons.find((one) => one === pause.reason)
  return reason === undefined ? [until] : [until, t(reasonTexts[reason])]
}

/** Used instead of a reason: the kitchen is closed until then, and takes no orders for later. */
export const closedReason = 'closed'

/** Whether a pause stands for a kitchen that is closed until then, and not for one that the staff began. */
export const isClosed = (pause: OrderPause): boolean => pause.reason === closedReason

/** When ordering is possible again, in a sentence; undefined where the kitchen does not open within the week. */
export function opensText(
  { until, rest_of_day: hasNone }: OrderPause,
  timeZone: string,
  nowMs: number,
): string | undefined {
  if (hasNone) return undefined
  const { date, minutes } = localTime(Date.parse(until), timeZone)
  const day = date === localTime(nowMs, timeZone).date ? undefined : dayOf(date)
  return t`Ordering opens ${openingWords({ minutes, day })}.`
}
