import { lazy, type ReactNode, Suspense } from 'react'
import { observePutAside } from '#db/put-aside.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useLive } from '#lib/query/use-live.ts'

const PutAsideNotice = lazy(() => import('../components/put-aside-notice.tsx'))
const DeletedNotice = lazy(() => import('../components/deleted-notice.tsx'))

/**
 * Says that changes of somebody who was signed out elsewhere wait here, or were not sent, or that their account was deleted; loads what says it only then.
 * `children`: what can be done about what waits. `isList`: what a deleted account left is listed, too.
 */
export function PutAside({ isList = false, children }: { isList?: boolean; children?: ReactNode }) {
  const seen = useLive(observePutAside)
  if (seen.state === 'loading' || !seen.value) return null
  return (
    <LoadingGuard>
      <Suspense>
        {seen.value.state === 'deleted' ? (
          <DeletedNotice aside={seen.value} isList={isList} />
        ) : (
          <PutAsideNotice aside={seen.value}>{children}</PutAsideNotice>
        )}
      </Suspense>
    </LoadingGuard>
  )
}
