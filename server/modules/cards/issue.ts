import { addDays, localTime } from '#contract/local-time.ts'
import type { Cents } from '#contract/money.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { newCardNumber, newClaimCode } from './card-number.ts'
import { hashOfClaimCode } from './claim-code.ts'
import { accountOf, addToCard, checkAmount, recordEntry } from './entries.ts'
import { storedNumber, type StoredNumber } from './stored-number.ts'

/**
 * Puts money onto gift cards (`redeem.ts` pays with them). A balance changes together with both sides of the ledger and the line that its owner sees, so that
 * it is always the sum of its rows. Every function runs in the caller's transaction.
 */

export type CardPorts = { clock: Clock; ids: Ids; cipher: DataCipher }
type Place = Pick<Merchant, 'locationId'>
type Zoned = Pick<Merchant, 'locationId' | 'location'>

export type NewCard = {
  /** One of the location's card programs. */
  programId: string
  /** The user whose account it goes to; undefined when it is sent: whoever receives it may claim it. */
  userId?: string | undefined
  amountCents: Cents
  fromName?: string | undefined
  personalMessage?: string | undefined
  /** Its design. */
  design?: GiftDesign | undefined
  /** Its last day (ISO date); undefined: it never expires. */
  expiresOn?: string | undefined
  /** Whether it gets a claim code. */
  claimCode?: boolean | undefined
  /** The order that paid for it. */
  orderId: string
  /** The card that its money comes from; undefined: it was sold. */
  fromCardId?: string | undefined
  /** What its owner sees as its origin; undefined: that it was bought or sent. */
  description?: string | undefined
}

/** `claimCode` is returned only here: the database stores its hash. */
export type IssuedCard = { id: string; cardNumber: string; claimCode?: string } & Pick<
  StoredNumber,
  'sealedNumber' | 'lastFour'
>

/** Creates a card with money on it, from `card_sales`. Its id is a secret of 192 bits, because it is the link that gives the card away. */
export async function issueCard(
  tx: Transaction,
  ports: CardPorts,
  { locationId }: Place,
  card: NewCard,
): Promise<IssuedCard> {
  const { clock, ids } = ports
  const id = ids.secret()
  const claimCode = card.claimCode ? newClaimCode(ids) : undefined
  const columns = {
    programId: card.programId,
    userId: card.userId ?? null,
    fromName: card.fromName ?? null,
    personalMessage: card.personalMessage ?? null,
    expiresOn: card.expiresOn ?? null,
    design: card.design ? JSON.stringify(card.design) : null,
    claimCodeHash: claimCode === undefined ? null : hashOfClaimCode(locationId, claimCode),
  }
  const { amountCents } = card
  checkAmount(amountCents)
  const number = await insertCard(tx, ports, { locationId, id, ...columns, amountCents, nowMs: clock.now() })
  const description =
    card.description ?? (card.userId === undefined ? 'Gift card sent' : 'Gift card purchased')
  const transferId = `${card.orderId}:issue:${id}`
  recordLoad(tx, ports, locationId, { ...card, cardId: id, transferId, description })
  return { id, ...number, ...(claimCode !== undefined && { claimCode }) }
}

type CardColumns = {
  locationId: string
  id: string
  programId: string
  userId: string | null
  fromName: string | null
  personalMessage: string | null
  expiresOn: string | null
  design: string | null
  claimCodeHash: string | null
  amountCents: Cents
  nowMs: number
}

/** Hitting an existing number is as unlikely as guessing somebody's; five in a row mean a broken random source. */
const maxNumberTries = 5

/** Inserts a card with its money under an unused number. Returns the number, plain and as stored. */
async function insertCard(
  tx: Transaction,
  { ids, cipher }: Pick<CardPorts, 'ids' | 'cipher'>,
  card: CardColumns,
): Promise<StoredNumber & { cardNumber: string }> {
  for (let count = 0; count < maxNumberTries; count++) {
    const cardNumber = newCardNumber(ids)
    const stored = storedNumber(cipher, card.locationId, card.id, cardNumber)
    const inserted = await tx.query(
      `INSERT INTO cards (location_id, id, number_hash, sealed_number, last_four, program_id, user_id, balance_cents, status, from_name,
         personal_message, expires_on, claim_code_hash, created_at, design)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $13, 'active', $8, $9, $10, $11, $12, $14) ON CONFLICT (location_id, number_hash) DO NOTHING
       RETURNING 1 AS inserted`,
      [
        card.locationId,
        card.id,
        stored.numberHash,
        stored.sealedNumber,
        stored.lastFour,
        card.programId,
        card.userId,
        card.fromName,
        card.personalMessage,
        card.expiresOn,
        card.claimCodeHash,
        card.nowMs,
        card.amountCents,
        card.design,
      ],
    )
    if (inserted.length === 1) return { ...stored, cardNumber }
  }
  throw new Error(`no free card number among ${maxNumberTries}`)
}

/** Loads money onto an existing card, from `card_sales`: once per card and order. Throws when the card does not exist. */
export async function loadCard(
  tx: Transaction,
  ports: Pick<CardPorts, 'clock'>,
  merchant: Zoned,
  { cardId: loaded, amountCents, orderId }: { cardId: string; amountCents: Cents; orderId: string },
): Promise<void> {
  const { locationId } = merchant
  const goodUntil = dayIn(merchant, ports, loadedForDays)
  const { id: cardId } = await addToCard(tx, locationId, { cardId: loaded, amountCents, goodUntil })
  const transferId = `${orderId}:load:${loaded}`
  recordLoad(tx, ports, locationId, {
    cardId,
    amountCents,
    orderId,
    transferId,
    description: 'Gift card reloaded',
  })
}

/** Loaded money is valid for at least five years (15 U.S.C. 1693l-1). */
const loadedForDays = 5 * 366
/** Money returned from a placed order is valid for at least 90 days. */
const returnedForDays = 90

/** The location's date (ISO) in this many days. */
const dayIn = ({ location }: Zoned, { clock }: Pick<CardPorts, 'clock'>, days: number): string =>
  addDays(localTime(clock.now(), location.time_zone).date, days)

/** The earliest last day of a card that gets money back. */
export const returnedUntil = (merchant: Zoned, ports: Pick<CardPorts, 'clock'>): string =>
  dayIn(merchant, ports, returnedForDays)

type Load = {
  cardId: string
  amountCents: Cents
  orderId: string
  transferId: string
  description: string
  fromCardId?: string | undefined
}

/** Records money that is now on a card: both sides of the ledger, and the line for its owner. */
function recordLoad(
  tx: Transaction,
  { clock }: Pick<CardPorts, 'clock'>,
  locationId: string,
  load: Load,
): void {
  const { cardId, amountCents, orderId, transferId: id, description, fromCardId } = load
  const from = fromCardId === undefined ? 'card_sales' : accountOf(fromCardId)
  const nowMs = clock.now()
  recordTransfer(tx, locationId, { id, from, to: accountOf(cardId), amountCents, orderId }, nowMs)
  recordEntry(tx, locationId, { id, cardId, description, amountCents }, nowMs)
}
