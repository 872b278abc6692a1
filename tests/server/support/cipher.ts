import type { Queryable } from '#server/db/database.ts'
import { hashOfNumber, openNumber } from '#server/modules/cards/stored-number.ts'
import { dataCipher } from '#server/ports/data-cipher.ts'

const testKey = new Uint8Array(32).fill(7)

/** The card key of every test server: servers that share a database must share it. */
export const testCipher = dataCipher(testKey)
export const testCardKey = Buffer.from(testKey).toString('base64')

/** A card's number, decrypted. */
export const numberOf = (row: { location_id: string; id: string; sealed_number: string }): string =>
  openNumber(testCipher, row.location_id, row.id, row.sealed_number)

/** The id of the card with this number at a location, in a database that uses this cipher. */
export const findCardId = async (
  database: Queryable,
  locationId: string,
  number: string,
  cipher = testCipher,
): Promise<string | undefined> => {
  const hash = hashOfNumber(cipher, locationId, number)
  return (
    await database.query<{ id: string }>('SELECT id FROM cards WHERE location_id = $1 AND number_hash = $2', [
      locationId,
      hash,
    ])
  )[0]?.id
}
