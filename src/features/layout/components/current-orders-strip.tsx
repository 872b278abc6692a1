import { lazy, Suspense } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useTicket } from '#lib/query/portal-context.tsx'

const CurrentOrders = lazy(async () => ({ default: (await import('./current-orders.tsx')).CurrentOrders }))

/** The place of the orders that matter. Nothing of it is on the launch path: it begins when the device's store has been read. */
export function CurrentOrdersStrip({ path }: { path: string }) {
  if (useTicket().state === 'loading') return null
  return (
    <LoadingGuard>
      <Suspense>
        <CurrentOrders path={path} />
      </Suspense>
    </LoadingGuard>
  )
}
