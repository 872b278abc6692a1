import type { PageLanguage } from '#contract/languages/all.ts'
import { languageOfColumn } from '#server/plugins/language.ts'
import { CipherError, type DataCipher } from '#server/ports/data-cipher.ts'

/** The sealed content of a pass's address: the card and its owner, until when (ms) it can be fetched, and its language. */
type PassLink = { cardId: string; userId: string | undefined; untilMs: number; language: PageLanguage }

/** A phone fetches a pass without signing in, so its address is as good as the card: it is valid for minutes only. */
export const passLinkMs = 5 * 60_000

const placeOf = (locationId: string): string => `wallet pass link\n${locationId}`

/** A link sealed as text for an address, which reveals nothing. */
export const sealPassLink = (
  cipher: DataCipher,
  locationId: string,
  { cardId, userId, untilMs, language }: PassLink,
): string => cipher.seal(JSON.stringify([cardId, userId ?? null, untilMs, language]), placeOf(locationId))

/** The content of a sealed link, which may have expired; undefined for one that was not sealed here for this location. */
export function findPassLink(cipher: DataCipher, locationId: string, sealed: string): PassLink | undefined {
  try {
    const [cardId, userId, untilMs, language] = JSON.parse(cipher.open(sealed, placeOf(locationId))) as [
      string,
      string | null,
      number,
      string | undefined,
    ]
    // Older servers made links without a language.
    return { cardId, userId: userId ?? undefined, untilMs, language: languageOfColumn(language ?? null) }
  } catch (error) {
    if (error instanceof CipherError) return undefined
    throw error
  }
}
