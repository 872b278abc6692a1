import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { CheckedCard } from '#contract/schemas/card.ts'
import { findLocation } from '#db/locations.ts'
import type { Services } from '#lib/query/services.ts'

/** Calls that need the user present: a card number is a secret, so none of them ever waits for a signal. */

export type ImportInput = { card_number: string } | { claim_code: string }
export type Imported = AnswerOf<typeof cardEndpoints.importCard>

/** Adds a card to the signed-in user's account. `proof` is the answer of a human verification, or empty. */
export async function importCard(
  services: Services,
  input: ImportInput,
  proof: string,
  key: string,
): Promise<Imported> {
  return await services.api.send(cardEndpoints.importCard, { key, body: { ...input, ...withProof(proof) } })
}

/** A card's balance. By POST if the API offers it (extension `post_aliases`), so that the number appears in no URL and no log. */
export async function checkBalance(
  services: Services,
  number: string,
  proof: string,
  key: string,
): Promise<CheckedCard> {
  const offered = (await findLocation(services.db, services.locationId))?.copy.location.api_extensions ?? []
  const { card } = offered.includes('post_aliases')
    ? await services.api.send(cardEndpoints.checkBalanceByPost, {
        key,
        body: { card_number: number, ...withProof(proof) },
      })
    : await services.api.send(cardEndpoints.checkBalance, { params: { number } })
  return card
}

const withProof = (proof: string) => (proof === '' ? {} : { recaptcha_confirmation: proof })
