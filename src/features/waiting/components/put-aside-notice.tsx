import type { ReactNode } from 'react'
import { t } from '#contract/language.ts'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import type { PutAside } from '#db/put-aside.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { durableChanges } from '#lib/sync/durable-changes.ts'
import { useNow } from '#lib/time/use-now.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'

type Aside = Exclude<PutAside, { state: 'deleted' }>

/** Says, to whoever holds the device, that changes wait for the person who was signed in, or that they were not sent. Never whose or what they are. */
export default function PutAsideNotice({ aside, children }: { aside: Aside; children?: ReactNode }) {
  const now = useNow()
  const zone = useLocationCopy()?.location.time_zone
  // Not in two steps: a screen reader would read a heading without its words.
  if (now === undefined || zone === undefined) return null
  const until = putAsideUntil(aside, now)
  if (until === undefined)
    return (
      <Banner
        tone="error"
        header={t('Changes were not sent')}
        messages={[
          t(
            'The person who was signed in here was signed out, and did not sign in again in time. If that was you, please check your last changes and make them again.',
          ),
        ]}
      >
        {children}
      </Banner>
    )
  const isPayment = aside.state === 'waiting' && aside.waiting.changes.length === 0
  return (
    <Banner
      tone="note"
      header={isPayment ? t('An answer is missing') : t('Changes are waiting')}
      messages={isPayment ? unansweredTexts(until, zone, now) : putAsideTexts(until, zone, now)}
    >
      {children}
    </Banner>
  )
}

/**
 * The next time (ms) at which something that was put aside can no longer be sent; undefined when there is nothing left to send: signing in again comes too
 * late.
 */
function putAsideUntil(aside: Aside, now: number): number | undefined {
  if (aside.state === 'lost' || serverTime(aside.until) <= now) return undefined
  const ends = aside.waiting.changes
    .map(({ change, createdAt }) => serverTime(createdAt) + durableChanges[change.kind].lifetimeMs)
    .filter((end) => end > now)
  if (ends.length === 0 && aside.waiting.payments.length === 0) return undefined
  return Math.min(serverTime(aside.until), ...ends)
}

/** Whom what was put aside is sent for, and until when, in the location's time. It says nothing of what it is: anybody may read it. */
function putAsideTexts(until: number, timeZone: string, now: number): string[] {
  const { time, isToday } = endOf(until, timeZone, now)
  return [
    isToday
      ? t`Changes by the person who was signed in here have not reached the restaurant. If that was you, sign in by ${time} today, and they are sent.`
      : t`Changes by the person who was signed in here have not reached the restaurant. If that was you, sign in by ${time} tomorrow, and they are sent.`,
    t('If somebody else signs in here first, they are not sent.'),
  ]
}

/** The same for payments alone, which are never sent again: signing in finds out what became of them. */
function unansweredTexts(until: number, timeZone: string, now: number): string[] {
  const { time, isToday } = endOf(until, timeZone, now)
  return [
    isToday
      ? t`The person who was signed in here did something that the restaurant has not answered. If that was you, sign in by ${time} today to see what became of it.`
      : t`The person who was signed in here did something that the restaurant has not answered. If that was you, sign in by ${time} tomorrow to see what became of it.`,
  ]
}

const endOf = (until: number, timeZone: string, now: number): { time: string; isToday: boolean } => {
  const end = localTime(until, timeZone)
  return {
    time: formatTimeOfDay(end.minutes) + zoneLabel(timeZone, now),
    isToday: end.date === localTime(now, timeZone).date,
  }
}
