import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { exportedEmail } from '#server/modules/accounts/emails.ts'
import { pageUrl } from '#server/modules/accounts/links.ts'
import { serverAddressOf } from '#server/modules/accounts/ports.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import { register } from '#server/plugins/endpoints.ts'
import { registerPreparedChange } from '#server/plugins/idempotency.ts'
import { deleteAccount, prepareDeletion } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import type { PrivacyPorts } from './ports.ts'

/** A person's export of their data, and its deletion (docs/decisions/062). */
export function addPrivacyRoutes(app: FastifyInstance, ports: PrivacyPorts): void {
  register(app, endpoints.exportAccount, async ({ merchant, session, request }) => {
    const { userId, sessionId } = session
    // It reads years of orders: a person asks once, a script all day.
    await ports.limits.count(merchant.locationId, { name: 'exportOfUser', of: userId })
    const body = await exportAccount(merchant, userId, ports)
    const { email, language } = await ports.database.transaction(async (tx) => {
      audit(tx, ports, merchant.locationId, {
        action: 'account_exported',
        outcome: 'done',
        userId,
        sessionId,
        requestId: request.id,
      })
      return getUser(tx, merchant.locationId, userId)
    })
    const link = pageUrl(merchant, '', '/forgotpassword', serverAddressOf(ports, request))
    ports.mailer.enqueue(exportedEmail(merchant, { email, language }, link))
    return { body }
  })
  registerPreparedChange(app, ports, endpoints.deleteAccount, {
    before: (call) => prepareDeletion(call, ports),
    change: (call, tx, user) => deleteAccount(call, tx, user, ports),
  })
}
