import { openNumber } from '#server/modules/cards/stored-number.ts'
import { dataCipher } from '#server/ports/data-cipher.ts'

const testKey = new Uint8Array(32).fill(7)

/** The card key of every test server: servers that share a database must share it. */
export const testCipher = dataCipher(testKey)
export const testCardKey = Buffer.from(testKey).toString('base64')

/** A card's number, decrypted. */
export const numberOf = (row: { location_id: string; id: string; sealed_number: string }): string =>
  openNumber(testCipher, row.location_id, row.id, row.sealed_number)
