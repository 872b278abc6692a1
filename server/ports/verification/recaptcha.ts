import * as z from 'zod/mini'
import { type Verification, VerificationUnreachableError } from './verification.ts'
import { errorName } from '#server/ports/log.ts'

type RecaptchaOptions = {
  siteKey: string
  secretKey: string
  /** Google's own, except in tests. */
  verifyUrl: string
  /** The host names of a location's pages: an answer from another site is invalid. */
  hostsOf(locationId: string): readonly string[]
}

const timeoutMs = 5000

/** https://developers.google.com/recaptcha/docs/verify. Google itself accepts each answer only once. */
const SiteverifyAnswer = z.object({ success: z.boolean(), hostname: z.optional(z.string()) })

/** Human verification by reCAPTCHA. */
export function recaptchaVerification({
  siteKey,
  secretKey,
  verifyUrl,
  hostsOf,
}: RecaptchaOptions): Verification {
  return {
    provider: 'recaptcha',
    siteKey,
    async verify(locationId, confirmation) {
      if (confirmation === '') return false
      const { success, hostname } = await askGoogle(verifyUrl, { secret: secretKey, response: confirmation })
      return success && hostname !== undefined && hostsOf(locationId).includes(hostname.toLowerCase())
    },
  }
}

async function askGoogle(
  url: string,
  form: Record<string, string>,
): Promise<z.infer<typeof SiteverifyAnswer>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (response.ok) return z.parse(SiteverifyAnswer, await response.json())
    throw new Error(`status ${response.status}`)
  } catch (error) {
    throw new VerificationUnreachableError(errorName(error))
  }
}
