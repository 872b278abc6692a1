import { createHash, createHmac } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { Verification } from './verification.ts'

type EmbeddedOptions = {
  database: Database
  clock: Clock
  /** Signs challenges; from the environment or the database, never a constant. */
  secret: string
  /** How hard a challenge is: iterations per try, and the maximum number of tries. */
  work?: { cost: number; tries: number }
}

/** About 1.1 million iterations of SHA-256: a quarter of a second on a desktop computer, one to two on a phone. */
const defaultWork = { cost: 5000, tries: 300 }

/** Long enough to fill in the form after the widget has finished. */
const livesMs = 10 * 60 * 1000

/** The widget's answer: base64 of JSON, as altcha's own widgets send it. */
const Answer = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ location: z.string(), expires_at: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

/**
 * Proof of work by ALTCHA's scheme, signed by this server: creating a challenge costs one derivation, checking an answer two hashes, solving it some hundred
 * derivations. The library's own check would accept an answer repeatedly, so used ones are stored until they expire. The signature covers a challenge's
 * location and its expiry (milliseconds of this server's clock).
 */
export function embeddedVerification({
  database,
  clock,
  secret,
  work = defaultWork,
}: EmbeddedOptions): Verification {
  const secrets = {
    hmacSignatureSecret: keyOf(secret, 'challenge'),
    hmacKeySignatureSecret: keyOf(secret, 'answer'),
  }
  return {
    provider: 'embedded',
    siteKey: undefined,
    makeChallenge: (locationId): Promise<Challenge> =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        // At least half of the tries, so that no challenge is solved by luck.
        counter: randomInt(work.tries, Math.ceil(work.tries / 2)),
        deriveKey,
        data: { location: locationId, expires_at: clock.now() + livesMs },
        ...secrets,
      }),
    async verify(locationId, confirmation) {
      const answer = findAnswer(confirmation)
      if (!answer) return false
      const { location, expires_at: expiresAt } = answer.challenge.parameters.data
      const { verified } = await verifySolution({ ...answer, deriveKey, ...secrets })
      if (!verified || location !== locationId || expiresAt <= clock.now()) return false
      return markUsed(database, locationId, answer.challenge.signature, expiresAt)
    },
  }
}

/** Two keys from one secret, so that one kind of signature never passes for the other. */
const keyOf = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(`verification ${purpose}`).digest('hex')

function findAnswer(confirmation: string): z.infer<typeof Answer> | undefined {
  try {
    const answer = z.safeParse(Answer, JSON.parse(Buffer.from(confirmation, 'base64').toString('utf8')))
    return answer.success ? answer.data : undefined
  } catch {
    // Not JSON: the sender has not solved anything.
    return undefined
  }
}

/** True for only one of several simultaneous requests with the same answer. */
async function markUsed(
  database: Database,
  locationId: string,
  signature: string,
  expiresAt: number,
): Promise<boolean> {
  const inserted = await database.query(
    `INSERT INTO used_challenges (location_id, challenge_hash, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (location_id, challenge_hash) DO NOTHING RETURNING 1 AS used`,
    [locationId, createHash('sha256').update(signature).digest('base64url'), expiresAt],
  )
  return inserted.length === 1
}

/** Deletes used answers whose challenge has expired. */
export const forgetUsedChallenges = (database: Database, nowMs: number): Promise<void> =>
  deleteInBatches(database, 'used_challenges', 'expires_at <= $1', [nowMs])
