import { lazy, Suspense } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useTicket } from '#lib/query/portal-context.tsx'

const AfterLaunch = lazy(async () => ({ default: (await import('./after-launch.tsx')).AfterLaunch }))

/** The place of the guest's current orders, and their messages. None of it is loaded by the launch: it starts when the device's store has been read. */
export function CurrentOrdersStrip({ path }: { path: string }) {
  if (useTicket().state === 'loading') return null
  return (
    <LoadingGuard>
      <Suspense>
        <AfterLaunch path={path} />
      </Suspense>
    </LoadingGuard>
  )
}
