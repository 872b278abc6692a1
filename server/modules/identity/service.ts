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

/** As the companies write their names. */
export const providerLabels: Record<ProviderName, string> = { google: 'Google', facebook: 'Facebook' }

type Ports = { clock: Clock; ids: Ids }

/** `joined`: the account was there before, and this provider opens it from now on: its owner has to hear of that. */
type SignedInAs = { userId: string; joined?: UserRecord }

/**
 * The user that a person at a provider signs in as: the one they are linked to; else the one with their verified email, which is then linked; else a new one
 * without a password. An email that the provider has not verified links and creates nothing, since that mailbox could belong to somebody else. Where the
 * location has switched accounts off, no new users are created. Throws 422 credentials_invalid, 403 not_offered.
 */
export async function signInAs(
  tx: Transaction,
  ports: Ports,
  merchant: Merchant,
  provider: ProviderName,
  identity: Identity,
): Promise<SignedInAs> {
  const { locationId } = merchant
  const linked = await findLinkedUser(tx, locationId, provider, identity.subject)
  if (linked !== undefined) return { userId: linked }
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
  const { user, isNew } = isOn(merchant.location.settings, 'myAccount')
    ? await userOfAddress(tx, ports, locationId, person)
    : { user: await memberOfAddress(tx, merchant, email), isNew: false }
  const link = { provider, subject: identity.subject, userId: user.id }
  const isLinked = await linkAccount(tx, locationId, link, ports.clock.now())
  return { userId: user.id, ...(isLinked && !isNew && { joined: user }) }
}

/** The confirmed user with this email; for where accounts are switched off. Throws 403 not_offered for any other email. */
async function memberOfAddress(
  tx: Transaction,
  { locationId, location }: Merchant,
  email: string,
): Promise<UserRecord> {
  const known = await lockUserByEmail(tx, locationId, email)
  if (known?.confirmedAt === undefined) throw notOffered(location, 'myAccount')
  return known
}

type Person = { email: string; firstName: string; lastName: string }

/** `isNew`: nobody has used the account before. */
async function userOfAddress(
  tx: Transaction,
  { clock, ids }: Ports,
  locationId: string,
  person: Person,
): Promise<{ user: UserRecord; isNew: boolean }> {
  const nowMs = clock.now()
  const made: UserRecord = {
    ...newUser(ids.uuid(), person.email, nowMs),
    firstName: person.firstName,
    lastName: person.lastName,
    confirmedAt: nowMs,
  }
  if (await insertUser(tx, locationId, made)) return { user: made, isNew: true }
  const known = await lockUserByEmail(tx, locationId, person.email)
  if (!known) throw new Error('a user has gone between two statements')
  const isNew = known.confirmedAt === undefined
  if (isNew) await takeOver(tx, locationId, known, made)
  return { user: known, isNew }
}

/**
 * Resets an unconfirmed account and gives it to the owner of the email: whoever created it may have been somebody else, so its password, its data and its
 * mailed links are dropped (account pre-hijacking, Sudhodanan and Paverd 2022). An invitation keeps its role while its link is valid.
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
  revokeSessionsOf(tx, { locationId, userId: id }, { because: 'taken_over', nowMs: fresh.createdAt })
}

const noAddress = (provider: ProviderName): ProblemError =>
  new ProblemError(
    422,
    'credentials_invalid',
    `${providerLabels[provider]} did not give us a confirmed email address of yours. Please create an account with your email address instead.`,
  )
