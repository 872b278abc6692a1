import { minuteMs } from '#contract/durations.ts'
import { instantOf } from '#contract/local-instant.ts'
import { findTimeOfDay } from '#contract/local-time.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { historyOf, type Ticket } from './ticket.ts'

/** When a placed order is promised to be ready (ms): at its chosen time, or the kitchen's lead time after it was placed. Undefined before it is placed. */
export function findPromisedAt({ kitchen, location }: Merchant, ticket: Ticket): number | undefined {
  const placedMs = historyOf(ticket)[0]?.at
  return placedMs === undefined
    ? undefined
    : (readyAt(ticket, location.time_zone) ?? placedMs + kitchen.leadMinutes * minuteMs)
}

/** The time that the guest has chosen (ms); undefined for as soon as possible. */
export function readyAt({ readyDate, readyTime }: Ticket, timeZone: string): number | undefined {
  const minutes = readyTime === undefined ? undefined : findTimeOfDay(readyTime)
  return readyDate === undefined || minutes === undefined
    ? undefined
    : instantOf(readyDate, minutes, timeZone)
}
