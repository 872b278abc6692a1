import * as z from 'zod/mini'
import { secondFactorEndpoints } from '#contract/endpoints/second-factors.ts'
import { type Proof, ProofRequest } from '#contract/schemas/second-factor.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import type { Credentials } from '#lib/query/services.ts'

/** What signing in still asks for after a right password: undefined for any other refusal. */
export function findSecondStep(error: AppError): ProofRequest | undefined {
  if (error.code !== 'second_factor_required') return undefined
  return z.safeParse(ProofRequest, error.details.problem).data
}

/** How somebody can show that it is them, as a refusal for want of it says. */
export const waysIn = (error: AppError): readonly string[] =>
  z.safeParse(z.object({ ways: z.array(z.string()) }), error.details.problem).data?.ways ?? []

/** The second step of signing in, with what was shown. */
export const secondStepOf = (challenge: string, proof: Proof): Credentials => ({
  kind: 'asked',
  ask: (api, { key, place }) =>
    api.send(secondFactorEndpoints.signInSecondStep, { key, body: { challenge, proof, ...place } }),
})
