import { lazy, Suspense, useEffect, useState } from 'react'
import type { MemoryReason } from '#db/store-failure.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useAfterLaunch } from '#lib/paint/use-later.ts'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'

const loadLines = () => import('./network-lines.tsx')
const NetworkLines = lazy(async () => ({ default: (await loadLines()).NetworkLines }))

/** A line at the bottom: no signal and how old the menu is, or how many changes are waiting to be sent. Nothing when all is well. */
export function NetworkStrip() {
  const memory = useMemoryStore()
  const reach = useReachability()
  const ticket = useTicket()
  const launched = useAfterLaunch()
  // Loaded while there is a network, because it is needed when there is none.
  useEffect(() => {
    if (launched) void loadLines().catch(() => undefined)
  }, [launched])
  const isSending = ticket.state === 'active' && ticket.view.pendingCount > 1
  const hasMessage = reach === 'unreachable' || memory !== undefined || isSending
  const [hasShown, setHasShown] = useState(false)
  // Kept from the first message on: the lines remove their message themselves, and not each time that an unstable connection returns (network-lines.tsx).
  if (hasMessage && !hasShown) setHasShown(true)
  return (
    <div role="status">
      {hasShown && (
        <LoadingGuard>
          <Suspense>
            <NetworkLines memory={memory} />
          </Suspense>
        </LoadingGuard>
      )}
    </div>
  )
}

/** Why the page's store lasts only as long as the page (a private window, a full disk, a newer build's store); undefined where it lasts. */
function useMemoryStore(): MemoryReason | undefined {
  const { load } = usePortal()
  const [memory, setMemory] = useState<MemoryReason>()
  useEffect(() => void load().then(({ inMemory }) => inMemory.then(setMemory)), [load])
  return memory
}
