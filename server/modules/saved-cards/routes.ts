import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { ephemeralKeyVersion, type PaymentSource } from '#contract/schemas/user.ts'
import type { Database } from '#server/db/database.ts'
import { emailKeyOf, getUser, replaceCustomerId } from '#server/modules/accounts/users.ts'
import { unauthorized } from '#server/plugins/auth.ts'
import { registerUnstored } from '#server/plugins/idempotency.ts'
import { fieldProblem, notFound, ProblemError } from '#server/plugins/problems.ts'
import type { Log } from '#server/ports/log.ts'
import { type Payments, PaymentsUnreachableError } from '#server/ports/payments/payments.ts'

type SavedCardPorts = { database: Database; payments: Payments; log: Log }

/**
 * `POST location/{loc}/payment/ephemeralkey` (specification §7): the signed-in user's customer at the card provider, created when there is none, and the saved
 * cards. `DELETE user/savedcards/{id}` (extension `saved_cards`): removes a card of that customer. Both are safe to repeat: a user has one customer however
 * often it is requested, and a card that is not theirs stays.
 */
export function addSavedCardRoutes(app: FastifyInstance, ports: SavedCardPorts): void {
  registerUnstored(app, endpoints.createEphemeralKey, async ({ merchant: { locationId }, session, body }) => {
    if (body.stripe_version !== ephemeralKeyVersion)
      throw fieldProblem(
        422,
        'stripe_version',
        `Please ask for an ephemeral key of version ${ephemeralKeyVersion}.`,
      )
    const user = await getUser(ports.database, locationId, session.userId)
    if (emailKeyOf(body.email) !== emailKeyOf(user.email))
      throw fieldProblem(422, 'email', 'This is not the address that you are signed in with.')
    try {
      const customerId = await openCustomer(ports, locationId, user)
      const sources = await listSources(ports, locationId, customerId)
      return { body: { stripe_customer_id: customerId, payment_sources: sources } }
    } catch (error) {
      throw away(ports, error, 'Your saved cards cannot be shown just now. You can enter a card instead.')
    }
  })
  registerUnstored(app, endpoints.removeSavedCard, async ({ merchant: { locationId }, session, params }) => {
    const user = await getUser(ports.database, locationId, session.userId)
    if (user.customerId === undefined) throw notFound('We could not find this card.')
    try {
      const customerId = await openCustomer(ports, locationId, user)
      await ports.payments.removeSavedCard(locationId, customerId, params['id']!)
      const sources = await listSources(ports, locationId, customerId)
      return { body: { stripe_customer_id: customerId, payment_sources: sources } }
    } catch (error) {
      throw away(ports, error, 'Your card cannot be removed just now. Please try again.')
    }
  })
}

async function listSources(
  { payments }: SavedCardPorts,
  locationId: string,
  customerId: string,
): Promise<PaymentSource[]> {
  const cards = await payments.listSavedCards(locationId, customerId)
  return cards.map(({ expMonth, expYear, ...card }) => ({
    ...card,
    exp_month: expMonth,
    exp_year: expYear,
  }))
}

/** The error where the provider did not answer: 503 payment_unavailable. Other errors are rethrown. */
function away({ log }: SavedCardPorts, error: unknown, message: string): ProblemError {
  if (!(error instanceof PaymentsUnreachableError)) throw error
  log({ level: 'error', event: 'payment_unknown', detail: error.message })
  return new ProblemError(503, 'payment_unavailable', message, { retryAfterSeconds: 5 })
}

/** The user's customer, as the provider has it now. One that no longer exists there (deleted by hand, another account) is created again. */
async function openCustomer(
  ports: SavedCardPorts,
  locationId: string,
  user: { id: string; customerId: string | undefined },
): Promise<string> {
  const known = user.customerId ?? (await makeCustomer(ports, locationId, user.id, undefined))
  if ((await ports.payments.openEphemeralKey(locationId, known, ephemeralKeyVersion)) === 'open') return known
  const made = await makeCustomer(ports, locationId, user.id, known)
  if ((await ports.payments.openEphemeralKey(locationId, made, ephemeralKeyVersion)) === 'open') return made
  throw new PaymentsUnreachableError('the provider does not know the customer that it has just made')
}

/**
 * Creates a customer in place of `gone`. Simultaneous calls use the same key and get the same customer; should the provider create two anyway, the first one
 * stored is the user's. If the account was deleted meanwhile, the customer is deleted at once, since nothing else ever would; then throws 401 unauthorized.
 */
async function makeCustomer(
  { database, payments }: SavedCardPorts,
  locationId: string,
  userId: string,
  gone: string | undefined,
): Promise<string> {
  const idempotencyKey = `larder-customer-${locationId}-${userId}${gone === undefined ? '' : `-after-${gone}`}`
  const made = await payments.createCustomer({ locationId, userId, idempotencyKey })
  const customerId = await replaceCustomerId(database, locationId, userId, made, gone)
  if (customerId !== undefined) return customerId
  await payments.forgetCustomer(locationId, made)
  throw unauthorized()
}
