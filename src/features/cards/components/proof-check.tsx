import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { HumanCheck } from '#shared/forms/human-check.tsx'

/** The human verification, once the server asks for it. Keyed by its round, because an answer can be used once. */
export function ProofCheck({ giveProof }: { giveProof: (proof: string) => void }) {
  const { facts, load } = usePortal()
  return (
    <HumanCheck
      settings={facts.verification}
      loadChallenge={async () => (await (await load()).api.send(accountEndpoints.getChallenge)).challenge}
      onAnswer={giveProof}
    />
  )
}
