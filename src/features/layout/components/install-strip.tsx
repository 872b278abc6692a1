import { lazy, Suspense, useSyncExternalStore } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { installPrompt } from '#lib/pwa/install-prompt.ts'

const InstallMoment = lazy(async () => ({ default: (await import('./install-moment.tsx')).InstallMoment }))

/** The place of the offer to install. None of it is loaded by the launch: it starts when the launch is over. */
export function InstallStrip({ path }: { path: string }) {
  const open = useSyncExternalStore(installPrompt.subscribe, installPrompt.isOpen, () => false)
  if (!open) return null
  return (
    <LoadingGuard>
      <Suspense>
        <InstallMoment path={path} />
      </Suspense>
    </LoadingGuard>
  )
}
