import type { DataCipher } from '#server/ports/data-cipher.ts'

/** How a card's number is stored: a keyed hash to find it by, a sealed copy for whoever has the key, and the last four digits for receipts. */
export type StoredNumber = { numberHash: string; sealedNumber: string; lastFour: string }

/** A number in stored form. `number` is its 16 digits. */
export const storedNumber = (
  cipher: DataCipher,
  locationId: string,
  cardId: string,
  number: string,
): StoredNumber => ({
  numberHash: hashOfNumber(cipher, locationId, number),
  sealedNumber: cipher.seal(number, placeOf(locationId, cardId)),
  lastFour: number.slice(-4),
})

/** The hash that a card is looked up by, within its location. */
export const hashOfNumber = (cipher: DataCipher, locationId: string, number: string): string =>
  cipher.hash(`card number\n${locationId}\n${number}`)

/** The number of a card's row. Throws CipherError for another row's. */
export const openNumber = (
  cipher: DataCipher,
  locationId: string,
  cardId: string,
  sealedNumber: string,
): string => cipher.open(sealedNumber, placeOf(locationId, cardId))

const placeOf = (locationId: string, cardId: string): string => `card number\n${locationId}\n${cardId}`
