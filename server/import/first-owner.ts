import type { Clock, Ids } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import { revokeSessionsOf } from '#server/modules/accounts/sessions.ts'
import { lockUserByEmail, saveUser } from '#server/modules/accounts/users.ts'
import { forgetFactors } from '#server/modules/second-factors/forget.ts'
import { recordOperatorAct } from '#server/modules/staff/acts.ts'

type Ports = { clock: Clock; ids: Ids }

export type Promotion = 'made' | 'already' | 'unknown' | 'unconfirmed'

/**
 * Makes an account of a location an owner: the first owner, whom nobody could invite. Only an account whose email is confirmed: anybody can sign up with
 * somebody else's address.
 */
export const makeOwner = (
  database: Database,
  locationId: string,
  email: string,
  ports: Ports,
): Promise<Promotion> =>
  database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, locationId, email)
    if (!user) return 'unknown'
    if (user.confirmedAt === undefined) return 'unconfirmed'
    if (user.role === 'owner') return 'already'
    saveUser(tx, locationId, { ...user, role: 'owner' })
    revokeSessionsOf(
      tx,
      { locationId, userId: user.id },
      { because: 'role_changed', nowMs: ports.clock.now() },
    )
    recordOperatorAct(tx, ports, locationId, { action: 'role_changed', about: 'owner', aboutUserId: user.id })
    return 'made'
  })

/**
 * Removes an account's second factors and signs it out everywhere: for an owner who lost theirs and has nobody to ask (docs/operating.md). Returns false where
 * no account has the address.
 */
export const takeSecondStep = (
  database: Database,
  locationId: string,
  email: string,
  ports: Ports,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, locationId, email)
    if (!user) return false
    forgetFactors(tx, locationId, user.id)
    revokeSessionsOf(
      tx,
      { locationId, userId: user.id },
      { because: 'second_factors_taken', nowMs: ports.clock.now() },
    )
    recordOperatorAct(tx, ports, locationId, { action: 'second_factors_taken', aboutUserId: user.id })
    return true
  })
