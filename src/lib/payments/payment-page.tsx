import { type ReactNode, useEffect, useState } from 'react'
import { needsOwnDocument } from '#lib/ports/page-kind.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'

/**
 * What a page that takes cards stands in: where others' scripts may run on the page that one came from (signing in with Google, say), this one is loaded anew,
 * under a policy that admits the card provider alone (docs/security.md).
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
