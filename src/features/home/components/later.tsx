import { type ReactNode, Suspense, useRef } from 'react'
import { LoadingGuard, NotHere } from '#lib/paint/loading-guard.tsx'
import { useAfterLaunch, useIsNearWindow } from '#lib/paint/use-later.ts'

type LazyPartProps = { className?: string | undefined; children: ReactNode }

/** A part of the page that is loaded and rendered when it is about to be seen. `className` reserves its space until then, so that nothing moves. */
export function LazyPart({ className, children }: LazyPartProps) {
  const place = useRef<HTMLDivElement>(null)
  const launched = useAfterLaunch()
  const seen = useIsNearWindow(place)
  return (
    <div ref={place} className={className}>
      {launched && seen && (
        <LoadingGuard instead={<NotHere />}>
          <Suspense>{children}</Suspense>
        </LoadingGuard>
      )}
    </div>
  )
}
