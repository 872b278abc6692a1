import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { Box } from '#lib/ui/box.ts'
import OfferLinks from '#shared/offer-links/offer-links.tsx'
import { CheckIn } from '../components/check-in.tsx'
import { SignInToSee } from '../components/sign-in-to-see.tsx'
import { PlacedOrder } from '../components/placed-order.tsx'
import { headOf } from '../progress.ts'
import { useOrder } from '../queries.ts'

/** `/ticket/{ticketId}`: a placed order's current state; with `action=checkin` the arrival at the curb (specification §2). */
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
        {failed && <OfferLinks withoutAccount={failed.code === 'not_found'} />}
      </div>
    </>
  )
}
