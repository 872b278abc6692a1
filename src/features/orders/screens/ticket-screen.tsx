import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { stateOf } from '#contract/rules/order-state.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { Box } from '#lib/ui/box.ts'
import { CheckIn } from '../components/check-in.tsx'
import { SignInToSee } from '../components/sign-in-to-see.tsx'
import { PlacedOrder } from '../components/placed-order.tsx'
import { Fallback } from '../components/fallback.tsx'
import { useOrder } from '../queries.ts'

/** The order by its number; one that nobody waits for any more says so first, and where the money went. */
function headOf(order: TicketOrder): { title: string; lead?: string | undefined } {
  const { headline, lead } = stateOf(order)
  if (order.status === 'Cancelled' || order.status === 'Expired')
    return { title: headline(order), lead: lead?.(order) }
  return { title: order.name === '' ? t('Your order') : t`Order ${order.name}` }
}

/** `/ticket/{ticketId}`: a placed order as it stands; with `action=checkin` the arrival at the curb (specification §2). */
export function TicketScreen({ ticketId, action }: { ticketId: string; action?: 'checkin' | undefined }) {
  const read = useOrder(ticketId)
  const { order, failed, watched } = read
  if (order && action === 'checkin') {
    return (
      <PlacedOrder
        order={order}
        read={read}
        title={order.name === '' ? t('Curbside pickup') : t`Picking up order ${order.name}`}
      >
        <CheckIn order={order} watched={watched} />
        <Box>
          <Link to="/ticket/$ticketId" params={{ ticketId }} className="row-link">
            {t('View the whole order')}
          </Link>
        </Box>
      </PlacedOrder>
    )
  }
  if (order) return <PlacedOrder order={order} read={read} {...headOf(order)} />
  return (
    <>
      <PageHead title={t('Your order')} />
      <div className="container">
        {!failed && <Skeleton count={3} shape="row" />}
        {failed?.code === 'not_found' && (
          <>
            <Empty>{t('We could not find this order. It may belong to another account.')}</Empty>
            <SignInToSee path={`/ticket/${ticketId}`} />
          </>
        )}
        {failed && failed.code !== 'not_found' && (
          <Unreachable failed={failed} what={t('This order')} onRetry={read.retry} />
        )}
        {failed && <Fallback />}
      </div>
    </>
  )
}
