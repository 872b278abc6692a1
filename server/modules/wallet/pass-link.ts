import type { PageLanguage } from '#contract/languages/all.ts'
import { languageOfColumn } from '#server/plugins/language.ts'
import { CipherError, type DataCipher } from '#server/ports/data-cipher.ts'

/** What a pass's address says, sealed: whose card it is, until when (ms) it may be fetched, and in which language it is. */
type PassLink = { cardId: string; userId: string | undefined; untilMs: number; language: PageLanguage }

/** A phone fetches a pass without signing in, so its address is as good as the card: it is good for minutes alone. */
export const passLinkMs = 5 * 60_000

const placeOf = (locationId: string): string => `wallet pass link\n${locationId}`

/** A link as text for an address, which tells nothing. */
export const sealPassLink = (
  cipher: DataCipher,
  locationId: string,
  { cardId, userId, untilMs, language }: PassLink,
): string => cipher.seal(JSON.stringify([cardId, userId ?? null, untilMs, language]), placeOf(locationId))

/** What was sealed; undefined for what was not, at this location, and for one whose time is over. */
export function findPassLink(
  cipher: DataCipher,
  locationId: string,
  sealed: string,
  nowMs: number,
): PassLink | undefined {
  try {
    const [cardId, userId, untilMs, language] = JSON.parse(cipher.open(sealed, placeOf(locationId))) as [
      string,
      string | null,
      number,
      string | undefined,
    ]
    if (untilMs <= nowMs) return undefined
    // A server of before made links without a language.
    return { cardId, userId: userId ?? undefined, untilMs, language: languageOfColumn(language ?? null) }
  } catch (error) {
    if (error instanceof CipherError) return undefined
    throw error
  }
}
