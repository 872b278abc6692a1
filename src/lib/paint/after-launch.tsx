import { type ReactNode, Suspense } from 'react'
import { LoadingGuard } from './loading-guard.tsx'
import { useAfterLaunch } from './use-later.ts'

/** For parts that take no space on the page, such as a dialog: rendered when the launch is over, wherever the page is scrolled to. */
export function AfterLaunch({ children }: { children: ReactNode }) {
  const launched = useAfterLaunch()
  return launched ? (
    <LoadingGuard>
      <Suspense>{children}</Suspense>
    </LoadingGuard>
  ) : null
}
