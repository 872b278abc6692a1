import { CipherError, type DataCipher } from '#server/ports/data-cipher.ts'

/** What a pass's address says, sealed: whose card it is, and until when (ms) it may be fetched. */
export type PassLink = { cardId: string; userId: string | undefined; untilMs: number }

/** A phone fetches a pass without signing in, so its address is as good as the card: it is good for minutes alone. */
export const passLinkMs = 5 * 60_000

const placeOf = (locationId: string): string => `wallet pass link\n${locationId}`

/** A link as text for an address, which tells nothing. */
export const sealPassLink = (
  cipher: DataCipher,
  locationId: string,
  { cardId, userId, untilMs }: PassLink,
): string => cipher.seal(JSON.stringify([cardId, userId ?? null, untilMs]), placeOf(locationId))

/** What was sealed; undefined for what was not, at this location, and for one whose time is over. */
export function findPassLink(
  cipher: DataCipher,
  locationId: string,
  sealed: string,
  nowMs: number,
): PassLink | undefined {
  try {
    const [cardId, userId, untilMs] = JSON.parse(cipher.open(sealed, placeOf(locationId))) as [
      string,
      string | null,
      number,
    ]
    return untilMs > nowMs ? { cardId, userId: userId ?? undefined, untilMs } : undefined
  } catch (error) {
    if (error instanceof CipherError) return undefined
    throw error
  }
}
