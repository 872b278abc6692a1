import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findSignInIds } from '#server/merchants/sign-in-ids.ts'
import { auditAlone } from '#server/modules/accounts/audit.ts'
import { linkedEmail } from '#server/modules/accounts/emails.ts'
import { pageUrl } from '#server/modules/accounts/links.ts'
import { type AccountPorts, checkPlace, serverAddressOf } from '#server/modules/accounts/ports.ts'
import { startSession } from '#server/modules/accounts/start-session.ts'
import { getUser, type UserRecord } from '#server/modules/accounts/users.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import { findSecondStep } from '#server/modules/second-factors/ask.ts'
import { keyOf } from '#server/plugins/claim.ts'
import { registerUnstored } from '#server/plugins/idempotency.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import {
  type Identity,
  type IdentityProvider,
  type IdentityProviders,
  IdentityUnreachableError,
} from '#server/ports/identity/identity.ts'
import { type ProviderName, takeToken } from './repository.ts'
import { providerLabels, signInAs } from './service.ts'

type IdentityPorts = Pick<
  AccountPorts,
  'database' | 'clock' | 'ids' | 'limits' | 'trustProxy' | 'mailer' | 'production'
> & {
  identity: IdentityProviders
}

/**
 * Signing in with Google and Facebook (specification §7): the portal's script sends tokens, the provider says whose they are, and a session is opened; users
 * with a second factor are asked for it first, as after a password. 404 where the merchant or this server is not set up for the provider. The lock after wrong
 * passwords does not apply, since no password is tried.
 */
export function addIdentityRoutes(app: FastifyInstance, ports: IdentityPorts): void {
  const { google, facebook } = ports.identity
  registerUnstored(app, endpoints.signInGoogle, async ({ merchant, body, request }) => {
    const attempt = { merchant, request, provider: 'google' } as const
    checkPlace(merchant, body)
    return {
      body: await signIn(attempt, google, { idToken: body.id_token, accessToken: body.access_token }, ports),
    }
  })
  registerUnstored(app, endpoints.signInFacebook, async ({ merchant, body, request }) => {
    const attempt = { merchant, request, provider: 'facebook' } as const
    checkPlace(merchant, body)
    return { body: await signIn(attempt, facebook, { accessToken: body.access_token }, ports) }
  })
}

type Attempt = { merchant: Merchant; request: FastifyRequest; provider: ProviderName }

async function signIn<T>(
  attempt: Attempt,
  provider: IdentityProvider<T> | undefined,
  tokens: T,
  ports: IdentityPorts,
): Promise<Tokens> {
  const { merchant, request } = attempt
  const { locationId } = merchant
  const clientId = findSignInIds(merchant)[attempt.provider]
  if (provider === undefined || clientId === undefined)
    throw notFound('This way to sign in is not offered here.')
  // A token that the provider confirms is no guess, and does not count.
  const uses = byClient(ports, request, 'signIn')
  await ports.limits.count(locationId, ...uses)
  const identity = await ask(attempt, () => provider.verify(clientId, tokens))
  const opened = identity && (await open(attempt, identity, ports))
  if (!opened) {
    await auditAlone(ports.database, ports, locationId, {
      action: actionOf(attempt),
      outcome: 'refused',
      requestId: request.id,
    })
    throw notConfirmed(attempt)
  }
  await ports.limits.giveBack(locationId, ...uses)
  if (opened instanceof ProblemError) throw opened
  return opened
}

const actionOf = ({ provider }: Attempt) => `sign_in_${provider}` as const

/** Opens a session for the confirmed user, or returns what they must show as a second factor; undefined where the token has opened a session before. */
async function open(
  attempt: Attempt,
  identity: Identity,
  ports: IdentityPorts,
): Promise<Tokens | ProblemError | undefined> {
  const { merchant, request, provider } = attempt
  const { locationId } = merchant
  let joined: UserRecord | undefined
  const opened = await ports.database.transaction(async (tx) => {
    if (
      identity.once &&
      !(await takeToken(tx, locationId, identity.once, keyOf(request.headers['idempotency-key'])))
    )
      return undefined
    const { userId, ...as } = await signInAs(tx, ports, merchant, provider, identity)
    joined = as.joined
    const secondStep = await findSecondStep(tx, ports, request, await getUser(tx, locationId, userId))
    if (secondStep) return secondStep
    return startSession(tx, ports, merchant, request, { userId, action: actionOf(attempt) })
  })
  if (joined) tellOwner(attempt, joined, ports)
  return opened
}

/** In the language that the owner used last: whoever signs in now may be somebody else. */
function tellOwner(
  { merchant, request, provider }: Attempt,
  { email, language }: UserRecord,
  ports: IdentityPorts,
): void {
  const link = pageUrl(merchant, '', '/forgotpassword', serverAddressOf(ports, request))
  ports.mailer.enqueue(linkedEmail(providerLabels[provider])(merchant, { email, language }, link))
}

const notConfirmed = ({ provider }: Attempt): ProblemError =>
  new ProblemError(
    422,
    'credentials_invalid',
    `${providerLabels[provider]} did not confirm who you are. Please try again.`,
  )

async function ask(
  attempt: Attempt,
  verify: () => Promise<Identity | undefined>,
): Promise<Identity | undefined> {
  try {
    return await verify()
  } catch (error) {
    if (!(error instanceof IdentityUnreachableError)) throw error
    const message = `${providerLabels[attempt.provider]} does not answer just now. Please try again in a moment, or sign in with your email and password.`
    throw new ProblemError(503, 'internal', message, { retryAfterSeconds: 5 })
  }
}
