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
 * How money comes onto gift cards (`redeem.ts`: how they pay). A balance is changed together with both sides of the ledger and
 * with the line that its owner reads, so that it is always the sum of its rows. Every function runs in the transaction that it is given.
 */

export type CardPorts = { clock: Clock; ids: Ids; cipher: DataCipher }
type Place = Pick<Merchant, 'locationId'>
type Zoned = Pick<Merchant, 'locationId' | 'location'>

export type NewCard = {
  /** One of the location's card programs. */
  programId: string
  /** Whose account it goes to; nobody's when it is sent: whoever gets it may claim it. */
  userId?: string | undefined
  amountCents: Cents
  fromName?: string | undefined
  personalMessage?: string | undefined
  /** How it looks. */
  design?: GiftDesign | undefined
  /** Its last day (ISO date); for ever when undefined. */
  expiresOn?: string | undefined
  /** Whether it gets a code to claim it by. */
  claimCode?: boolean | undefined
  /** The order that paid for it. */
  orderId: string
  /** The card that its money comes from; undefined: it was sold. */
  fromCardId?: string | undefined
  /** What its owner reads of how it came; without one, that it was bought or sent. */
  description?: string | undefined
}

/** `claimCode` is told here once: the database keeps its hash. */
export type IssuedCard = { id: string; cardNumber: string; claimCode?: string } & Pick<
  StoredNumber,
  'sealedNumber' | 'lastFour'
>

/** Makes a card with money on it, from `card_sales`. Its id is a secret of 192 bits, for it is the link that a gift is given away with. */
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

/** A number that is taken already is as likely as finding somebody's by guessing; five in a row are a broken source of randomness. */
const maxNumberTries = 5

/** Writes a card with its money under a number that no other has. Gives the number, plain and as it is kept. */
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

/** Puts money onto a card that is there already, from `card_sales`: once a card and order. Throws when there is no such card. */
export async function loadCard(
  tx: Transaction,
  ports: Pick<CardPorts, 'clock'>,
  merchant: Zoned,
  { cardId: loaded, amountCents, orderId }: { cardId: string; amountCents: Cents; orderId: string },
): Promise<void> {
  const { locationId } = merchant
  const goodUntil = dayIn(merchant, ports, loadedForDays)
  const cardId = await addToCard(tx, locationId, { cardId: loaded, amountCents, goodUntil })
  const transferId = `${orderId}:load:${loaded}`
  recordLoad(tx, ports, locationId, {
    cardId,
    amountCents,
    orderId,
    transferId,
    description: 'Gift card reloaded',
  })
}

/** What is loaded is good for five years at least (15 U.S.C. 1693l-1). */
const loadedForDays = 5 * 366
/** What comes back of an order that was placed is good for a season. */
const returnedForDays = 90

/** The location's own date (ISO), so many days from now. */
const dayIn = ({ location }: Zoned, { clock }: Pick<CardPorts, 'clock'>, days: number): string =>
  addDays(localTime(clock.now(), location.time_zone).date, days)

/** The last day, at least, of a card that gets money back. */
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

/** What is written about money that is on a card now: both sides of the ledger, and its owner's line. */
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
