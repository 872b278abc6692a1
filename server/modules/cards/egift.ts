import type { Clock } from '#contract/ports.ts'
import type { Card, EgiftAnswer } from '#contract/schemas/card.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { notFound } from '#server/plugins/problems.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { noteOpened } from './gift-links.ts'
import { cardExpired, findLinkedCard } from './cards.ts'
import { cardNoLongerValid, cardOnHold } from './holds.ts'

/** The card belongs to an account now: the link in an old email or message no longer shows its number. */
const inAccount = 'This gift card has been added to an account. Sign in to see it.'

/**
 * What a gift's link shows: whoever has the link has the card, until it is in an account. An expired, void or held card is shown with the words for that. The
 * opening is recorded before anything is shown. Throws 404 not_found for an unknown id, and for a card that is not paid for yet.
 */
export async function openEgift(
  ports: { database: Database; clock: Clock; cipher: DataCipher },
  merchant: Merchant,
  linkId: string,
): Promise<EgiftAnswer> {
  await noteOpened(ports.database, merchant.locationId, linkId, ports.clock.now())
  const found = await findLinkedCard(ports, merchant, linkId, todayAt(merchant, ports.clock.now()))
  if (!found) throw notFound('We could not find this gift card.')
  const { card, owned } = found
  if (card.status === 'disabled')
    return { card: masked(card), has_error: true, error: { message: cardNoLongerValid(merchant) } }
  if (owned) return { card: masked(card), has_error: true, error: { message: inAccount } }
  if (card.status === 'frozen') return { card, has_error: true, error: { message: cardOnHold(merchant) } }
  if (card.status !== 'active') return { card, has_error: true, error: { message: cardExpired } }
  return { card }
}

const masked = (card: Card): Card => ({
  ...card,
  number: card.number_display,
  card_number: card.number_display,
  balance: 0,
})
