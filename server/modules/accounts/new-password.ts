import { findPasswordProblem } from '#contract/rules/account.ts'
import { isStaff } from '#contract/rules/roles.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { AccountPorts } from './ports.ts'
import { listEarlierPasswords, type UserRecord } from './users.ts'

/**
 * The hash of a new password for an existing account. Throws 422 on `field` for one that is not allowed: a weak one or, for staff, one of their last four
 * (docs/security.md, 8.3.6 and 8.3.7). Never call it in a transaction: hashing is slow.
 */
export async function hashNewPassword(
  { database, passwords }: Pick<AccountPorts, 'database' | 'passwords'>,
  locationId: string,
  user: UserRecord,
  { password, field }: { password: string; field: string },
): Promise<string> {
  const staff = isStaff(user.role)
  const problem = findPasswordProblem(password, [user.email, user.firstName, user.lastName], staff)
  if (problem !== undefined) throw fieldProblem(422, field, problem)
  if (staff) {
    const earlier = await listEarlierPasswords(database, locationId, user.id)
    for (const hash of [...(user.passwordHash === undefined ? [] : [user.passwordHash]), ...earlier])
      if (await passwords.verify(hash, password))
        throw fieldProblem(422, field, 'This is one of your last four passwords. Please choose another.')
  }
  return passwords.hash(password)
}
