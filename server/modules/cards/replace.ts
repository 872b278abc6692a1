import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { accountOf, recordEntry } from './entries.ts'
import type { HoldCause, StaffReason } from './holds.ts'
import { type CardPorts, type IssuedCard, issueCard, returnedUntil } from './issue.ts'

/**
 * What the staff do with a card that ends it (decision 065): voiding, replacing, or refunding its balance. Every function runs in the caller's transaction,
 * with the card locked (`lockCards`).
 */

type Place = Pick<Merchant, 'locationId'>

/** A card locked until the transaction ends. */
export type LockedCard = {
  id: string
  reference: string
  lastFour: string
  programId: string
  userId: string | undefined
  balanceCents: Cents
  status: string
  expiresOn: string | undefined
  design: GiftDesign | undefined
  fromName: string | undefined
  personalMessage: string | undefined
  isReplaced: boolean
  holds: { cause: HoldCause }[]
}

type Row = {
  id: string
  reference: string
  last_four: string
  program_id: string
  user_id: string | null
  balance_cents: Cents
  status: string
  expires_on: string | null
  design: GiftDesign | null
  from_name: string | null
  personal_message: string | null
  replaced_by: string | null
}

/**
 * The card that money for this one goes to: itself or its latest replacement (entries.ts, `addToCard`), locked until the transaction ends. Throws when the card
 * does not exist.
 */
export async function lockReceiver(
  tx: Transaction,
  locationId: string,
  cardId: string,
): Promise<{ id: string; status: string }> {
  for (let id = cardId; ;) {
    // Searched without a lock and locked afterwards, the newest first, as everywhere; it may be replaced meanwhile.
    const [last] = await tx.query<{ id: string }>(
      `WITH RECURSIVE chain (id, replaced_by) AS (
         SELECT id, replaced_by FROM cards WHERE location_id = $1 AND id = $2
         UNION SELECT c.id, c.replaced_by FROM chain p JOIN cards c ON c.location_id = $1 AND c.id = p.replaced_by
       ) SELECT id FROM chain WHERE replaced_by IS NULL`,
      [locationId, id],
    )
    if (!last) throw new Error('a gift card to get money is not there')
    const [row] = await tx.query<{ status: string; replaced_by: string | null }>(
      'SELECT status, replaced_by FROM cards WHERE location_id = $1 AND id = $2 FOR UPDATE',
      [locationId, last.id],
    )
    if (row && row.replaced_by === null) return { id: last.id, status: row.status }
    id = last.id
  }
}

/** These cards, locked: the newest first, the same order as for taking a gift back, to avoid deadlocks. */
export async function lockCards(
  tx: Transaction,
  { locationId }: Place,
  cardIds: readonly string[],
): Promise<LockedCard[]> {
  const rows = await tx.query<Row>(
    `SELECT id, reference, last_four, program_id, user_id, balance_cents, status, expires_on, design, from_name, personal_message, replaced_by FROM cards
     WHERE location_id = $1 AND id = ANY (string_to_array($2, ',')) ORDER BY created_at DESC, id FOR UPDATE`,
    [locationId, cardIds.join()],
  )
  const holds = await tx.query<{ card_id: string; cause: HoldCause }>(
    `SELECT card_id, cause FROM card_holds WHERE location_id = $1 AND card_id = ANY (string_to_array($2, ','))`,
    [locationId, cardIds.join()],
  )
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    lastFour: row.last_four,
    programId: row.program_id,
    userId: row.user_id ?? undefined,
    balanceCents: row.balance_cents,
    status: row.status,
    expiresOn: row.expires_on ?? undefined,
    design: row.design ?? undefined,
    fromName: row.from_name ?? undefined,
    personalMessage: row.personal_message ?? undefined,
    isReplaced: row.replaced_by !== null,
    holds: holds.filter((hold) => hold.card_id === row.id).map(({ cause }) => ({ cause })),
  }))
}

/** The id of a card by the staff's reference; undefined for one that does not exist or is not paid for. */
export async function findCardId(
  tx: Pick<Transaction, 'query'>,
  { locationId }: Place,
  reference: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM cards WHERE location_id = $1 AND reference = $2 AND status <> 'pending'`,
    [locationId, reference],
  )
  return rows[0]?.id
}

/** Ends a card. The staff's hold no longer matters and is removed; a bank's stays for money that may come back onto it. */
function end(tx: Transaction, { locationId }: Place, cardId: string): void {
  tx.later(`UPDATE cards SET balance_cents = 0, status = 'disabled' WHERE location_id = $1 AND id = $2`, [
    locationId,
    cardId,
  ])
  tx.later(`DELETE FROM card_holds WHERE location_id = $1 AND card_id = $2 AND cause = 'staff'`, [
    locationId,
    cardId,
  ])
}

/** Records what was done with a card, beside its movements. */
function noteAct(
  tx: Transaction,
  { locationId }: Place,
  {
    cardId,
    kind,
    why: { reason, note },
    nowMs,
  }: { cardId: string; kind: string; why: StaffReason; nowMs: number },
): void {
  tx.later(
    'INSERT INTO card_acts (location_id, card_id, at, kind, reason, note) VALUES ($1, $2, $3, $4, $5, $6)',
    [locationId, cardId, nowMs, kind, reason ?? null, note ?? null],
  )
}

/** Voids a card; its balance is lost. `id` is the act's. */
export function voidLockedCard(
  tx: Transaction,
  { clock }: Pick<CardPorts, 'clock'>,
  { locationId }: Place,
  { id: cardId, balanceCents }: LockedCard,
  { id, why }: { id: string; why: StaffReason },
): void {
  const nowMs = clock.now()
  end(tx, { locationId }, cardId)
  recordTransfer(
    tx,
    locationId,
    { id: `${id}:void`, from: accountOf(cardId), to: 'card_voids', amountCents: balanceCents },
    nowMs,
  )
  if (balanceCents > 0) {
    const entry = { id: `${id}:void`, cardId, description: 'Voided by the restaurant' }
    recordEntry(tx, locationId, { ...entry, amountCents: -balanceCents }, nowMs)
  }
  noteAct(tx, { locationId }, { cardId, kind: 'voided', why, nowMs })
}

/**
 * Moves a card's balance to a new one with an unseen number, link and code, in the same account; the old one is ended, and money returned to it later goes to
 * the new one.
 */
export async function moveToNewCard(
  tx: Transaction,
  ports: CardPorts,
  merchant: Pick<Merchant, 'locationId' | 'location'>,
  card: LockedCard,
  { orderId, why }: { orderId: string; why: StaffReason },
): Promise<IssuedCard> {
  const { locationId } = merchant
  const nowMs = ports.clock.now()
  const { id: cardId, balanceCents: amountCents } = card
  end(tx, { locationId }, cardId)
  const entry = { id: `${orderId}:moved`, cardId, description: 'Moved to a new gift card' }
  recordEntry(tx, locationId, { ...entry, amountCents: -amountCents }, nowMs)
  const issued = await issueCard(
    tx,
    ports,
    { locationId },
    {
      programId: card.programId,
      userId: card.userId,
      amountCents,
      fromName: card.fromName,
      personalMessage: card.personalMessage,
      design: card.design,
      // Whoever replaces an expired card wants it to be valid.
      expiresOn: laterOf(card.expiresOn, returnedUntil(merchant, ports)),
      claimCode: card.userId === undefined,
      orderId,
      fromCardId: cardId,
      description: 'Moved from a gift card that was replaced',
    },
  )
  tx.later('UPDATE cards SET replaced_by = $3 WHERE location_id = $1 AND id = $2', [
    locationId,
    cardId,
    issued.id,
  ])
  noteAct(tx, { locationId }, { cardId, kind: 'reissued', why, nowMs })
  return issued
}

const laterOf = (expiresOn: string | undefined, day: string): string | undefined =>
  expiresOn === undefined || expiresOn >= day ? expiresOn : day

/**
 * Takes this much off a card, back to `card_sales`, where the price of its order was booked; `ends` it where an order's own card becomes empty. `id` is the
 * refund's.
 */
export function takeForRefund(
  tx: Transaction,
  { clock }: Pick<CardPorts, 'clock'>,
  { locationId }: Place,
  { id: cardId, balanceCents }: LockedCard,
  refund: { id: string; orderId: string; amountCents: Cents; ends: boolean; why: StaffReason },
): void {
  const { id, orderId, amountCents, ends, why } = refund
  const nowMs = clock.now()
  if (ends && balanceCents === amountCents) end(tx, { locationId }, cardId)
  else
    tx.later('UPDATE cards SET balance_cents = balance_cents - $3 WHERE location_id = $1 AND id = $2', [
      locationId,
      cardId,
      amountCents,
    ])
  const transferId = `${id}:take:${cardId}`
  recordTransfer(
    tx,
    locationId,
    { id: transferId, from: accountOf(cardId), to: 'card_sales', amountCents, orderId },
    nowMs,
  )
  const entry = { id: transferId, cardId, description: 'Refunded by the restaurant' }
  recordEntry(tx, locationId, { ...entry, amountCents: -amountCents }, nowMs)
  noteAct(tx, { locationId }, { cardId, kind: 'refunded', why, nowMs })
}
