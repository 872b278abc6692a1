import { formatDate } from '#contract/format-date.ts'
import { localTime } from '#contract/local-time.ts'
import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import type { Card, CardStatus } from '#contract/schemas/card.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { Transaction as Entry } from '#contract/schemas/user.ts'
import type { Queryable } from '#server/db/database.ts'
import { programDesignOf } from '#server/merchants/card-designs.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { byLink } from './gift-links.ts'
import { openNumber } from './stored-number.ts'

/** Gift cards as they are shown. A card that is ordered but not paid for yet (`pending`) does not count as one. */

/** Specification §8. */
export const cardExpired = 'This gift card has expired.'

type CardRow = {
  id: string
  location_id: string
  sealed_number: string
  last_four: string
  user_id: string | null
  balance_cents: number
  status: CardStatus
  from_name: string | null
  personal_message: string | null
  expires_on: string | null
  design: GiftDesign | null
  created_at: number
  program_id: string
  external_id: string
  image: string
  description: string
}

const select = `SELECT c.id, c.location_id, c.sealed_number, c.last_four, c.user_id, c.balance_cents, c.status, c.from_name, c.personal_message, c.expires_on, c.design, c.created_at,
    p.id AS program_id, p.external_id, p.image, p.description
  FROM cards c JOIN card_programs p ON p.location_id = c.location_id AND p.id = c.program_id
  WHERE c.location_id = $1 AND c.status <> 'pending'`

/** Reading a number needs its key. */
type ReadPorts = { database: Queryable; cipher: DataCipher }

/** A user's cards at a location, the newest first; empty cards only with `zeroToo`. `today` is the location's date: a card is valid through its last day. */
export async function listCards(
  { database, cipher }: ReadPorts,
  merchant: Merchant,
  userId: string,
  { zeroToo, today }: { zeroToo: boolean; today: string },
): Promise<Card[]> {
  const rows = await database.query<CardRow>(
    `${select} AND c.user_id = $2 AND ($3 OR c.balance_cents > 0) ORDER BY c.created_at DESC, c.id`,
    [merchant.locationId, userId, zeroToo],
  )
  return rows.map((row) => cardOf(cipher, merchant, row, today))
}

/** One of a user's cards; undefined when it does not exist or is not theirs. */
export async function findOwnCard(
  { database, cipher }: ReadPorts,
  merchant: Merchant,
  userId: string,
  cardId: string,
  today: string,
): Promise<Card | undefined> {
  const rows = await database.query<CardRow>(`${select} AND c.user_id = $2 AND c.id = $3`, [
    merchant.locationId,
    userId,
    cardId,
  ])
  return rows[0] && cardOf(cipher, merchant, rows[0], today)
}

/** The card of a link, and whether it is already in somebody's account. */
export async function findLinkedCard(
  { database, cipher }: ReadPorts,
  merchant: Merchant,
  linkId: string,
  today: string,
): Promise<{ card: Card; owned: boolean } | undefined> {
  const rows = await database.query<CardRow>(`${select} AND ${byLink}`, [merchant.locationId, linkId])
  // Here a card is known by its link alone: its id is for its owner.
  return (
    rows[0] && {
      card: { ...cardOf(cipher, merchant, rows[0], today), id: linkId },
      owned: rows[0].user_id !== null,
    }
  )
}

/** As many as a screen can sensibly show; the specification has no paging for them. */
const maxEntries = 200

type EntryRow = {
  description: string
  amount_cents: Cents
  created_at: number
  card_id: string
  online_order: boolean
  ticket_id: string | null
}

/** The movements of a card since its owner got it, newest first: earlier ones are the giver's. */
export async function listCardEntries(
  database: Queryable,
  { locationId, location }: Pick<Merchant, 'locationId' | 'location'>,
  userId: string,
  cardId: string,
): Promise<Entry[]> {
  const rows = await database.query<EntryRow>(
    `SELECT description, amount_cents, created_at, card_id, online_order, ticket_id FROM card_transactions
     WHERE location_id = $1 AND card_id = $2 AND user_id = $3 ORDER BY created_at DESC, id LIMIT ${maxEntries}`,
    [locationId, cardId, userId],
  )
  return rows.map((row) => ({
    description: row.description,
    pretty_amount: currencyText(row.amount_cents),
    pretty_date: formatDate(localTime(row.created_at, location.time_zone).date),
    card_id: row.card_id,
    online_order: row.online_order,
    ticket_order_id: row.ticket_id,
  }))
}

function cardOf(cipher: DataCipher, merchant: Merchant, row: CardRow, today: string): Card {
  const look = programDesignOf(merchant, row.program_id)
  const number = openNumber(cipher, row.location_id, row.id, row.sealed_number)
  const expired = row.status === 'expired' || (row.expires_on !== null && row.expires_on < today)
  return {
    id: row.id,
    number: groupCardNumber(number),
    number_display: `•••• ${row.last_four}`,
    card_number: number,
    balance: row.balance_cents,
    status: expired ? 'expired' : row.status,
    ...(row.from_name !== null && { from_name: row.from_name }),
    ...(row.personal_message !== null && { personal_message: row.personal_message }),
    has_expiration_date: row.expires_on !== null,
    ...(row.expires_on !== null && { pretty_expiration_date: formatDate(row.expires_on) }),
    card_is_expired: expired,
    created_at: new Date(row.created_at).toISOString(),
    program: {
      id: row.program_id,
      external_id: row.external_id,
      image: row.image,
      description: row.description,
      ...(look && { design: look }),
    },
    ...(row.design !== null && { design: row.design }),
  }
}
