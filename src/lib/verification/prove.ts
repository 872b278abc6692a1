import { solveChallenge } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { deriveKey as sha } from 'altcha-lib/algorithms/web/sha'
import type { Challenge } from 'altcha-lib/types'

/** Longer than any phone should need; a page that was in the background may take up its work again. */
const timeoutMs = 60_000

/**
 * Finds the number that a challenge asks for, and gives the answer as the server reads it: ALTCHA's own payload, the challenge and its solution
 * as JSON in base64. Throws when the challenge is of a kind that is not known here, or the number was not found in time.
 */
export async function prove(challenge: Challenge): Promise<string> {
  const { algorithm } = challenge.parameters
  const deriveKey = algorithm.startsWith('PBKDF2/') ? pbkdf2 : sha
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs })
  if (!solution) throw new Error(`no solution within ${timeoutMs} ms`)
  const { parameters, signature } = challenge
  return toBase64(JSON.stringify({ challenge: { parameters, signature }, solution }))
}

/** UTF-8 first: `btoa` alone takes no letters beyond Latin. */
const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
