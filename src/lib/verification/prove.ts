import { solveChallenge } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { deriveKey as sha } from 'altcha-lib/algorithms/web/sha'
import type { Challenge } from 'altcha-lib/types'

/** Longer than any phone should need; a page in the background may continue later. */
const timeoutMs = 60_000

/**
 * Solves a challenge, and returns the answer in the server's format: ALTCHA's own payload, the challenge and its solution as JSON in base64. Throws when the
 * kind of challenge is unknown, or when it was not solved in time.
 */
export async function prove(challenge: Challenge): Promise<string> {
  const { algorithm } = challenge.parameters
  const deriveKey = algorithm.startsWith('PBKDF2/') ? pbkdf2 : sha
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs })
  if (!solution) throw new Error(`no solution within ${timeoutMs} ms`)
  const { parameters, signature } = challenge
  return toBase64(JSON.stringify({ challenge: { parameters, signature }, solution }))
}

/** UTF-8 first: `btoa` alone accepts only Latin-1. */
const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
