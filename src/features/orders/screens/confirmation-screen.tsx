import { t } from '#contract/language.ts'
import { useEffect } from 'react'
import { stateOf } from '#contract/rules/order-state.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { RedirectTo } from '#lib/paint/redirect-to.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { noteConfirmed, useJustPlaced } from '#lib/query/just-placed.ts'
import { useLastPlaced } from '#lib/query/last-placed.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'
import { PlacedOrder } from '../components/placed-order.tsx'
import { headOf, isPast } from '../progress.ts'
import { useOrder } from '../queries.ts'

/** `/ordersubmit`: the order's number, what was ordered, and what happens next. From the device, so it opens without a signal, too. */
export function ConfirmationScreen() {
  const { placed, isLooking } = useLastPlaced()
  const justPlaced = useJustPlaced('ticket')
  if (justPlaced) return <Placed ticketId={justPlaced.id} first={justPlaced} />
  if (isLooking) {
    return (
      <>
        <PageHead title={t('Your order')} />
        <div className="container">
          <Skeleton count={3} shape="row" />
        </div>
      </>
    )
  }
  // No stored ticket: back to /order (specification §2).
  if (!placed) return <RedirectTo to="/order" />
  return <Placed key={placed.ticketId} ticketId={placed.ticketId} stored={placed.ticket} />
}

type PlacedProps = {
  ticketId: string
  /** Answered just now. */ first?: TicketOrder
  /** The device's copy. */ stored?: TicketOrder
}

function Placed({ ticketId, first, stored }: PlacedProps) {
  const read = useOrder(ticketId, first)
  useEffect(() => noteConfirmed(ticketId), [ticketId])
  const order = read.order ?? first ?? stored
  const now = useNow()
  const zone = useLocationCopy()?.location.time_zone
  if (!order) return null
  // An order for yesterday is no longer on its way.
  if (isPast(order, now, zone)) return <PlacedOrder order={order} read={read} {...headOf(order)} />
  const { headline, lead } = stateOf(order)
  return <PlacedOrder order={order} read={read} title={headline(order)} lead={lead?.(order)} />
}
