import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { localTime, addDays } from '#contract/local-time.ts'
import { isAwaited, minutesUntilReady } from '#contract/rules/check-in.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { OutsideLink } from '#lib/paint/action-link.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { shortDay } from '#lib/time/format-day.ts'
import { useNow } from '#lib/time/use-now.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import { Box, chakra } from '#lib/ui/box.ts'
import { directionsAddress } from '#shared/display/directions.ts'
import { streetOf } from '#shared/display/street.ts'
import { isPast } from '../progress.ts'
import { liveText } from '#lib/paint/marks.ts'

/**
 * When and where, the first thing on a placed order: `Ready today 8:00pm`, in how many minutes, the address and directions. Renders nothing once nobody waits,
 * or hours after its time.
 */
export function OrderWhen({ order }: { order: TicketOrder }) {
  const location = useLocationCopy()?.location
  const now = useNow()
  if (!location || now === undefined || !isAwaited(order)) return null
  const { time_zone: zone } = location
  if (isPast(order, now, zone)) return null
  const minutes = minutesUntilReady(order, now, zone)
  return (
    <chakra.section aria-label={t('When and where')} display="grid" gap="1">
      <chakra.p fontSize="title" fontWeight={650} lineHeight="1.25" {...liveText}>
        {whenText(order, localTime(now, zone).date)}
        {order.ready_time_display && zoneLabel(zone, now)}
      </chakra.p>
      {/* Keeps its line while empty, so that nothing below moves; without a time it would stay empty. */}
      {minutes !== undefined && (
        <chakra.p minHeight="1.5em" color="muted" className="price" data-countdown {...liveText}>
          {order.status === 'Ready' ? '' : countdownText(minutes)}
        </chakra.p>
      )}
      {order.use_delivery ? (
        order.recipient_address && <p>{rich`To ${order.recipient_address}`}</p>
      ) : (
        <Box as="p" display="flex" flexWrap="wrap" columnGap="3" alignItems="baseline">
          <bdi>{streetOf(location)}</bdi>
          <OutsideLink href={directionsAddress(location)} className="row-link">
            {t('Directions')}
          </OutsideLink>
        </Box>
      )}
    </chakra.section>
  )
}

/** `Ready today 8:00pm`, `Delivery Sun, Nov 29, 6:30pm`; days in the location's time zone. */
function whenText(
  { status, use_delivery, ready_date: date, ready_time_display: time }: TicketOrder,
  today: string,
): string {
  if (status === 'Ready') return use_delivery ? t('Ready, and about to leave') : t('Ready now')
  const what = use_delivery ? t('Delivery') : t('Ready')
  if (date === undefined || !time) return t`${what} as soon as possible`
  if (date === today) return t`${what} today ${time}`
  if (date === addDays(today, 1)) return t`${what} tomorrow ${time}`
  return `${what} ${shortDay(date)}, ${time}`
}

/** The time left, in minutes and hours; empty if it is a day or more. */
function countdownText(minutes: number): string {
  if (minutes >= 24 * 60) return ''
  if (minutes <= 0) return t('Any minute now')
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return t`In ${[hours > 0 && t`${hours} hr`, rest > 0 && t`${rest} min`].filter(Boolean).join(' ')}`
}
