import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { localTime } from '#contract/local-time.ts'
import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { register } from '#server/plugins/endpoints.ts'
import { addReportParsers } from '#server/plugins/body-parsers.ts'
import { policyReportPath } from '#server/plugins/security-headers.ts'
import type { Log } from '#server/ports/log.ts'
import { type Refused, readReports } from './read-report.ts'
import { countReports, listReports } from './reports.ts'

type PolicyReportPorts = {
  database: Database
  clock: Clock
  limits: Limits
  trustProxy: boolean
  log: Log
}

const maxBodyBytes = 32 * 1024

/**
 * Receives browsers' reports of policy violations (PCI DSS 11.6.1), and shows them to the owner. Browsers send them on their own, with no key and no retry: it
 * is not a call of the contract, and the one change without an idempotency key. A report sent twice is counted twice.
 */
export function addPolicyReportRoutes(app: FastifyInstance, ports: PolicyReportPorts): void {
  const { database, clock } = ports
  register(app, endpoints.listPolicyReports, async ({ merchant: { locationId } }) => ({
    body: { reports: await listReports(database, locationId) },
  }))
  void app.register(async (part) => {
    addReportParsers(part)
    part.post(policyReportPath, { bodyLimit: maxBodyBytes }, async (request, reply) => {
      const { merchant } = request
      await ports.limits.count(merchant.locationId, ...byClient(ports, request, 'policyReport'))
      const refused = readReports(request.body, request.hostname)
      const nowMs = clock.now()
      if (refused.length > 0) {
        const day = localTime(nowMs, merchant.location.time_zone).date
        const unseen = await countReports(database, merchant.locationId, refused, { day, nowMs })
        raiseAlarm(ports, merchant, unseen)
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}

/**
 * Logs what looks like a changed script on a payment page (reliability X15): a script from elsewhere, or one that sends typed data elsewhere. Once per day and
 * kind; violations by browser extensions do not count.
 */
function raiseAlarm(
  { log }: Pick<PolicyReportPorts, 'log'>,
  { locationId }: Pick<Merchant, 'locationId'>,
  refused: readonly Refused[],
): void {
  for (const { screen, takesCards, directive, source } of refused)
    if (takesCards && source !== 'extension' && /^(script-src|connect-src$|form-action$)/.test(directive))
      log({
        level: 'error',
        event: 'payment_page_changed',
        detail: `${locationId} ${screen} ${directive} ${source}`,
      })
}
