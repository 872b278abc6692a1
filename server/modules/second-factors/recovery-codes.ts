import type { Clock, Ids } from '#contract/ports.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { hashOfSecret } from '#server/plugins/auth.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { wrongProof } from './ports.ts'

/** Recovery codes: ten, each for one use, for somebody who has lost their phone. Stored as hashes under the server's key, and shown once. */

const count = 10
/** 50 bits; no letters that are easily misread (no I, L, O, U). */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 10

type CodePorts = { clock: Clock; ids: Ids; cipher: DataCipher }

/** Ten of 32 letters, one per byte: 256 is a multiple of 32, so all are equally likely. */
function codeOf(secret: string): string {
  const bytes = Buffer.from(secret, 'base64url').subarray(0, length)
  const text = [...bytes].map((byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

const hashOf = ({ cipher }: Pick<CodePorts, 'cipher'>, locationId: string, userId: string, code: string) =>
  cipher.hash(`recovery code\n${locationId}\n${userId}\n${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`)

/** Creates ten new codes; previous ones become void. `isAgain`: the same call had created codes whose answer was lost, and these replace them. */
export async function makeCodes(
  tx: Transaction,
  ports: CodePorts,
  { locationId, userId, key }: { locationId: string; userId: string; key: string },
): Promise<{ codes: string[]; isAgain: boolean }> {
  const keyHash = hashOfSecret(key)
  const gone = await tx.query<{ made_key: string }>(
    'DELETE FROM recovery_codes WHERE location_id = $1 AND user_id = $2 RETURNING made_key',
    [locationId, userId],
  )
  const codes = Array.from({ length: count }, () => codeOf(ports.ids.secret()))
  for (const code of codes)
    tx.later(
      'INSERT INTO recovery_codes (location_id, user_id, code_hash, made_key, made_at) VALUES ($1, $2, $3, $4, $5)',
      [locationId, userId, hashOf(ports, locationId, userId, code), keyHash, ports.clock.now()],
    )
  return { codes, isAgain: gone.some((row) => row.made_key === keyHash) }
}

/** Uses up a code. Throws 422 credentials_invalid for one that is wrong or was used. */
export async function spendCode(
  tx: Queryable,
  ports: Omit<CodePorts, 'ids'>,
  locationId: string,
  userId: string,
  code: string,
): Promise<void> {
  const rows = await tx.query(
    `UPDATE recovery_codes SET used_at = $4 WHERE location_id = $1 AND user_id = $2 AND code_hash = $3 AND used_at IS NULL RETURNING 1 AS used`,
    [locationId, userId, hashOf(ports, locationId, userId, code), ports.clock.now()],
  )
  if (rows.length === 0) throw wrongProof('code', 'This recovery code is not right, or was used already.')
}

/** How many of a user's codes are left. */
export async function countCodes(database: Queryable, locationId: string, userId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM recovery_codes WHERE location_id = $1 AND user_id = $2 AND used_at IS NULL',
    [locationId, userId],
  )
  return row!.count
}
