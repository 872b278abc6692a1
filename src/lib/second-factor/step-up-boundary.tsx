import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PortalContext, usePortal } from '#lib/query/portal-context.tsx'
import { type RequestProof, withStepUp } from './with-step-up.ts'

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'))

type Asking = { ways: readonly string[]; answer: (wasShown: boolean) => void }

/**
 * A part of the portal whose calls may require proof of identity: they move money or permissions, and the session has given none for five minutes. Shows one
 * dialog for all waiting calls; the screen stays unchanged, and they continue or fail by the answer.
 */
export function StepUpBoundary({ children }: { children: ReactNode }) {
  const portal = usePortal()
  const [asking, setAsking] = useState<Asking>()
  const open = useRef<{ asking: Asking; answered: Promise<boolean> }>(undefined)
  const ask = useCallback<RequestProof>((ways) => {
    if (open.current) return open.current.answered
    let answer = (_wasShown: boolean): void => undefined
    const answered = new Promise<boolean>((resolve) => {
      answer = (wasShown) => {
        open.current = undefined
        setAsking(undefined)
        resolve(wasShown)
      }
    })
    const next: Asking = { ways, answer: (wasShown) => answer(wasShown) }
    open.current = { asking: next, answered }
    setAsking(next)
    return answered
  }, [])
  // Leaving the screen counts as canceling.
  useEffect(() => () => open.current?.asking.answer(false), [])
  const inside = useMemo(
    () => ({ ...portal, load: async () => withStepUp(await portal.load(), ask) }),
    [portal, ask],
  )
  return (
    <PortalContext value={inside}>
      {children}
      {asking && (
        <Suspense>
          <StepUpDialog
            ways={asking.ways}
            load={portal.load}
            onShown={() => asking.answer(true)}
            onClose={() => asking.answer(false)}
          />
        </Suspense>
      )}
    </PortalContext>
  )
}
