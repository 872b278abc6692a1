import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { HumanCheck } from '#shared/forms/human-check.tsx'

/** The check for a person, once the server has asked for it. Its round is its key: an answer is good once. */
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
