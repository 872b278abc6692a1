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

/** For parts that take no space on the page, such as a dialog: rendered when the launch is over, wherever the page is scrolled to. */
export function AfterLaunch({ children }: { children: ReactNode }) {
  const launched = useAfterLaunch()
  return launched ? (
    <LoadingGuard>
      <Suspense>{children}</Suspense>
    </LoadingGuard>
  ) : null
}
