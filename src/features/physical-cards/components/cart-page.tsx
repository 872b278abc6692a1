import type { ReactNode } from 'react'
import type { WatchedPhysicalOrder } from '#db/physical-orders.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { RedirectTo } from '#lib/paint/redirect-to.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useHistoryVisit } from '#lib/query/use-history-visit.ts'
import { useCart } from '../use-cart.ts'
import { NoCart } from './no-cart.tsx'

/** A screen of the cart: `children` renders an open one. Without one it leads on; a placed one leads to /thankyou. */
export function CartPage({
  title,
  children,
}: {
  title: string
  children: (open: WatchedPhysicalOrder) => ReactNode
}) {
  const cart = useCart()
  const visit = useHistoryVisit()
  return (
    <>
      <PageHead title={title} />
      {cart.state === 'loading' && (
        <div className="container">
          <Skeleton count={3} shape="row" />
        </div>
      )}
      {cart.state === 'none' && <NoCart visit={visit} />}
      {cart.state === 'placed' && <RedirectTo to="/thankyou" />}
      {cart.state === 'open' && children(cart)}
    </>
  )
}
