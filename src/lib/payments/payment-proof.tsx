import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { HumanCheck } from '#shared/forms/human-check.tsx'
import type { PaymentProof as Proof } from './use-payment-proof.ts'

/** The human verification of a payment, where one is required. */
export function PaymentProof({ proof }: { proof: Proof }) {
  const { facts, load } = usePortal()
  if (!proof.wanted) return null
  return (
    <HumanCheck
      key={proof.round}
      settings={facts.verification}
      loadChallenge={async () => (await (await load()).api.send(accountEndpoints.getChallenge)).challenge}
      onAnswer={proof.give}
    />
  )
}
