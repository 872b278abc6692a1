import { useEffect, useRef } from 'react'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { HumanCheck } from '#shared/forms/human-check.tsx'

/** The human verification, once the server asks for it. Keyed by its round, because an answer can be used once. */
export function ProofCheck({ giveProof }: { giveProof: (proof: string) => void }) {
  const { facts, load } = usePortal()
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is disabled until it is answered.
  useEffect(() => restoreLostFocus(place.current?.querySelector('input')), [])
  return (
    <div ref={place}>
      <HumanCheck
        settings={facts.verification}
        loadChallenge={async () => (await (await load()).api.send(accountEndpoints.getChallenge)).challenge}
        onAnswer={giveProof}
      />
    </div>
  )
}
