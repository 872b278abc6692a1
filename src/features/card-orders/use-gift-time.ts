import { useState } from 'react'
import { addDays } from '#contract/local-time.ts'
import { deviceZone, isTimeZone } from '#contract/time-zones.ts'
import {
  findGiftInstant,
  findGiftTimeProblem,
  giftDaysAhead,
  giftTimeAt,
  giftTimeFar,
  giftTimeMissing,
  zoneName,
} from '#contract/rules/gift-time.ts'
import type { CardOrder, CardOrderUpdateBody } from '#contract/schemas/card-order.ts'
import type { CardOrderTyped } from '#db/card-orders.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'

export type GiftTime = {
  /** Whether this restaurant's API can send gifts later. */
  offered: boolean
  send: 'now' | 'later'
  date: string
  time: string
  /** The problem with the date or the time, at the one that must change, once it is to be shown. */
  problems: { date?: string; time?: string }
  /** The first and last possible day (ISO). */
  days: { first: string; last: string } | undefined
  /** The name of the time zone that date and time are in. */
  zone: string
  /** That zone is this device's own. */
  isOwnZone: boolean
  /** Nothing differs from what the restaurant has. */
  isAsSaved: boolean
  change: (changes: { send?: 'now' | 'later'; date?: string; time?: string }) => void
  /** True if it can be sent; otherwise shows the problem, and focuses its field. */
  check: () => boolean
  body: Pick<CardOrderUpdateBody, 'send_at_local' | 'send_time_zone'>
}

/** Whether this restaurant's API can send a gift at a chosen time. */
export const useOffersTimes = (): boolean =>
  useLocationCopy()?.location.api_extensions?.includes('gift_schedule') ?? false

/**
 * When a gift is sent: right away, or at a date and time in the time zone that the giver was in when first choosing it, wherever they are now. What is typed is
 * stored.
 */
export function useGiftTime(
  {
    typed,
    snapshot,
  }: { typed: CardOrderTyped; snapshot: Pick<CardOrder, 'send_at_local' | 'send_time_zone'> },
  keep: (typed: CardOrderTyped) => void,
): GiftTime {
  const offered = useOffersTimes()
  const now = useNow()
  const saved = snapshot.send_at_local ?? ''
  const [{ send, date, time }, set] = useState(() => ({
    send: typed.send ?? (saved === '' ? ('now' as const) : ('later' as const)),
    date: typed.send_date ?? saved.slice(0, 10),
    time: typed.send_time ?? saved.slice(11),
  }))
  const [tried, setTried] = useState(false)
  const ownZone = deviceZone()
  const meant = snapshot.send_time_zone
  const timeZone = saved !== '' && meant !== undefined && isTimeZone(meant) ? meant : ownZone
  const local = `${date}T${time}`
  const found =
    send === 'now' || now === undefined
      ? undefined
      : date === '' || time === ''
        ? giftTimeMissing
        : findGiftTimeProblem(local, timeZone, now)
  const isAsSaved = send === 'later' ? local === saved : saved === ''
  const first = now === undefined ? undefined : giftTimeAt(now, timeZone).slice(0, 10)
  const field =
    date === '' || found === giftTimeFar || (first !== undefined && date < first) ? 'date' : 'time'
  const isShown = found !== undefined && (tried || (date !== '' && time !== ''))
  return {
    offered,
    send,
    date,
    time,
    problems: isShown ? { [field]: found } : {},
    days: first === undefined ? undefined : { first, last: addDays(first, giftDaysAhead) },
    zone: now === undefined ? timeZone : zoneName(findGiftInstant(local, timeZone) ?? now, timeZone),
    isOwnZone: timeZone === ownZone,
    isAsSaved,
    change(changes) {
      set((before) => ({ ...before, ...changes }))
      keep({
        ...(changes.send !== undefined && { send: changes.send }),
        ...(changes.date !== undefined && { send_date: changes.date }),
        ...(changes.time !== undefined && { send_time: changes.time }),
      })
    },
    check() {
      setTried(true)
      if (!offered || found === undefined) return true
      // It may be out of sight above the button.
      document.querySelector<HTMLElement>(`[name="send_${field}"]`)?.focus()
      return false
    },
    body: !offered
      ? {}
      : send === 'now'
        ? saved === ''
          ? {}
          : { send_at_local: '' }
        : { send_at_local: local, send_time_zone: timeZone },
  }
}
