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
 * Card numbers and claim codes are worth money to whoever guesses one, so looking one up is counted (OWASP OAT-002, docs/faults.md, X4): by the
 * client's network, by session, by account, by location and over all. Each is counted as a failure before anything is looked up, and taken back
 * when it led to a card: of a thousand at once, five are looked up. All ways to look up share one count.
 */

export type GuessPorts = { limits: Limits; verification: Verification; log: Log; trustProxy: boolean }

export type Asking = {
  merchant: Pick<Merchant, 'locationId'>
  session: Session | undefined
  request: FastifyRequest
}

/** Where a use is counted. */
type Counted = { locationId: string; use: Use }

/** What was counted, to be taken back by `takeBackGuess`. */
export type Guess = readonly Counted[]

/** No location has an empty id: there the count over all of them stands. */
const overall: Counted = { locationId: '', use: { name: 'cardGuessOverall', of: 'all' } }

/**
 * Counts a look-up. Throws 429 rate_limited when there were too many that led to nothing, 403 verification_required when a person is to be shown
 * by `confirmation` first, and what `checkPerson` throws about it. Must not stand in a transaction.
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
    // One after the other: a client that is stopped moves nobody else's count, or its noise would become everybody's wait.
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

/** Takes a look-up's count back: it led to a card. In the transaction that it is about. */
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

/** Counts all of these or none. Tells whether a person is to be shown; throws 429 when one is used up, 403 when there is nothing to show a person by. */
async function takeAll(limits: Limits, places: readonly Counted[], verified: boolean): Promise<boolean> {
  const takes = await Promise.all(
    places.map(async (place) => ({ place, ...(await limits.take(place.locationId, place.use, verified)) })),
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
 * Tells the log that a location's numbers are being guessed, by the name that this has in OWASP's list: an operator's rule can go by it. Once when
 * the count passes its limit, and again at ten, a hundred and a thousand times that. Counting by ones, none of these is missed.
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
