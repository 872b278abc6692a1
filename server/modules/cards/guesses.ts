import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type Limits, type Tally, tooMany, type Use } from '#server/modules/limits/limits.ts'
import { checkPerson, verificationRequired } from '#server/modules/verification/routes.ts'
import type { Session } from '#server/plugins/auth.ts'
import { clientAddress, wideNetworkOf } from '#server/plugins/client-address.ts'
import type { Log } from '#server/ports/log.ts'
import type { Verification } from '#server/ports/verification/verification.ts'

/**
 * Card numbers and claim codes are worth money to whoever guesses one, so look-ups are counted (OWASP OAT-002, docs/faults.md, X4): per client network,
 * session, account, location and overall. Each counts as a failure before anything is looked up, and is given back when it found a card: of a thousand at once,
 * five are looked up. All kinds of look-ups share the counts.
 */

export type GuessPorts = { limits: Limits; verification: Verification; log: Log; trustProxy: boolean }

export type Asking = {
  merchant: Pick<Merchant, 'locationId'>
  session: Session | undefined
  request: FastifyRequest
}

/** A count, at a location. */
type Counted = { locationId: string; use: Use }

/** What was counted, for `takeBackGuess`. */
export type Guess = readonly Counted[]

/** The count over all locations is stored under an empty location id, which none has. */
const overall: Counted = { locationId: '', use: { name: 'cardGuessOverall', of: 'all' } }

/**
 * Counts a look-up. Throws 429 rate_limited after too many that found nothing, 403 verification_required when `confirmation` must prove a person first, and
 * what `checkPerson` throws. Must not be called in a transaction.
 */
export async function beginGuess(ports: GuessPorts, asking: Asking, confirmation = ''): Promise<Guess> {
  const { limits, verification } = ports
  const { locationId } = asking.merchant
  const alarm: Counted = { locationId, use: { name: 'cardGuessAlarm', of: 'all' } }
  raiseAlarm(ports, asking, await limits.tally(locationId, alarm.use))
  const own = usesOf(ports, asking).map((use) => ({ locationId, use }))
  const wide: Counted[] = [{ locationId, use: { name: 'cardGuessOfLocation', of: 'all' } }, overall]
  const counted: Counted[] = []
  try {
    // In sequence: a client that is stopped must not move the shared counts, or its noise would slow down everybody.
    const ownNeedsCheck = await takeAll(limits, own, confirmation !== '')
    counted.push(...own)
    const wideNeedsCheck = await takeAll(limits, wide, confirmation !== '')
    counted.push(...wide)
    if (ownNeedsCheck || wideNeedsCheck) await checkPerson(verification, locationId, confirmation)
    return [...counted, alarm]
  } catch (error) {
    await giveBack(limits, counted)
    throw error
  }
}

/** Takes back a look-up's count because it found a card. Runs in the transaction of the look-up. */
export async function takeBackGuess(
  { limits }: Pick<GuessPorts, 'limits'>,
  tx: Transaction,
  guess: Guess,
): Promise<void> {
  await Promise.all(guess.map(({ locationId, use }) => limits.giveBackIn(tx, locationId, use)))
}

function usesOf({ trustProxy }: GuessPorts, { session, request }: Asking): Use[] {
  return [
    { name: 'cardGuessOfClient', of: wideNetworkOf(clientAddress(request, trustProxy)) },
    ...(session
      ? [
          { name: 'cardGuessOfSession', of: session.sessionId } as const,
          { name: 'cardGuessOfUser', of: session.userId } as const,
        ]
      : []),
  ]
}

/** Counts all of these or none. Returns whether a human verification is needed; throws 429 when one is used up, 403 when no verification is available. */
async function takeAll(limits: Limits, places: readonly Counted[], verified: boolean): Promise<boolean> {
  const takes = await Promise.all(
    places.map(async (place) => ({
      place,
      ...(await limits.take(place.locationId, place.use, { verified })),
    })),
  )
  const refused = takes.filter(({ taken }) => !taken)
  if (refused.length === 0)
    return takes.some(({ used, limit }) => limit.verifyAfter !== undefined && used > limit.verifyAfter)
  await giveBack(
    limits,
    takes.flatMap(({ taken, place }) => (taken ? [place] : [])),
  )
  const waitMs = Math.max(...refused.map((one) => one.waitMs))
  throw waitMs > 0 ? tooMany(waitMs) : verificationRequired()
}

const giveBack = (limits: Limits, places: readonly Counted[]): Promise<unknown> =>
  Promise.all(places.map(({ locationId, use }) => limits.giveBack(locationId, use)))

/**
 * Logs that a location's numbers are being guessed, under OWASP's name for it, so that an operator can match it in an alert. Logged once when the count passes
 * its limit, and again at ten, a hundred and a thousand times that. Counts rise by one, so none of these is missed.
 */
function raiseAlarm(
  { log }: GuessPorts,
  { merchant: { locationId }, request }: Asking,
  { used, limit: { max, minutes } }: Tally,
): void {
  if (used !== max + 1 && ![10, 100, 1000].includes(used / max)) return
  log({
    level: 'error',
    event: 'card_guessing',
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    detail: `OAT-002 token cracking at ${locationId}: ${used} gift card look-ups failed or were refused within ${minutes} minutes`,
  })
}
