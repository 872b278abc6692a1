import type { endpoints } from '#contract/endpoints.ts'
import { isStaff } from '#contract/rules/roles.ts'
import type { StaffPeopleAnswer } from '#contract/schemas/staff.ts'
import type { Transaction } from '#server/db/database.ts'
import { revokeSessionsOf } from '#server/modules/accounts/sessions.ts'
import { lockUser } from '#server/modules/accounts/users.ts'
import { recordAct } from '#server/modules/staff/acts.ts'
import { checkOnStaff, listNewestFactors, listStaff } from '#server/modules/staff/people.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { changedMeanwhile, notFound } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { forgetFactors } from './forget.ts'
import { securityEmail } from './emails.ts'
import type { FactorPorts } from './ports.ts'

/**
 * `DELETE /staff/people/:id/security`: by an owner, for somebody who lost their phone. They are signed out everywhere, emailed, and sign in with their password
 * alone. What another owner has reset already is not reset again. Throws 404 for somebody who is not on the staff, 409 for oneself, and where the person has
 * added a second factor since `seen`: they are in again, and would be signed out a second time.
 */
export async function takeSecondFactors(
  call: Call<typeof endpoints.takeSecondFactors>,
  tx: Transaction,
  ports: FactorPorts,
): Promise<Answer<StaffPeopleAnswer>> {
  const { merchant, params, query, session, request } = call
  const { locationId } = merchant
  const id = params['id']!
  if (id === session.userId) throw changedMeanwhile('To change yours, go to “Sign-in security”.')
  await checkOnStaff(tx, locationId, id)
  const user = await lockUser(tx, locationId, id)
  // The person left the staff meanwhile.
  if (!isStaff(user.role)) throw notFound('We could not find this person on the team.')
  if (query.seen !== undefined) {
    const newest = (await listNewestFactors(tx, locationId, [id])).get(id)
    if (newest === undefined) return { body: await listStaff(tx, merchant, session.userId, ports) }
    if (newest > Date.parse(query.seen))
      throw changedMeanwhile(
        'They have set up two-step verification again since you opened this page. Nothing was changed.',
      )
  }
  forgetFactors(tx, locationId, id)
  revokeSessionsOf(
    tx,
    { locationId, userId: id },
    { because: 'second_factors_taken', nowMs: ports.clock.now() },
  )
  recordAct(tx, ports, call, { action: 'second_factors_taken', aboutUserId: id })
  const mail = securityEmail(merchant, request, ports, user.email, 'second_factors_taken')
  return {
    body: await listStaff(tx, merchant, session.userId, ports),
    after: () => ports.mailer.enqueue(mail),
  }
}
