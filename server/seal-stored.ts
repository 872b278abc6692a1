import type { Database, Queryable, Row } from '#server/db/database.ts'
import { placeOfCode } from '#server/modules/card-orders/deliveries.ts'
import { storedNumber } from '#server/modules/cards/stored-number.ts'
import { fingerprintOf, placeOfReply } from '#server/plugins/idempotency-store.ts'
import { type DataCipher, sealedPrefix } from '#server/ports/data-cipher.ts'

/** Encrypts what a Larder before migration 015 wrote in plain text. */

/** Where plain values are stored, and what to write instead. `keys` is the table's primary key. */
type Place<R extends Row> = {
  table: string
  keys: readonly (keyof R & string)[]
  columns: readonly (keyof R & string)[]
  /** An SQL condition for the rows that are left to do. */
  plain: string
  sealed(cipher: DataCipher, row: R): Record<string, string | null>
}

const cards: Place<{ location_id: string; id: string; card_number: string }> = {
  table: 'cards',
  keys: ['location_id', 'id'],
  columns: ['card_number'],
  plain: 'card_number IS NOT NULL',
  sealed(cipher, { location_id, id, card_number }) {
    const { numberHash, sealedNumber, lastFour } = storedNumber(cipher, location_id, id, card_number)
    return { card_number: null, number_hash: numberHash, sealed_number: sealedNumber, last_four: lastFour }
  },
}

/** Request fingerprints as well as answers: an old fingerprint is a hash of the body, and becomes what a new one is made from. */
const answers: Place<{
  location_id: string
  caller: string
  key: string
  fingerprint: string
  body: string | null
}> = {
  table: 'idempotency_keys',
  keys: ['location_id', 'caller', 'key'],
  columns: ['fingerprint', 'body'],
  plain: `fingerprint <> '' AND fingerprint NOT LIKE '${sealedPrefix}%'`,
  sealed: (cipher, { location_id, caller, key, fingerprint, body }) => ({
    fingerprint: fingerprintOf(cipher, fingerprint),
    body: body ? cipher.seal(body, placeOfReply({ locationId: location_id, caller, key })) : body,
  }),
}

const claimCodes: Place<{ location_id: string; id: string; claim_code: string }> = {
  table: 'card_deliveries',
  keys: ['location_id', 'id'],
  columns: ['claim_code'],
  plain: `claim_code IS NOT NULL AND claim_code NOT LIKE '${sealedPrefix}%'`,
  sealed: (cipher, { location_id, id, claim_code }) => ({
    claim_code: cipher.seal(claim_code, placeOfCode(location_id, id)),
  }),
}

const mark = 'numbers_in_plain'

/** Rows per transaction. */
const batchSize = 200

/**
 * Encrypts them if the migration has left a mark. If it is stopped, every row is either done or not, and the mark stays, so that the next start continues. Two
 * processes at once write each row only once. At the end the tables are rewritten, because old versions of changed rows stay in their files until then.
 */
export async function sealStored(
  database: Database,
  cipher: DataCipher,
  progress: (line: string) => void,
): Promise<void> {
  if (!(await isMarked(database))) return
  progress('Encrypting card numbers (once)')
  await sealPlace(database, cipher, cards)
  await sealPlace(database, cipher, answers)
  await sealPlace(database, cipher, claimCodes)
  for (const { table } of [cards, answers, claimCodes]) await database.script(`VACUUM FULL ${table}`)
  await database.query('DELETE FROM server_secrets WHERE name = $1', [mark])
}

const isMarked = async (database: Queryable): Promise<boolean> =>
  (await database.query('SELECT 1 AS marked FROM server_secrets WHERE name = $1', [mark])).length > 0

async function sealPlace<R extends Row>(
  database: Database,
  cipher: DataCipher,
  place: Place<R>,
): Promise<void> {
  for (let last: R | undefined; ;) {
    const rows = await readPlain(database, place, last)
    if (rows.length === 0) return
    await database.transaction(async (tx) => {
      for (const row of rows) {
        const [sql, params] = changeOf(place, row, place.sealed(cipher, row))
        tx.later(sql, params)
      }
    })
    last = rows.at(-1)
  }
}

function readPlain<R extends Row>(
  database: Queryable,
  { table, keys, columns, plain }: Place<R>,
  last: R | undefined,
): Promise<R[]> {
  const after = last
    ? `AND (${keys.join(', ')}) > (${keys.map((_, index) => `$${index + 1}`).join(', ')})`
    : ''
  return database.query<R>(
    `SELECT ${[...keys, ...columns].join(', ')} FROM ${table} WHERE ${plain} ${after} ORDER BY ${keys.join(', ')} LIMIT ${batchSize}`,
    last ? keys.map((key) => last[key]) : [],
  )
}

/** Of two processes, the second finds the row done and leaves it. */
function changeOf<R extends Row>(
  { table, keys, plain }: Place<R>,
  row: R,
  values: Record<string, string | null>,
): [string, unknown[]] {
  const names = Object.keys(values)
  const sets = names.map((name, index) => `${name} = $${index + 1}`)
  const where = keys.map((key, index) => `${key} = $${names.length + index + 1}`)
  return [
    `UPDATE ${table} SET ${sets.join(', ')} WHERE ${where.join(' AND ')} AND ${plain}`,
    [...Object.values(values), ...keys.map((key) => row[key])],
  ]
}
