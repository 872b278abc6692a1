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

/** The card is somebody's now: the link in an old email or message does not show its number any more. */
const inAccount = 'This gift card has been added to an account. Sign in to see it.'

/**
 * What a gift's link shows: whoever has the link has the card, until it is in an account. A card that is over, void or on hold is shown with the
 * words that it is. That it was opened is written down before anything of it is shown. Throws 404 not_found for an id that no card has, and for one that is not paid for yet.
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
