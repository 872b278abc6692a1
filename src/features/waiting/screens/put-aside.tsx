import { lazy, type ReactNode, Suspense } from 'react'
import { observePutAside } from '#db/waiting.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useLive } from '#lib/query/use-live.ts'

const PutAsideNotice = lazy(() => import('../components/put-aside-notice.tsx'))

/** Says that changes of somebody who was signed out elsewhere wait here, or were not sent; loads what says it only then. `children`: what can be done. */
export function PutAside({ children }: { children?: ReactNode }) {
  const seen = useLive(observePutAside)
  if (seen.state === 'loading' || !seen.value) return null
  return (
    <LoadingGuard>
      <Suspense>
        <PutAsideNotice aside={seen.value}>{children}</PutAsideNotice>
      </Suspense>
    </LoadingGuard>
  )
}
