import type { FastifyRequest } from 'fastify'
import { dayMs } from '#contract/durations.ts'
import type { Clock } from '#contract/ports.ts'
import { fixedRetention } from '#contract/rules/retention.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { clientNetwork } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { forgetFailures, type SignInAttempt } from './failures.ts'
import { emailHashOf, emailKeyOf } from './users.ts'

/**
 * Networks that an account's owner has used lately: sign-ins from there are not stopped by what strangers try elsewhere. A device is recognized by its network
 * because signing out leaves nothing on the device to recognize it by. Only a hash of the network is kept.
 */

/** Counted from a sign-in or a refresh on that network. A device in use refreshes every week. */
const knownMs = fixedRetention.knownNetworkDays * dayMs

type NetworkPorts = { limits: Limits; trustProxy: boolean; clock: Clock }

/** Which account's password a request tries, and from where. */
export async function signInAttemptOf(
  ports: NetworkPorts,
  request: FastifyRequest,
  locationId: string,
  email: string,
): Promise<SignInAttempt> {
  return { locationId, email, network: await ports.limits.hashOf(clientNetwork(ports, request)) }
}

/** Whether the owner has used this network lately. */
export async function isKnownNetwork(
  database: Queryable,
  { locationId, email, network }: SignInAttempt,
  nowMs: number,
): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 AS known FROM known_networks WHERE location_id = $1 AND email_hash = $2 AND network_hash = $3 AND seen_at > $4',
    [locationId, emailHashOf(locationId, email), network, nowMs - knownMs],
  )
  return rows.length > 0
}

/** Records that the owner has used this network: they signed in, refreshed their session, or opened a link from their mailbox. */
export function rememberNetwork(
  tx: Transaction,
  { locationId, email, network }: SignInAttempt,
  nowMs: number,
): void {
  tx.later(
    `INSERT INTO known_networks (location_id, email_hash, network_hash, seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (location_id, email_hash, network_hash) DO UPDATE SET seen_at = excluded.seen_at`,
    [locationId, emailHashOf(locationId, email), network, nowMs],
  )
}

/** Forgets all networks but this one: those who used the old password on the others may not have been the owner. */
export function trustOnlyThisNetwork(tx: Transaction, trying: SignInAttempt, nowMs: number): void {
  tx.later('DELETE FROM known_networks WHERE location_id = $1 AND email_hash = $2', [
    trying.locationId,
    emailHashOf(trying.locationId, trying.email),
  ])
  rememberNetwork(tx, trying, nowMs)
}

/** The owner has proved who they are by their mailbox, so strangers' counts and locks no longer stop them. */
export async function welcomeOwner(
  tx: Transaction,
  { limits }: Pick<NetworkPorts, 'limits'>,
  { locationId, email }: SignInAttempt,
): Promise<void> {
  await forgetFailures(tx, locationId, email)
  for (const name of ['signInOfAddress', 'signInOfAddressToday'] as const)
    await limits.forgetIn(tx, locationId, { name, of: emailKeyOf(email) })
}
