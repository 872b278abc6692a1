import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { emailKeyOf } from '#server/modules/accounts/users.ts'
import { clientNetwork, wholeLocation } from '#server/modules/limits/by-client.ts'
import type { LimitName } from '#server/modules/limits/default-limits.ts'
import type { Limits, Tally, Use } from '#server/modules/limits/limits.ts'
import { checkPerson, verificationRequired } from '#server/modules/verification/routes.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import type { Verification } from '#server/ports/verification/verification.ts'
import type { Attempt } from './attempts.ts'
import type { Payer } from './begin.ts'
import { giftUses, tooManyGifts } from './gift-limits.ts'

/**
 * Declined card payments are counted, whatever is paid, so that somebody who tests stolen numbers (OWASP OAT-001, card testing) learns about a few at most. A
 * payment takes its places in the counts before the provider is asked and gives them back when it was charged, so that many at once are no way around.
 */

export type DeclinePorts = { limits: Limits; verification: Verification; payments: Payments }

/** What is known from the request itself. */
export type PaymentClient = {
  /** The network it came from (`clientNetwork`). */
  network: string
  /** The answer of a human verification. */
  confirmation: string | undefined
}

/** Who makes a request to pay. */
export const paymentClientOf = (
  ports: { trustProxy: boolean },
  { request, body }: { request: FastifyRequest; body: { recaptcha_confirmation?: string | undefined } },
): PaymentClient => ({ network: clientNetwork(ports, request), confirmation: body.recaptcha_confirmation })

/** When only payments under way use up the limit, the next may come in this many ms. */
const crowdedMs = 5000

/**
 * Takes a new attempt's places in every count, and admits it with them (`admit` stores it, and its errors are rethrown). Throws 429 payment_paused with
 * Retry-After, 403 verification_required, 403 gift_card_limit, and what `checkPerson` throws; then nothing is taken. Must not be called in a transaction.
 */
export async function admitPayment(
  ports: DeclinePorts,
  merchant: Merchant,
  { attempt, payer, client }: { attempt: Attempt; payer: Payer; client: PaymentClient },
  admit: (tx: Transaction, counted: Use[]) => Promise<void>,
): Promise<void> {
  const { limits } = ports
  const { locationId } = merchant
  const admission = new Admission(ports, merchant, payer, client.confirmation ?? '')
  // In sequence: a client stopped by its own count does not move those of others, and the provider is asked about the card last.
  const own = await Promise.all(ownUses(attempt, payer, client).map(limits.hashed))
  await admission.take(own)
  try {
    const card = await ports.payments.findFingerprint(locationId, attempt.paymentSource)
    const rest: Use[] = [
      ...(card === undefined ? [] : [{ name: 'payingOfCard', of: card } as const]),
      { name: 'payingOfLocation', of: wholeLocation },
      ...giftUses(merchant, attempt, { ...payer, network: client.network, card }),
    ]
    const others = await Promise.all(rest.map(limits.hashed))
    await admission.take(others, (tx) => admit(tx, [...own, ...others]))
  } catch (error) {
    await limits.giveBack(locationId, ...own)
    throw error
  }
}

function ownUses({ payable }: Attempt, { userId, email = '' }: Payer, { network }: PaymentClient): Use[] {
  return [
    { name: 'payingOfClient', of: network },
    { name: 'payingOfOrder', of: payable.id },
    ...(userId === undefined ? [] : [{ name: 'payingOfUser', of: userId } as const]),
    ...(email.trim() === '' ? [] : [{ name: 'payingOfAddress', of: emailKeyOf(email) } as const]),
  ]
}

/** An attempt on its way through the counts. */
class Admission {
  readonly #ports: DeclinePorts
  readonly #merchant: Merchant
  readonly #payer: Payer
  readonly #confirmation: string
  #isPerson = false

  constructor(ports: DeclinePorts, merchant: Merchant, payer: Payer, confirmation: string) {
    this.#ports = ports
    this.#merchant = merchant
    this.#payer = payer
    this.#confirmation = confirmation
  }

  /** Takes a place in each of these, or in none; `also` is written along. */
  async take(uses: readonly Use[], also?: (tx: Transaction) => Promise<void>): Promise<void> {
    const { limits } = this.#ports
    const { locationId } = this.#merchant
    const beside = {
      watched: uses.filter(isPaying).map(declinedFor),
      check: this.#check,
      ...(also && { also }),
    }
    let refused: Use | undefined
    try {
      refused = await limits.takeAll(locationId, uses, beside)
    } catch (error) {
      if (!(error instanceof PersonNeededError)) throw error
      await this.#provePerson()
      refused = await limits.takeAll(locationId, uses, beside)
    }
    if (refused)
      throw isPaying(refused)
        ? paymentPaused(crowdedMs)
        : tooManyGifts(this.#merchant, { userId: this.#payer.userId })
  }

  /** Throws what the counts of declines demand. */
  readonly #check = (declines: readonly Tally[]): void => {
    const waitMs = Math.max(0, ...declines.map((tally) => tally.waitMs))
    if (waitMs > 0) throw paymentPaused(waitMs)
    const isDoubted = declines.some(
      ({ used, limit }) => limit.verifyAfter !== undefined && used >= limit.verifyAfter,
    )
    if (isDoubted && !this.#isPerson) throw new PersonNeededError()
  }

  async #provePerson(): Promise<void> {
    if (this.#confirmation === '') throw verificationRequired()
    const { verification } = this.#ports
    await checkPerson(
      verification.onPaymentPages ?? verification,
      this.#merchant.locationId,
      this.#confirmation,
    )
    this.#isPerson = true
  }
}

/** A human verification is needed; nothing is taken before it. */
class PersonNeededError extends Error {
  override name = 'PersonNeededError'
}

/** The count of declines that belongs to a count of payments. */
const declinedFor = (use: Use): Use => ({
  ...use,
  name: use.name.replace(/^paying/, 'declined') as LimitName,
})

/**
 * Updates the counts with an attempt's outcome: if charged, its places are freed, and a gift card's cents stay counted; if declined, the reverse; if never
 * requested, all are freed. Once per attempt, after the transaction that settled it.
 */
export async function settleCounted(
  { limits }: Pick<DeclinePorts, 'limits'>,
  locationId: string,
  { state, counted }: Attempt,
): Promise<void> {
  const [paying, gifts] = [counted.filter(isPaying), counted.filter((use) => !isPaying(use))]
  switch (state) {
    case 'succeeded':
      return limits.giveBack(locationId, ...paying)
    case 'declined':
      await limits.giveBack(locationId, ...gifts)
      for (const use of paying) await limits.tally(locationId, declinedFor(use))
      return
    case 'abandoned':
      return limits.giveBack(locationId, ...counted)
    default:
      // Still open: it will be settled again.
      return
  }
}

const isPaying = ({ name }: Use): boolean => name.startsWith('paying')

/** 429: nothing was charged, and no more payments are sent to the provider for a while. */
function paymentPaused(waitMs: number): ProblemError {
  const minutes = Math.ceil(waitMs / 60_000)
  const wait = minutes <= 1 ? 'a moment' : `${minutes} minutes`
  const message = `Card payments from here are paused after too many declined cards. Your card was not charged. Please try again in ${wait}, or call us.`
  return new ProblemError(429, 'payment_paused', message, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
