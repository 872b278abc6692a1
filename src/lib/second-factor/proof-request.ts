import * as z from 'zod/mini'
import { secondFactorEndpoints } from '#contract/endpoints/second-factors.ts'
import { type Proof, ProofRequest } from '#contract/schemas/second-factor.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import type { Credentials } from '#lib/query/services.ts'

/** The proof that signing in still requires after a right password: undefined for any other refusal. */
export function findSecondStep(error: AppError): ProofRequest | undefined {
  if (error.code !== 'second_factor_required') return undefined
  return z.safeParse(ProofRequest, error.details.problem).data
}

/** The ways to prove one's identity, from a refusal that requires it. */
export const waysIn = (error: AppError): readonly string[] =>
  z.safeParse(z.object({ ways: z.array(z.string()) }), error.details.problem).data?.ways ?? []

/** The second step of signing in, with the given proof. */
export const secondStepOf = (challenge: string, proof: Proof): Credentials => ({
  kind: 'asked',
  ask: (api, { key, place }) =>
    api.send(secondFactorEndpoints.signInSecondStep, { key, body: { challenge, proof, ...place } }),
})
