import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import { chakra, Text } from '#lib/ui/box.ts'
import { PhoneLink } from '#shared/forms/phone-link.tsx'
import { isPast, progressOf } from '../progress.ts'
import { ProgressLine } from './progress-line.tsx'
import { liveText } from '#lib/paint/marks.ts'

type Props = {
  order: TicketOrder
  savedAt: number | undefined
  /** The latest read failed. */ isOld: boolean
  /** The restaurant does not know the order. */ isLost: boolean
}

/** An order's status: a sentence that is announced when it changes, and the steps with their times. Without a signal it tells how old that is. */
export function OrderStatus({ order, savedAt, isOld, isLost }: Props) {
  const now = useNow()
  const location = useLocationCopy()?.location
  const zone = location?.time_zone
  const { words, steps } = progressOf(order)
  const isOver = isPast(order, now, zone)
  const label = zone === undefined || now === undefined ? '' : zoneLabel(zone, now)
  return (
    <chakra.section aria-label={t('Status')} display="grid" gap="3">
      <chakra.p fontSize="lead" fontWeight={650} role="status" aria-live="polite">
        {isOver ? t('This is a past order.') : isLost ? t('The restaurant can’t find this order.') : words}
      </chakra.p>
      {isLost && !isOver && (
        <p>
          {t('Please call, and tell them the order number and how you paid:')}{' '}
          {location && <PhoneLink phone={location.phone} />}
        </p>
      )}
      {isOld && !isLost && !isOver && savedAt !== undefined && now !== undefined && (
        <Text
          color="muted"
          {...liveText}
        >{rich`Can’t reach the restaurant. Last update ${agoText(savedAt, now)}. It refreshes automatically.`}</Text>
      )}
      {steps.length > 0 && !isOver && !isLost && <ProgressLine steps={steps} zone={label} />}
    </chakra.section>
  )
}
