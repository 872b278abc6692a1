import { addDays, localTime } from '#contract/local-time.ts'
import { type Cents, formatCents } from '#contract/money.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { newCardNumber, newClaimCode } from './card-number.ts'
import { cardExpired } from './cards.ts'
import { hashOfClaimCode } from './claim-code.ts'
import { accountOf, addToCard, checkAmount, recordEntry } from './entries.ts'
import { cardNoLongerValid, cardOnHold } from './holds.ts'
import { storedNumber, type StoredNumber } from './stored-number.ts'

/**
 * How money comes onto gift cards and goes from them. Nothing else writes a balance: it is changed together with both sides of the ledger and
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
const mostNumbers = 5

/** Writes a card with its money under a number that no other has. Gives the number, plain and as it is kept. */
async function insertCard(
  tx: Transaction,
  { ids, cipher }: Pick<CardPorts, 'ids' | 'cipher'>,
  card: CardColumns,
): Promise<StoredNumber & { cardNumber: string }> {
  for (let count = 0; count < mostNumbers; count++) {
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
  throw new Error(`no free card number among ${mostNumbers}`)
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

/** What is loaded is good for five years at least (15 U.S.C. 1693l-1), what comes back for a season. */
const loadedForDays = 5 * 366
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

export type Redemption = {
  /** The tender's own id: the same redemption twice breaks the ledger's key and takes its transaction back. */
  redemptionId: string
  cardId: string
  /** Whose card it must be; undefined: one that nobody owns. */
  userId: string | undefined
  /** What is paid of the order, in cents, and of the tip where cards may pay those. */
  amountCents: Cents
  tipCents?: Cents | undefined
  ticketId: string
}

/**
 * Pays for an order from a card: all of the amount or nothing, in one statement, so that any number at once take no more than is on it.
 * `today` is the location's own date (ISO). Throws 404 not_found for a card that is not there or not theirs, 409 insufficient_balance, and 422 on
 * `card_id` for one that is over, void or on hold.
 */
export async function redeemCard(
  tx: Transaction,
  { clock }: Pick<CardPorts, 'clock'>,
  merchant: Pick<Merchant, 'locationId' | 'location'>,
  today: string,
  redemption: Redemption,
): Promise<void> {
  const { locationId } = merchant
  const { redemptionId, cardId, userId = null, amountCents, tipCents = 0, ticketId } = redemption
  const takenCents = amountCents + tipCents
  checkAmount(takenCents)
  const taken = await tx.query(
    `UPDATE cards SET balance_cents = balance_cents - $3
     WHERE location_id = $1 AND id = $2 AND user_id IS NOT DISTINCT FROM $4 AND balance_cents >= $3
       AND status = 'active' AND (expires_on IS NULL OR expires_on >= $5) RETURNING 1 AS taken`,
    [locationId, cardId, takenCents, userId, today],
  )
  if (taken.length === 0) throw await refusalOf(tx, merchant, cardId, userId, today)
  const nowMs = clock.now()
  recordTransfer(
    tx,
    locationId,
    { id: `${redemptionId}:order`, from: accountOf(cardId), to: 'orders', amountCents, ticketId },
    nowMs,
  )
  recordTransfer(
    tx,
    locationId,
    { id: `${redemptionId}:tip`, from: accountOf(cardId), to: 'tips', amountCents: tipCents, ticketId },
    nowMs,
  )
  recordEntry(
    tx,
    locationId,
    { id: redemptionId, cardId, description: 'Paid for an online order', amountCents: -takenCents, ticketId },
    nowMs,
  )
}

async function refusalOf(
  tx: Transaction,
  { locationId, location }: Pick<Merchant, 'locationId' | 'location'>,
  cardId: string,
  userId: string | null,
  today: string,
): Promise<ProblemError> {
  const rows = await tx.query<{ status: string; expires_on: string | null; balance_cents: Cents }>(
    'SELECT status, expires_on, balance_cents FROM cards WHERE location_id = $1 AND id = $2 AND user_id IS NOT DISTINCT FROM $3',
    [locationId, cardId, userId],
  )
  const card = rows[0]
  if (!card) return new ProblemError(404, 'not_found', 'We could not find this gift card.')
  if (card.status === 'frozen') return fieldProblem(422, 'card_id', cardOnHold({ location }))
  if (card.status === 'disabled') return fieldProblem(422, 'card_id', cardNoLongerValid({ location }))
  if (card.status !== 'active' || (card.expires_on !== null && card.expires_on < today))
    return new ProblemError(422, 'bad_request', cardExpired, {
      fields: [{ field: 'card_id', message: cardExpired }],
    })
  return insufficientBalance(card.balance_cents)
}

/** 409 with what is on the card: a diner's own, or one whose number they have. */
export function insufficientBalance(balanceCents: Cents): ProblemError {
  const words =
    balanceCents > 0
      ? `There is ${formatCents(balanceCents)} on this gift card now.`
      : 'There is nothing left on this gift card.'
  return new ProblemError(409, 'insufficient_balance', words)
}

/**
 * Gives what a redemption took back to its card, or to the one in its place, whoever has the card by now: once a redemption, by the ledger's key. A card that was
 * over by then is good again, and so is one that ended with a refund of what was left on it; one that the staff voided is not.
 */
export async function returnToCard(
  tx: Transaction,
  ports: Pick<CardPorts, 'clock'>,
  merchant: Zoned,
  { redemptionId, cardId: paidBy, amountCents, tipCents = 0, ticketId }: Omit<Redemption, 'userId'>,
): Promise<void> {
  const { locationId } = merchant
  const givenCents = amountCents + tipCents
  const goodUntil = returnedUntil(merchant, ports)
  const cardId = await addToCard(tx, locationId, { cardId: paidBy, amountCents: givenCents, goodUntil })
  reviveRefunded(tx, locationId, cardId)
  const nowMs = ports.clock.now()
  recordTransfer(
    tx,
    locationId,
    { id: `${redemptionId}:order:back`, from: 'orders', to: accountOf(cardId), amountCents, ticketId },
    nowMs,
  )
  recordTransfer(
    tx,
    locationId,
    { id: `${redemptionId}:tip:back`, from: 'tips', to: accountOf(cardId), amountCents: tipCents, ticketId },
    nowMs,
  )
  const entry = {
    id: `${redemptionId}:back`,
    cardId,
    description: 'Returned from an order',
    amountCents: givenCents,
    ticketId,
  }
  recordEntry(tx, locationId, entry, nowMs)
}

/** Whoever has the card has its money: what was refunded of it is off it already. What a bank still holds stays on hold. */
const reviveRefunded = (tx: Transaction, locationId: string, cardId: string): void =>
  tx.later(
    `UPDATE cards c SET status = CASE WHEN EXISTS (SELECT 1 FROM card_holds h WHERE h.location_id = c.location_id AND h.card_id = c.id) THEN 'frozen' ELSE 'active' END
     WHERE c.location_id = $1 AND c.id = $2 AND c.status = 'disabled'
       AND (SELECT a.kind FROM card_acts a WHERE a.location_id = c.location_id AND a.card_id = c.id AND a.kind IN ('voided', 'reissued', 'refunded')
            ORDER BY a.at DESC LIMIT 1) = 'refunded'`,
    [locationId, cardId],
  )
