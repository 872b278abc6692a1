import { type Challenge, runSolver } from './run-solver.ts'
import { mountRecaptcha } from './recaptcha.ts'

/** Which human verification the host uses. The site key is reCAPTCHA's public one. */
export type VerificationSettings = { provider: 'embedded' | 'recaptcha'; siteKey?: string | undefined }

/**
 * Human verification as a port: an answer is a text that the server accepts once. The embedded one is started by our own checkbox and needs no third party;
 * reCAPTCHA puts its own checkbox into the page.
 */
export type HumanVerification =
  | {
      provider: 'embedded'
      /** Solves the challenge; resolves with the answer, rejects when it cannot be solved or was aborted. */
      prove(signal: AbortSignal): Promise<string>
    }
  | {
      provider: 'recaptcha'
      /**
       * Puts the provider's checkbox into `place`. `on.answer` gets the answer, or undefined when it has expired; `on.failed` is called when the checkbox
       * cannot be shown. Returns a function that removes it.
       */
      mount(
        place: HTMLElement,
        on: { answer: (answer: string | undefined) => void; failed: () => void },
      ): () => void
    }

type VerificationPorts = {
  /** The embedded provider's challenge, from the API. */
  loadChallenge: () => Promise<unknown>
  solve?: typeof runSolver
}

/** The host's human verification. Without a site key it is the embedded one. Loads nothing yet. */
export function createVerification(
  settings: VerificationSettings,
  { loadChallenge, solve = runSolver }: VerificationPorts,
): HumanVerification {
  const { provider, siteKey } = settings
  if (provider === 'recaptcha' && siteKey)
    return { provider, mount: (place, on) => mountRecaptcha(siteKey, place, on) }
  return {
    provider: 'embedded',
    async prove(signal) {
      const challenge = (await loadChallenge()) as Challenge
      signal.throwIfAborted()
      return await solve(challenge, signal)
    },
  }
}
