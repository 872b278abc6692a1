import { findCardNumber, invalidCardNumber } from '#contract/rules/card.ts'
import type { CheckedCard, CardStatus } from '#contract/schemas/card.ts'
import type * as z from 'zod/mini'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import type { IdempotencyPorts } from '#server/plugins/idempotency.ts'
import { fieldProblem, notFound } from '#server/plugins/problems.ts'
import { type Asking, beginGuess, type GuessPorts, takeBackGuess } from './guesses.ts'
import { hashOfNumber } from './stored-number.ts'

export type BalancePorts = GuessPorts & IdempotencyPorts

type BalanceQuestion = Asking & { merchant: Merchant; typed: string; confirmation: string | undefined }

/**
 * A card's balance, by its number. A user's own card is shown in any state. Of others, only a card that can pay is shown: unknown, switched off, expired,
 * unpaid and empty ones get the same 404, after the same queries. Throws 422 on `card_number` for an impossible number, and what `beginGuess` throws.
 */
export async function checkBalance(
  ports: BalancePorts,
  question: BalanceQuestion,
): Promise<z.infer<typeof CheckedCard>> {
  const { merchant, session, typed, confirmation } = question
  const number = findCardNumber(typed)
  if (number === undefined) throw fieldProblem(422, 'card_number', invalidCardNumber)
  const today = todayAt(merchant, ports.clock.now())
  const hash = hashOfNumber(ports.cipher, merchant.locationId, number)
  const own =
    session && (await findOwnBalance(ports.database, merchant.locationId, session.userId, hash, today))
  if (own) return { card_number: number, ...own }
  const guess = await beginGuess(ports, question, confirmation)
  const rows = await ports.database.query<{ balance_cents: number }>(
    `SELECT balance_cents FROM cards WHERE location_id = $1 AND number_hash = $2
       AND status = 'active' AND balance_cents > 0 AND (expires_on IS NULL OR expires_on >= $3)`,
    [merchant.locationId, hash, today],
  )
  if (!rows[0])
    throw notFound('We found no balance for this number. Please check it, or ask us at the restaurant.')
  await ports.database.transaction((tx) => takeBackGuess(ports, tx, guess))
  return { card_number: number, balance: rows[0].balance_cents, status: 'active' }
}

async function findOwnBalance(
  database: Database,
  locationId: string,
  userId: string,
  numberHash: string,
  today: string,
): Promise<{ balance: number; status: CardStatus } | undefined> {
  const rows = await database.query<{ balance_cents: number; status: CardStatus; is_over: boolean }>(
    `SELECT balance_cents, status, coalesce(expires_on < $4, false) AS is_over FROM cards
     WHERE location_id = $1 AND number_hash = $2 AND user_id = $3 AND status <> 'pending'`,
    [locationId, numberHash, userId, today],
  )
  return rows[0] && { balance: rows[0].balance_cents, status: rows[0].is_over ? 'expired' : rows[0].status }
}
