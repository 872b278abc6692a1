import type { endpoints } from '#contract/endpoints.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { findLink } from './links.ts'
import type { AccountPorts } from './ports.ts'
import { invalidResetLink } from './recovery.ts'
import { getInvitation, invitationInvalid } from './registration.ts'
import { getUser } from './users.ts'

/**
 * `POST /auth/link`: whether a mailed link still works, without using it up, so that its page can say so before anybody fills in a form for nothing. It reveals
 * no more than the form's own call, and counts against the same limit. Throws 422 link_invalid with the words of that call.
 */
export async function checkLink(
  { merchant, body, request }: Call<typeof endpoints.checkLink>,
  ports: AccountPorts,
): Promise<Answer<Record<string, never>>> {
  const { locationId } = merchant
  await ports.limits.count(locationId, ...byClient(ports, request, 'link'))
  if (body.purpose === 'reset') {
    if (!(await findLink(ports.database, locationId, body.token, ['reset'], ports.clock.now())))
      throw invalidResetLink()
    return { body: {} }
  }
  const { userId } = await getInvitation(ports.database, locationId, body.token, ports)
  const user = await getUser(ports.database, locationId, userId)
  if (user.confirmedAt !== undefined) throw invitationInvalid()
  return { body: {} }
}
