import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findSignInIds } from '#server/merchants/sign-in-ids.ts'
import { audit, auditAlone } from '#server/modules/accounts/audit.ts'
import { deviceOf } from '#server/modules/accounts/device.ts'
import { type AccountPorts, checkPlace } from '#server/modules/accounts/ports.ts'
import { beginSession } from '#server/modules/accounts/sessions.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import { registerUnstored } from '#server/plugins/idempotency.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import { type Identity, type IdentityProvider, type IdentityProviders, IdentityUnreachableError } from '#server/ports/identity/identity.ts'
import type { ProviderName } from './repository.ts'
import { providerLabels, signInAs } from './service.ts'

export type IdentityPorts = Pick<AccountPorts, 'database' | 'clock' | 'ids' | 'limits' | 'trustProxy'> & { identity: IdentityProviders }

/**
 * Signing in with Google and Facebook (specification §7): the portal's client script gives tokens, the provider says whose they are, and a
 * session is opened. 404 where the merchant or this server is not set up for the provider. The lock after wrong passwords does not apply:
 * no password is tried.
 */
export function addIdentityRoutes(app: FastifyInstance, ports: IdentityPorts): void {
  const { google, facebook } = ports.identity
  registerUnstored(app, endpoints.signInGoogle, async ({ merchant, body, request }) => {
    const attempt = { merchant, request, provider: 'google' } as const
    checkPlace(merchant, body)
    return { body: await signIn(attempt, google, { idToken: body.id_token, accessToken: body.access_token }, ports) }
  })
  registerUnstored(app, endpoints.signInFacebook, async ({ merchant, body, request }) => {
    const attempt = { merchant, request, provider: 'facebook' } as const
    checkPlace(merchant, body)
    return { body: await signIn(attempt, facebook, { accessToken: body.access_token }, ports) }
  })
}

type Attempt = { merchant: Merchant; request: FastifyRequest; provider: ProviderName }

async function signIn<T>(attempt: Attempt, provider: IdentityProvider<T> | undefined, tokens: T, ports: IdentityPorts): Promise<Tokens> {
  const { merchant, request } = attempt
  const { locationId } = merchant
  const clientId = findSignInIds(merchant)[attempt.provider]
  if (provider === undefined || clientId === undefined) throw notFound('This way to sign in is not offered here.')
  const entry = { action: `sign_in_${attempt.provider}`, requestId: request.id } as const
  // What the provider confirms is no guess, and does not count.
  const uses = byClient(ports, request, 'signIn')
  await ports.limits.count(locationId, ...uses)
  const identity = await ask(attempt, () => provider.verify(clientId, tokens))
  if (!identity) {
    await auditAlone(ports.database, ports, locationId, { ...entry, outcome: 'refused' })
    throw new ProblemError(422, 'credentials_invalid', `${providerLabels[attempt.provider]} did not confirm who you are. Please try again.`)
  }
  await ports.limits.giveBack(locationId, ...uses)
  return ports.database.transaction(async (tx) => {
    const userId = await signInAs(tx, ports, merchant, attempt.provider, identity)
    const { tokens: opened, sessionId } = beginSession(tx, ports, merchant, userId, deviceOf(request.headers['user-agent']))
    audit(tx, ports, locationId, { ...entry, outcome: 'done', userId, sessionId })
    return opened
  })
}

async function ask(attempt: Attempt, verify: () => Promise<Identity | undefined>): Promise<Identity | undefined> {
  try {
    return await verify()
  } catch (error) {
    if (!(error instanceof IdentityUnreachableError)) throw error
    const message = `${providerLabels[attempt.provider]} does not answer just now. Please try again in a moment, or sign in with your email and password.`
    throw new ProblemError(503, 'internal', message, { retryAfterSeconds: 5 })
  }
}
