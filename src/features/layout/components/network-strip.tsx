import { lazy, Suspense, useEffect, useState } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useAfterLaunch } from '#lib/paint/use-later.ts'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'

const loadLines = () => import('./network-lines.tsx')
const NetworkLines = lazy(async () => ({ default: (await loadLines()).NetworkLines }))

/** A line at the bottom: no signal and how old the menu is, or how many changes are waiting to be sent. Nothing when all is well. */
export function NetworkStrip() {
  const isVolatile = useVolatileStore()
  const reach = useReachability()
  const ticket = useTicket()
  const launched = useAfterLaunch()
  // Loaded while there is a network, because it is needed when there is none.
  useEffect(() => {
    if (launched) void loadLines().catch(() => undefined)
  }, [launched])
  const isSending = ticket.state === 'active' && ticket.view.pendingCount > 1
  const hasMessage = reach === 'unreachable' || isVolatile || isSending
  const [hasShown, setHasShown] = useState(false)
  // Kept from the first message on: the lines remove their message themselves, and not each time that an unstable connection returns (network-lines.tsx).
  if (hasMessage && !hasShown) setHasShown(true)
  return (
    <div role="status">
      {hasShown && (
        <LoadingGuard>
          <Suspense>
            <NetworkLines isVolatile={isVolatile} />
          </Suspense>
        </LoadingGuard>
      )}
    </div>
  )
}

/** True where the browser gives no durable store (a private window, a policy), and once its disk is full. */
function useVolatileStore(): boolean {
  const { load } = usePortal()
  const [isVolatile, setVolatile] = useState(false)
  useEffect(() => void load().then(({ inMemory }) => inMemory.then(() => setVolatile(true))), [load])
  return isVolatile
}
