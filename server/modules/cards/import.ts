import { currencyText } from '#contract/currency-text.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Ids } from '#contract/ports.ts'
import { findCardNumber, findClaimCode, invalidCardNumber } from '#contract/rules/card.ts'
import type { ImportCardBody } from '#contract/schemas/card.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem, type ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import type { BalancePorts } from './balance-check.ts'
import { hashOfClaimCode } from './claim-code.ts'
import { beginGuess, type Guess, takeBackGuess } from './guesses.ts'
import { cardNoLongerValid, cardOnHold } from './holds.ts'
import { recordEntry } from './entries.ts'
import { hashOfNumber } from './stored-number.ts'

/** What an import needs of its call; paying a ticket by card number imports a card, too. */
type ImportCall = Pick<Call<typeof endpoints.importCard>, 'merchant' | 'session' | 'body' | 'request'>
type ImportAnswer = AnswerOf<typeof endpoints.importCard>

/** What a card is claimed with, and the column it is looked up by. */
type Claim = { field: 'card_number' | 'claim_code'; column: 'number_hash' | 'claim_code_hash'; value: string }

/** The same words for every card that cannot be claimed: otherwise a stranger's number could be told from an unused one. */
const notClaimable =
  'We could not add that gift card. Please check what you typed, or ask whoever gave it to you.'

/**
 * The part before the transaction of `POST card/import`: counts the try, unless it is the user's own card. Throws 422 unless exactly one of number and claim
 * code is sent and possible, and what `beginGuess` throws.
 */
export async function prepareImport(call: ImportCall, ports: BalancePorts): Promise<Guess | undefined> {
  const { merchant, session, body } = call
  const claim = claimOf(ports.cipher, merchant.locationId, body)
  if (await findOwn(ports.database, merchant.locationId, session.userId, claim)) return undefined
  return beginGuess(ports, call, body.recaptcha_confirmation)
}

/**
 * Gives a card to the user, if it is active, not expired and nobody's: in one statement, so that only one of several simultaneous requests gets it. A card that
 * is already theirs gets the same answer. Throws 422 on the typed field for any other.
 */
export async function importCard(
  call: ImportCall,
  tx: Transaction,
  guess: Guess | undefined,
  ports: BalancePorts & { ids: Ids },
): Promise<Answer<ImportAnswer>> {
  const { merchant, session, body } = call
  const { locationId } = merchant
  const claim = claimOf(ports.cipher, locationId, body)
  const [claimed, own] = await Promise.all([
    tx.query<{ id: string; balance_cents: number }>(
      `UPDATE cards SET user_id = $2 WHERE location_id = $1 AND ${claim.column} = $3 AND user_id IS NULL
         AND status = 'active' AND (expires_on IS NULL OR expires_on >= $4) RETURNING id, balance_cents`,
      [locationId, session.userId, claim.value, todayAt(merchant, ports.clock.now())],
    ),
    findOwn(tx, locationId, session.userId, claim),
  ])
  if (!own) throw await refusalOf(tx, merchant, claim)
  if (guess) await takeBackGuess(ports, tx, guess)
  const card = claimed[0]
  if (!card)
    return {
      body: {
        card: own,
        success_message: { header: 'Already yours', message: 'This gift card is in your account already.' },
      },
    }
  const entry = {
    // When an account is deleted, its cards can be added again by their next holder.
    id: ports.ids.uuid(),
    cardId: card.id,
    description: 'Gift card added',
    amountCents: card.balance_cents,
  }
  recordEntry(tx, locationId, entry, ports.clock.now())
  const message = `Your gift card with ${currencyText(card.balance_cents)} is in your account now.`
  return { body: { card: { id: card.id }, success_message: { header: 'Gift card added', message } } }
}

/** A claim code cannot be guessed: whoever has it has the card, and is told why it is on hold. For a number that is not theirs, nothing is revealed. */
async function refusalOf(tx: Queryable, merchant: Merchant, claim: Claim): Promise<ProblemError> {
  const rows =
    claim.field === 'claim_code'
      ? await tx.query<{ status: string }>(
          `SELECT status FROM cards WHERE location_id = $1 AND claim_code_hash = $2 AND user_id IS NULL AND status IN ('frozen', 'disabled')`,
          [merchant.locationId, claim.value],
        )
      : []
  const status = rows[0]?.status
  const words =
    status === 'frozen'
      ? cardOnHold(merchant)
      : status === 'disabled'
        ? cardNoLongerValid(merchant)
        : notClaimable
  return fieldProblem(422, claim.field, words)
}

function claimOf(
  cipher: DataCipher,
  locationId: string,
  { card_number: number, claim_code: code }: ImportCardBody,
): Claim {
  if (number !== undefined && code !== undefined)
    throw fieldProblem(422, 'claim_code', 'Please enter either a card number or a claim code, not both.')
  if (code !== undefined) {
    const found = findClaimCode(code)
    if (found === undefined) throw fieldProblem(422, 'claim_code', 'Please enter a valid claim code')
    return { field: 'claim_code', column: 'claim_code_hash', value: hashOfClaimCode(locationId, found) }
  }
  const found = findCardNumber(number ?? '')
  if (found === undefined) throw fieldProblem(422, 'card_number', invalidCardNumber)
  return { field: 'card_number', column: 'number_hash', value: hashOfNumber(cipher, locationId, found) }
}

async function findOwn(
  database: Queryable,
  locationId: string,
  userId: string,
  claim: Claim,
): Promise<{ id: string } | undefined> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM cards WHERE location_id = $1 AND ${claim.column} = $2 AND user_id = $3 AND status <> 'pending'`,
    [locationId, claim.value, userId],
  )
  return rows[0]
}
