import { isOn } from '#contract/rules/features.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { invitedRole, voidLinks } from '#server/modules/accounts/links.ts'
import { revokeSessionsOf } from '#server/modules/accounts/sessions.ts'
import {
  insertUser,
  lockUserByEmail,
  newUser,
  saveUser,
  type UserRecord,
} from '#server/modules/accounts/users.ts'
import { notOffered } from '#server/plugins/feature-switches.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { Identity } from '#server/ports/identity/identity.ts'
import { findLinkedUser, linkAccount, type ProviderName } from './repository.ts'

export const providerLabels: Record<ProviderName, string> = { google: 'Google', facebook: 'Facebook' }

type Ports = { clock: Clock; ids: Ids }

/**
 * The user that a provider's person signs in as: the one they are linked to; else the one with their verified address, which is linked from
 * then on; else a new one without a password. An address that the provider does not vouch for links and makes nothing, since whoever owns
 * that mailbox could be somebody else. Where the location has switched accounts off, nobody new gets one. Throws 422 credentials_invalid, 403 not_offered.
 */
export async function signInAs(
  tx: Transaction,
  ports: Ports,
  merchant: Merchant,
  provider: ProviderName,
  identity: Identity,
): Promise<string> {
  const { locationId } = merchant
  const linked = await findLinkedUser(tx, locationId, provider, identity.subject)
  if (linked !== undefined) return linked
  const email = identity.email?.trim()
  if (
    email === undefined ||
    !identity.emailVerified ||
    !/^[^@\s]+@[^@\s]+$/.test(email) ||
    email.length > 254
  )
    throw noAddress(provider)
  const person = {
    ...identity,
    email,
    firstName: identity.firstName.slice(0, 80),
    lastName: identity.lastName.slice(0, 80),
  }
  const userId = isOn(merchant.location.settings, 'myAccount')
    ? await userOfAddress(tx, ports, locationId, person)
    : await memberOfAddress(tx, merchant, email)
  linkAccount(tx, locationId, { provider, subject: identity.subject, userId }, ports.clock.now())
  return userId
}

/** The user who has an account with this address already. Throws 403 not_offered. */
async function memberOfAddress(
  tx: Transaction,
  { locationId, location }: Merchant,
  email: string,
): Promise<string> {
  const known = await lockUserByEmail(tx, locationId, email)
  if (known?.confirmedAt === undefined) throw notOffered(location, 'myAccount')
  return known.id
}

type Person = { email: string; firstName: string; lastName: string }

async function userOfAddress(
  tx: Transaction,
  { clock, ids }: Ports,
  locationId: string,
  person: Person,
): Promise<string> {
  const nowMs = clock.now()
  const made: UserRecord = {
    ...newUser(ids.uuid(), person.email, nowMs),
    firstName: person.firstName,
    lastName: person.lastName,
    confirmedAt: nowMs,
  }
  if (await insertUser(tx, locationId, made)) return made.id
  const known = await lockUserByEmail(tx, locationId, person.email)
  if (!known) throw new Error('a user has gone between two statements')
  if (known.confirmedAt === undefined) await takeOver(tx, locationId, known, made)
  return known.id
}

/**
 * Gives an account that nobody had confirmed to the address's owner, as new: whoever made it may not have been the owner, so neither its
 * password nor what was entered with it stays, nor a link that was mailed for it (account pre-hijacking, Sudhodanan and Paverd 2022).
 * Of an invitation its role stays, while its link is good.
 */
async function takeOver(
  tx: Transaction,
  locationId: string,
  known: UserRecord,
  fresh: UserRecord,
): Promise<void> {
  const { id, version } = known
  const role = await invitedRole(tx, locationId, known, fresh.createdAt)
  saveUser(tx, locationId, { ...fresh, id, role, version })
  voidLinks(tx, locationId, id, ['reset', 'unlock', 'confirm', 'invite'], fresh.createdAt)
  revokeSessionsOf(tx, locationId, id, 'taken_over', fresh.createdAt)
}

const noAddress = (provider: ProviderName): ProblemError =>
  new ProblemError(
    422,
    'credentials_invalid',
    `${providerLabels[provider]} did not give us a confirmed email address of yours. Please create an account with your email address instead.`,
  )
