import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { register } from '#server/plugins/endpoints.ts'
import { registerPreparedChange } from '#server/plugins/idempotency.ts'
import { deleteAccount, prepareDeletion } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import type { PrivacyPorts } from './ports.ts'

/** What a person may have of what is known of them, and having it forgotten (docs/decisions/062). */
export function addPrivacyRoutes(app: FastifyInstance, ports: PrivacyPorts): void {
  register(app, endpoints.exportAccount, async ({ merchant, session, request }) => {
    const { userId, sessionId } = session
    // Years of orders are read: a person asks once, a program all day.
    await ports.limits.count(merchant.locationId, { name: 'exportOfUser', of: userId })
    const body = await exportAccount(merchant, userId, ports)
    await ports.database.transaction(async (tx) =>
      audit(tx, ports, merchant.locationId, {
        action: 'account_exported',
        outcome: 'done',
        userId,
        sessionId,
        requestId: request.id,
      }),
    )
    return { body }
  })
  registerPreparedChange(
    app,
    ports,
    endpoints.deleteAccount,
    (call) => prepareDeletion(call, ports),
    (call, tx, user) => deleteAccount(call, tx, user, ports),
  )
}
