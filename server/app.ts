import Fastify, { type FastifyInstance } from 'fastify'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import type { MerchantDirectory } from '#server/merchants/merchant.ts'
import { addLocationRoutes } from '#server/modules/location/routes.ts'
import { addMenuRoutes } from '#server/modules/menus/routes.ts'
import { addTicketRoutes } from '#server/modules/tickets/routes.ts'
import { SlotTables } from '#server/modules/tickets/slots.ts'
import { addBodyParsers } from '#server/plugins/body-parsers.ts'
import { addMerchant } from '#server/plugins/merchant.ts'
import { PrebuiltAnswers } from '#server/plugins/prebuilt-answers.ts'
import { addProblems, notFound } from '#server/plugins/problems.ts'
import { addSecurityHeaders } from '#server/plugins/security-headers.ts'
import type { FirstScreen } from '#server/portal/page.ts'
import { addPortal } from '#server/portal/routes.ts'
import type { PortalSource } from '#server/portal/source.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { addSandbox } from '#server/sandbox/routes.ts'

export type AppOptions = {
  database: Database
  directory: MerchantDirectory
  clock: Clock
  ids: Ids
  log: Log
  payments: Payments
  portal: PortalSource
  merchantsDir: string
  version: string
  /** Who answers on a bare `localhost` or an IP address; undefined: nobody. */
  defaultMerchant: string | undefined
  /** Reached by https only: HSTS is sent. */
  secure: boolean
  firstScreen?: FirstScreen | undefined
  /** Where the hosted card fields are; beside the sandbox's module unless said otherwise. */
  hostedFieldsDir?: string | URL | undefined
}

/** A change carries at most fifty lines and a comment; more is not a diner's. */
const maximumBodyBytes = 128 * 1024

/** The whole server without a port: merchant API, portal and, in sandbox mode, the card sandbox. The caller listens and closes. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { directory, payments, log, ids } = options
  const app = Fastify({
    logger: false,
    bodyLimit: maximumBodyBytes,
    genReqId: () => ids.uuid(),
    requestIdHeader: false,
    trustProxy: false,
    return503OnClosing: true,
  })
  addProblems(app, log)
  addSecurityHeaders(app, { secure: options.secure })
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  addMerchant(app, directory, options.defaultMerchant)
  addBodyParsers(app)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  const answers = new PrebuiltAnswers()
  addLocationRoutes(app, answers)
  addMenuRoutes(app, answers)
  addTicketRoutes(app, { database: options.database, clock: options.clock, ids, slots: new SlotTables(), payments, log })
  if (payments.provider === 'sandbox')
    addSandbox(app, { database: options.database, clock: options.clock, ids, hostedFieldsDir: options.hostedFieldsDir })
  addPortal(app, {
    source: options.portal,
    merchantsDir: options.merchantsDir,
    version: options.version,
    payments: (merchant) => ({ provider: payments.provider, publishable_key: payments.publishableKey(merchant.locationId) }),
    ...(options.firstScreen && { firstScreen: options.firstScreen }),
  })
  return app
}
