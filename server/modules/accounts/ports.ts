import type { Ids } from '#contract/ports.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { IdempotencyPorts } from '#server/plugins/idempotency.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { BackgroundMailer } from '#server/ports/mail/background-mailer.ts'
import type { Passwords } from '#server/ports/passwords.ts'
import type { Verification } from '#server/ports/verification/verification.ts'
import type { FastifyRequest } from 'fastify'
import type { ServerAddress } from './links.ts'
import type { KeyedMutex } from './keyed-mutex.ts'

/** The outside dependencies of the account calls. */
export type AccountPorts = IdempotencyPorts & {
  ids: Ids
  passwords: Passwords
  verification: Verification
  mailer: BackgroundMailer
  limits: Limits
  /** Compares the passwords for one address one after the other: many right ones at once must not look like guessing. */
  signIns: KeyedMutex
  /** Emailed links use https only. */
  production: boolean
  /** A trusted proxy in front names the client in X-Forwarded-For. */
  trustProxy: boolean
}

/** What links to this server start with. */
export const serverAddressOf = (
  { production }: Pick<AccountPorts, 'production'>,
  { socket }: FastifyRequest,
): ServerAddress => ({
  production,
  port: socket.localPort,
})

/** Throws 422 for a form that was made for another merchant, whose users cannot sign in here. */
export function checkPlace(
  { host, locationId }: Merchant,
  body: { organization_id: string; location_id?: string },
): void {
  if (body.organization_id !== host.organizationId)
    throw fieldProblem(422, 'organization_id', 'This form belongs to another restaurant.')
  if (body.location_id !== undefined && body.location_id !== locationId)
    throw fieldProblem(422, 'location_id', 'This form belongs to another restaurant.')
}
