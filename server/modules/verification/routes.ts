import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { register } from '#server/plugins/endpoints.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import { type Verification, VerificationUnreachableError } from '#server/ports/verification/verification.ts'

/** Extension `human_verification`: challenges of the embedded widget. 404 where it is not used. */
export function addVerificationRoutes(
  app: FastifyInstance,
  verification: Verification,
  limited: { limits: Limits; trustProxy: boolean },
): void {
  register(app, endpoints.getChallenge, async ({ merchant, request }) => {
    const { makeChallenge = verification.onPaymentPages?.makeChallenge } = verification
    if (!makeChallenge) throw notFound()
    await limited.limits.count(merchant.locationId, ...byClient(limited, request, 'challenge'))
    const challenge = await makeChallenge(merchant.locationId)
    return { body: { challenge: { ...challenge } } }
  })
}

/**
 * Throws 422 verification_failed on `recaptcha_confirmation` unless a person gave this answer, and 503 when that cannot be checked now. Uses the answer up.
 * Must not be called in a transaction.
 */
export async function checkPerson(
  verification: Verification,
  locationId: string,
  confirmation: string,
): Promise<void> {
  if (await isPerson(verification, locationId, confirmation)) return
  const message = 'We could not verify that you are a person. Please try the verification again.'
  throw new ProblemError(422, 'verification_failed', message, {
    fields: [{ field: 'recaptcha_confirmation', message }],
  })
}

/** 403: a human verification is needed first, as `recaptcha_confirmation`. */
export function verificationRequired(): ProblemError {
  const message = 'Please show us first that you are a person, and then try again.'
  return new ProblemError(403, 'verification_required', message, {
    fields: [{ field: 'recaptcha_confirmation', message }],
  })
}

async function isPerson(
  verification: Verification,
  locationId: string,
  confirmation: string,
): Promise<boolean> {
  try {
    return await verification.verify(locationId, confirmation)
  } catch (error) {
    if (!(error instanceof VerificationUnreachableError)) throw error
    throw new ProblemError(
      503,
      'internal',
      'The verification service does not answer. Please try again in a moment.',
      { retryAfterSeconds: 5 },
    )
  }
}
