import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { findInstallWay, isIosSafari } from '#lib/pwa/install.ts'
import { createInstallMemory } from '#lib/pwa/install-memory.ts'
import { installPrompt } from '#lib/pwa/install-prompt.ts'
import { updates } from '#lib/pwa/updates.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { useNow } from '#lib/time/use-now.ts'

/** Most visits offer nothing, so this is not loaded then. */
const InstallOffer = lazy(async () => ({ default: (await import('./install-offer.tsx')).InstallOffer }))

const memory = createInstallMemory()

/** Offers to install the portal at the right moment (lib/pwa/install.ts), if nothing more important is shown there. */
export function InstallMoment({ path }: { path: string }) {
  const now = useNow()
  const canPrompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.canAsk, () => false)
  const update = useSyncExternalStore(updates.subscribe, updates.get, () => undefined)
  const member = useSession().state === 'user'
  const [visits] = useState(memory.countVisit)
  if (now === undefined || update) return null
  const iosSafari = isIosSafari(navigator.userAgent, navigator.maxTouchPoints)
  const way = findInstallWay({
    path,
    installed: isInstalled(),
    canPrompt,
    iosSafari,
    member,
    visits,
    declinedAt: memory.declinedAt(),
    now,
  })
  if (!way) return null
  return (
    <Suspense>
      <InstallOffer key={way} way={way} onDecline={() => memory.decline(now)} />
    </Suspense>
  )
}

/** It was opened from the home screen; iOS reports that in its own way. */
const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true
