import type { endpoints } from '#contract/endpoints.ts'
import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { giftCardShares, minimumCardChargeCents } from '#contract/pricing/tender.ts'
import type { ImportCardBody } from '#contract/schemas/card.ts'
import type { ImportAndRedeemCardBody } from '#contract/schemas/ticket-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { BalancePorts } from '#server/modules/cards/balance-check.ts'
import { beginGuess, type Guess, takeBackGuess } from '#server/modules/cards/guesses.ts'
import { cardNoLongerValid, cardOnHold } from '#server/modules/cards/holds.ts'
import { importCard, prepareImport } from '#server/modules/cards/import.ts'
import { insufficientBalance } from '#server/modules/cards/redeem.ts'
import { hashOfNumber } from '#server/modules/cards/stored-number.ts'
import type { Session } from '#server/plugins/auth.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import { priceChanged } from './guards.ts'
import type { TicketPrice } from './price.ts'
import { answerOf, getReadableTicket, type TicketAnswer } from './service.ts'
import type { TicketPorts } from './ports.ts'
import {
  checkTenderable,
  dueOf,
  findPayingCard,
  isGood,
  openForTender,
  type PayingCard,
  takeFromCard,
  type Taking,
  takingOf,
} from './tenders.ts'
import type { Ticket } from './ticket.ts'
import { ticketAt } from './ticket-at.ts'

/**
 * Paying for a ticket with a gift card's number (specification §7 *importandredeemcard*): a signed-in user's card is added to their account; a guest's must not
 * be in any account.
 */

type RedeemCall = Call<typeof endpoints.importAndRedeemCard>
type RedeemPorts = TicketPorts & BalancePorts

/** The same words for every card that a guest cannot pay with: otherwise a stranger's number could be told from an unused one. */
const notUsable =
  'We could not use a gift card with this number. Please check it, or sign in if the card is in your account.'

/**
 * The part before the transaction: checks first that the ticket can take money at all, so that the number is not counted as a guess for nothing; then counts
 * the look-up, unless it is the user's own card. Throws what the ticket's guards and `beginGuess` throw.
 */
export async function prepareRedeemByNumber(
  call: RedeemCall,
  ports: RedeemPorts,
): Promise<Guess | undefined> {
  const ticket = await getReadableTicket(ports.database, call.merchant, ticketAt(call))
  askedOf(call, ticket, checkTenderable(call.merchant, ticket, ports))
  const { session } = call
  // The checkout takes payment cards, so it uses the verification of such pages.
  const asking = { ...ports, verification: ports.verification.onPaymentPages ?? ports.verification }
  return session
    ? prepareImport(importOf(call, session), asking)
    : beginGuess(asking, call, call.body.recaptcha_confirmation)
}

/**
 * Takes the card's balance, for the order first and then for the tip, in the transaction that adds a user's card to their account. Throws 422 on `card_number`
 * for a card that cannot pay, 409 insufficient_balance for the user's own empty card, price_changed when the order changed.
 */
export async function redeemByNumber(
  call: RedeemCall,
  tx: Transaction,
  guess: Guess | undefined,
  ports: RedeemPorts,
): Promise<TicketAnswer> {
  const { merchant } = call
  const { ticket, price } = await openForTender(tx, merchant, ticketAt(call), ports)
  const asked = askedOf(call, ticket, price)
  const card = await cardOf(call, tx, guess, ports)
  const shares = giftCardShares(dueOf(merchant, price), card.balanceCents)
  const amountCents = Math.min(asked.amountCents, shares.amountCents)
  const tipCents = Math.min(asked.tipCents, shares.tipCents)
  if (amountCents + tipCents === 0)
    throw isKeptForCard(card, asked)
      ? tooLittleLeft(card.balanceCents)
      : insufficientBalance(card.balanceCents)
  return answerOf(
    merchant,
    await takeFromCard(tx, merchant, { ticket, price }, { card, amountCents, tipCents }, ports),
    ports,
  )
}

/**
 * The requested amounts, in cents. Nobody knows the card's balance, so all that is due is asked of it: before the first payment less is the price of another
 * order than the diner saw. Throws what `takingOf` throws, and 409 price_changed.
 */
function askedOf({ merchant, body }: RedeemCall, ticket: Ticket, price: TicketPrice): Taking {
  const asked = takingOf(merchant, price, body)
  if (!ticket.kept && asked.amountCents < price.dueNonTipCents) throw priceChanged(price.dueCents)
  return asked
}

/** Whether a card that has money takes none: it would leave less than a payment card can be charged. */
const isKeptForCard = ({ balanceCents }: PayingCard, { amountCents, tipCents }: Taking): boolean =>
  balanceCents > 0 && amountCents + tipCents > 0

const tooLittleLeft = (balanceCents: Cents): ProblemError =>
  new ProblemError(
    409,
    'insufficient_balance',
    `There is ${currencyText(balanceCents)} on this gift card, and ${currencyText(minimumCardChargeCents)} or more must be left for a credit card. Please pay the rest with one.`,
  )

async function cardOf(
  call: RedeemCall,
  tx: Transaction,
  guess: Guess | undefined,
  ports: RedeemPorts,
): Promise<PayingCard> {
  const { merchant, session, body } = call
  if (session) await importCard(importOf(call, session), tx, guess, ports)
  const hash = hashOfNumber(ports.cipher, merchant.locationId, body.card_number)
  const card = await findPayingCard(tx, merchant, {
    column: 'number_hash',
    value: hash,
    userId: session?.userId,
  })
  // Only for the user's own card: about a stranger's, nothing is revealed.
  if (session && card?.status === 'frozen') throw fieldProblem(422, 'card_number', cardOnHold(merchant))
  if (session && card?.status === 'disabled')
    throw fieldProblem(422, 'card_number', cardNoLongerValid(merchant))
  if (!card || !isGood(merchant, card, ports)) throw fieldProblem(422, 'card_number', notUsable)
  if (session) return card
  if (card.balanceCents === 0) throw fieldProblem(422, 'card_number', notUsable)
  if (guess) await takeBackGuess(ports, tx, guess)
  return card
}

const importOf = (
  { merchant, request, body }: RedeemCall,
  session: Session,
): Parameters<typeof prepareImport>[0] => ({
  merchant,
  request,
  session,
  body: importBodyOf(body),
})

const importBodyOf = ({ card_number, recaptcha_confirmation }: ImportAndRedeemCardBody): ImportCardBody => ({
  card_number,
  ...(recaptcha_confirmation !== undefined && { recaptcha_confirmation }),
})
