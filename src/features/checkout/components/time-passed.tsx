import { t } from '#contract/language.ts'
import { useEffect } from 'react'
import { orderInstant } from '#contract/rules/sold-out.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useNow } from '#lib/time/use-now.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { Box } from '#lib/ui/box.ts'
import { refreshAfterRefusal } from '../requests.ts'
import { ToStep, type ToStepContext } from './to-step.tsx'

/**
 * The chosen time passed while the order waited: said before anybody types a card for it. The restaurant's clock decides, and this device's may be wrong, so
 * nothing is locked.
 */
export function TimePassed(context: ToStepContext) {
  const { load } = usePortal()
  const { view } = context
  const isPassed = useHasPassed(view)
  const { draftId, ticketId } = view
  // The offered times are as old as the order: a page left open has yesterday's.
  useEffect(() => {
    if (isPassed) void load().then((services) => refreshAfterRefusal(services, { draftId, ticketId }))
  }, [isPassed, load, draftId, ticketId])
  if (!isPassed) return null
  return (
    <Banner
      tone="note"
      header={t('The time you chose has passed')}
      messages={[t('Please choose another time for your order.')]}
    >
      <Box display="grid" gap="2" justifyItems="start" paddingTop="2">
        <ToStep {...context} step="time" label={t('CHOOSE ANOTHER TIME')} />
      </Box>
    </Banner>
  )
}

function useHasPassed({ snapshot, readyDate, readyTime }: TicketView): boolean {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  if (zone === undefined || now === undefined) return false
  // If the restaurant lets nobody choose a time, the order comes as soon as it can.
  if (snapshot?.settings.show_order_ahead_option !== true) return false
  return orderInstant({ readyDate, readyTime }, zone, now) < now
}
