import { type ReactNode, useEffect, useState } from 'react'
import { needsOwnDocument } from '#lib/ports/page-kind.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'

/**
 * Wraps a page that takes cards: if it was reached from a page where third-party scripts may run (such as Google's sign-in), it is reloaded under a policy that
 * allows only the card provider (docs/security.md).
 */
export function PaymentPage({ children }: { children: ReactNode }) {
  const [isForeign] = useState(() => needsOwnDocument('payment'))
  useEffect(() => {
    if (isForeign) location.reload()
  }, [isForeign])
  if (!isForeign) return children
  return (
    <div className="container">
      <Skeleton count={3} shape="row" />
    </div>
  )
}
