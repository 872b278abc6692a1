import { t } from '#contract/language.ts'
import { type ReactNode, Suspense, useRef } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useAfterLaunch, useIsNearWindow } from '#lib/paint/use-later.ts'

const Missing = () => (
  <p className="container" role="status">
    {t(
      'This part of the page has not reached this device yet. Please load the page again when there is a signal.',
    )}
  </p>
)

type LazyPartProps = { className?: string | undefined; children: ReactNode }

/** A part of the page that is read and loaded when it is about to be seen. `className` keeps its room until then, so that nothing jumps. */
export function LazyPart({ className, children }: LazyPartProps) {
  const place = useRef<HTMLDivElement>(null)
  const launched = useAfterLaunch()
  const seen = useIsNearWindow(place)
  return (
    <div ref={place} className={className}>
      {launched && seen && (
        <LoadingGuard instead={<Missing />}>
          <Suspense>{children}</Suspense>
        </LoadingGuard>
      )}
    </div>
  )
}

/** What shows nothing on the page itself, a window say: loaded when the launch is over, wherever the page stands. */
export function AfterLaunch({ children }: { children: ReactNode }) {
  const launched = useAfterLaunch()
  return launched ? (
    <LoadingGuard>
      <Suspense>{children}</Suspense>
    </LoadingGuard>
  ) : null
}
