import type { Database } from '#server/db/database.ts'
import { lockUserByEmail, saveUser } from '#server/modules/accounts/users.ts'

export type Promotion = 'made' | 'already' | 'unknown' | 'unconfirmed'

/**
 * Makes an account of a location an owner's: the first one, whom nobody could invite. Only an account whose address is confirmed: anybody can begin
 * one with somebody else's.
 */
export const makeOwner = (database: Database, locationId: string, email: string): Promise<Promotion> =>
  database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, locationId, email)
    if (!user) return 'unknown'
    if (user.confirmedAt === undefined) return 'unconfirmed'
    if (user.role === 'owner') return 'already'
    saveUser(tx, locationId, { ...user, role: 'owner' })
    return 'made'
  })
