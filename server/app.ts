import { minuteMs } from '#contract/durations.ts'
import type { AppOptions, RequestLimits } from '#server/app-options.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { leaseRoundMs, LeaseWatch } from '#server/db/leases.ts'
import { addHousekeeping } from '#server/housekeeping.ts'
import { addMailRetries } from '#server/mail-retries.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { merchantReload, reloadEveryMs } from '#server/merchants/reload.ts'
import { pageUrl, type ServerAddress } from '#server/modules/accounts/links.ts'
import type { AccountPorts } from '#server/modules/accounts/ports.ts'
import { addAccountRoutes } from '#server/modules/accounts/routes.ts'
import { KeyedMutex } from '#server/modules/accounts/keyed-mutex.ts'
import { addAdminRoutes } from '#server/modules/admin/routes.ts'
import { addCardDeskRoutes } from '#server/modules/card-desk/routes.ts'
import { addFailedRefundRoutes } from '#server/modules/failed-refunds/routes.ts'
import { DeliveryWorker } from '#server/modules/card-orders/delivery-worker.ts'
import { addGiftRoutes, addPassOnRoutes } from '#server/modules/card-orders/gift-routes.ts'
import { addCardOrderRoutes } from '#server/modules/card-orders/routes.ts'
import { addCardRoutes } from '#server/modules/cards/routes.ts'
import { addIdentityRoutes } from '#server/modules/identity/routes.ts'
import { changeCounter } from '#server/modules/limits/changes.ts'
import { Limits } from '#server/modules/limits/limits.ts'
import { addLocationRoutes, type LiveStatus, liveStatusOf } from '#server/modules/location/routes.ts'
import { addMenuRoutes } from '#server/modules/menus/routes.ts'
import { deliverOrderMessages } from '#server/modules/order-messages/deliver.ts'
import { addPolicyReportRoutes } from '#server/modules/policy-reports/routes.ts'
import { sentForgetter } from '#server/modules/privacy/forget-sent.ts'
import { addPrivacyRoutes } from '#server/modules/privacy/routes.ts'
import { addPhysicalOrderRoutes } from '#server/modules/physical-orders/routes.ts'
import { addSavedCardRoutes } from '#server/modules/saved-cards/routes.ts'
import { addSecondFactorRoutes } from '#server/modules/second-factors/routes.ts'
import { addStaffRoutes } from '#server/modules/staff/routes.ts'
import { findClosure } from '#server/modules/tickets/closure.ts'
import { addTicketRoutes } from '#server/modules/tickets/routes.ts'
import { addWithdrawRoutes } from '#server/modules/payments/withdraw.ts'
import { reconcileDays, reconcileEveryMs } from '#server/modules/provider-events/reconcile.ts'
import { addProviderEvents } from '#server/modules/provider-events/routes.ts'
import { withPayable } from '#server/payables.ts'
import { providerEveryMs, providerRound } from '#server/provider-round.ts'
import {
  hangingRound,
  refundRound,
  type RoundPorts,
  settleEveryMs,
  settleRound,
} from '#server/settle-round.ts'
import { FeaturedList } from '#server/modules/tickets/featured.ts'
import { SlotTables } from '#server/modules/tickets/slots.ts'
import { SoldOutDishes } from '#server/modules/tickets/sold-out.ts'
import { addWalletRoutes } from '#server/modules/wallet/routes.ts'
import { addVerificationRoutes } from '#server/modules/verification/routes.ts'
import { addOrderServices } from '#server/order-services.ts'
import { addAuth } from '#server/plugins/auth.ts'
import { addBodyParsers } from '#server/plugins/body-parsers.ts'
import { addFeatureSwitches } from '#server/plugins/feature-switches.ts'
import { addLanguage } from '#server/plugins/language.ts'
import { addMerchant } from '#server/plugins/merchant.ts'
import { PrebuiltAnswers } from '#server/plugins/prebuilt-answers.ts'
import { addProblems, notFound } from '#server/plugins/problems.ts'
import { addRounds } from '#server/plugins/rounds.ts'
import { addProxyWarning } from '#server/plugins/unread-proxy.ts'
import { addSecurityHeaders } from '#server/plugins/security-headers.ts'
import { addApiDescription } from '#server/openapi/routes.ts'
import { addPortal } from '#server/portal/routes.ts'
import { BackgroundMailer } from '#server/ports/mail/background-mailer.ts'
import { addSandbox } from '#server/sandbox/routes.ts'
import { addWalletSandbox } from '#server/sandbox/wallet.ts'

/**
 * 30 s: the largest body (128 KB) takes that long on a phone at 35 kbit/s. Connections: as many as there may be listeners to orders (5000), and the same again
 * for everybody else.
 */
const requestLimits: RequestLimits = {
  requestMs: 30_000,
  headersMs: 15_000,
  pollEveryMs: 5000,
  connections: 10_000,
}

/** A change has at most fifty lines and a comment; a larger one is not from a diner. */
const maximumBodyBytes = 128 * 1024

/** The current state: whether the kitchen is closed or paused, what is sold out, and what is ordered most. */
const findLiveStatusBy =
  (
    { slots, soldOut, featured }: { slots: SlotTables; soldOut: SoldOutDishes; featured: FeaturedList },
    { clock }: AppOptions,
  ) =>
  (merchant: Merchant): LiveStatus => {
    const nowMs = clock.now()
    const pause = findClosure(merchant, slots, nowMs) ?? slots.findPause(merchant, nowMs)
    return liveStatusOf({ pause, soldOut: soldOut.list(merchant, nowMs), featured: featured.find(merchant) })
  }

/** The whole server without a port: merchant API, portal and, in sandbox mode, the card sandbox. The caller makes it listen and closes it. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { payments, log, ids } = options
  const app = makeServer(options)
  addProblems(app, log)
  addSecurityHeaders(app, { secure: options.secure })
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  // The portal reads from it how far the phone's clock is off (reliability T1): this is the clock by which the server judges times.
  app.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('date', new Date(options.clock.now()).toUTCString()),
  )
  addCallers(app, options)
  addBodyParsers(app)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  const answers = new PrebuiltAnswers()
  const told = { slots: new SlotTables(), soldOut: new SoldOutDishes(), featured: new FeaturedList() }
  addLocationRoutes(app, answers, findLiveStatusBy(told, options))
  addMenuRoutes(app, answers)
  const accounts = accountPortsOf(options)
  const deliveryWorker = addDeliveryWorker(app, options)
  const kitchen = addOrderServices(app, options, { ...told, accounts, deliveryWorker })
  const tickets = { ...accounts, ...told, kitchen, payments, log }
  addTicketRoutes(app, tickets)
  addPaymentWork(app, options, { ...tickets, deliveryWorker })
  addVerificationRoutes(app, options.verification, accounts)
  addMailRetries(app, options, accounts.mailer)
  addAccountRoutes(app, accounts)
  addCardRoutes(app, { ...accounts, log })
  const { merchantsDir, wallet, walletSandbox } = options
  const origin = (merchant: Merchant): string =>
    new URL(pageUrl(merchant, '', '/', reachedAt(app, options))).origin
  addWalletRoutes(app, { ...accounts, merchantsDir, origin, wallet })
  if (walletSandbox) addWalletSandbox(app, walletSandbox)
  const cardOrders = { ...accounts, payments, log, deliveryWorker }
  addCardOrderRoutes(app, answers, cardOrders)
  addGiftRoutes(app, cardOrders)
  addPassOnRoutes(app, cardOrders)
  addPhysicalOrderRoutes(app, cardOrders)
  addIdentityRoutes(app, { ...accounts, identity: options.identity })
  addAdminRoutes(app, accounts)
  addStaffRoutes(app, accounts)
  addCardDeskRoutes(app, cardOrders)
  addFailedRefundRoutes(app, cardOrders)
  addSecondFactorRoutes(app, accounts)
  addOwnData(app, options, accounts)
  addApiDescription(app, options.version)
  if (payments.provider === 'sandbox')
    addSandbox(app, {
      database: options.database,
      clock: options.clock,
      ids,
      hostedFieldsDir: options.hostedFieldsDir,
    })
  addPortal(app, {
    source: options.portal,
    merchantsDir,
    version: options.version,
    now: () => options.clock.now(),
    googleMapsKey: options.googleMapsKey,
    log: options.browserLog,
    origin,
    verification: {
      provider: options.verification.provider,
      ...(options.verification.siteKey !== undefined && { site_key: options.verification.siteKey }),
    },
    payments: (merchant) => ({
      provider: payments.provider,
      publishable_key: payments.publishableKey(merchant.locationId),
    }),
    ...(options.firstScreen && { firstScreen: options.firstScreen }),
  })
  return app
}

/** What a person has stored here: saved cards, and all data about them. Also the reports that their browsers send. */
function addOwnData(app: FastifyInstance, options: AppOptions, accounts: AccountPorts): void {
  const { database, payments, log } = options
  addSavedCardRoutes(app, { database, payments, log })
  const forgetSent = sentForgetter(app, { ...options, ...accounts })
  addPrivacyRoutes(app, { ...accounts, payments, log, forgetSent })
  addPolicyReportRoutes(app, { ...accounts, log })
}

/** For each call: the merchant of its host, the caller, the language, and which features are on. */
function addCallers(app: FastifyInstance, options: AppOptions): void {
  addProxyWarning(app, options)
  addMerchant(app, options.directory, options.defaultMerchant)
  addLanguage(app)
  addAuth(app, options)
  addFeatureSwitches(app, options)
}

/** The bare server, with limits on what one client may use. */
function makeServer({ ids, requestLimits: limits = requestLimits }: AppOptions): FastifyInstance {
  const { requestMs, headersMs, pollEveryMs, connections } = limits
  const app = Fastify({
    logger: false,
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: pollEveryMs },
    bodyLimit: maximumBodyBytes,
    genReqId: () => ids.uuid(),
    requestIdHeader: false,
    // A place's id contains the whole address.
    routerOptions: { maxParamLength: 1000 },
    trustProxy: false,
    return503OnClosing: true,
  })
  app.server.maxConnections = connections
  return app
}

/** The server's own address, known once it listens. */
function reachedAt(app: FastifyInstance, { secure }: Pick<AppOptions, 'secure'>): ServerAddress {
  const address = app.server.address()
  return { production: secure, port: typeof address === 'object' ? address?.port : undefined }
}

type RepeatedPorts = Omit<RoundPorts, 'directory'> &
  Pick<AccountPorts, 'limits' | 'trustProxy'> & { deliveryWorker: DeliveryWorker }

/** Settles payments of every kind, and answers what happened to one. */
function addPaymentWork(app: FastifyInstance, options: AppOptions, tickets: RepeatedPorts): void {
  addRepeatedWork(app, options, tickets)
  const look = addRounds(app, options, {
    everyMs: providerEveryMs,
    failed: 'provider_events_failed',
    atStart: true,
    work: () => providerRound({ ...tickets, directory: options.directory }),
  })
  addRounds(app, options, {
    everyMs: reconcileEveryMs,
    failed: 'reconciling_failed',
    atStart: false,
    work: () => reconcileDays(options),
  })
  addProviderEvents(app, { ...options, wake: () => void look() })
  const { limits, trustProxy } = tickets
  addWithdrawRoutes(app, {
    ...options,
    limits,
    trustProxy,
    lock: (tx, merchant, { kind, id }) =>
      withPayable(kind, tickets, (payable) => payable.lock(tx, merchant, id)),
  })
}

/** The work that the server does on its own, without a request. */
function addRepeatedWork(app: FastifyInstance, options: AppOptions, tickets: RepeatedPorts): void {
  const leases = new LeaseWatch(options)
  const free = async (): Promise<void> => {
    const freed = await leases.round()
    if (freed === 0) return
    options.log({ level: 'info', event: 'leases_freed', detail: `${freed} of a process that has gone` })
    // What the freed process was about to send must not wait another minute.
    void tickets.deliveryWorker.wake()
  }
  addRounds(app, options, { everyMs: leaseRoundMs, failed: 'leases_failed', atStart: true, work: free })
  addSettling(app, options, tickets)
  const reload = merchantReload({ ...options, accept: options.acceptMerchants ?? (() => undefined) })
  addRounds(app, options, {
    everyMs: reloadEveryMs,
    failed: 'merchants_failed',
    atStart: false,
    work: reload,
  })
  addHousekeeping(app, options)
}

/** Settles what nobody came back for. Refunds that result from a ticket are made in the same round; those from an unanswered payment, in the next one. */
function addSettling(app: FastifyInstance, options: AppOptions, tickets: RepeatedPorts): void {
  const ports = { ...tickets, directory: options.directory }
  const later = { failed: 'settling_failed', atStart: false } as const
  const refund = addRounds(app, options, { ...later, work: () => refundRound(ports) })
  const ask = addRounds(app, options, { ...later, work: () => hangingRound(ports) })
  addRounds(app, options, {
    everyMs: settleEveryMs,
    failed: 'settling_failed',
    atStart: true,
    work: () => settleRound(ports),
    next: () => Promise.all([ask(), refund()]),
  })
}

/** Sends what was paid for, and messages about orders: at start whatever a stop left behind, then after each order and every minute. */
function addDeliveryWorker(app: FastifyInstance, { repeat, ...options }: AppOptions): DeliveryWorker {
  const ports = { ...options, reached: () => reachedAt(app, options) }
  const deliveryWorker = new DeliveryWorker({
    ...ports,
    first: (channel) => deliverOrderMessages(ports, channel),
  })
  let stop = (): void => undefined
  app.addHook('onReady', async () => {
    void deliveryWorker.wake()
    stop = repeat(minuteMs, () => deliveryWorker.wake())
  })
  app.addHook('onClose', () => {
    stop()
    return deliveryWorker.stop()
  })
  return deliveryWorker
}

/** The ports of the account calls: they share one mailer, one set of limits and one queue. */
function accountPortsOf({
  database,
  clock,
  ids,
  cipher,
  log,
  passwords,
  mail,
  verification,
  ...options
}: AppOptions): AccountPorts {
  const limits = new Limits({ database, clock, ids, limits: options.limits })
  const trustProxy = options.trustProxy ?? false
  return {
    database,
    clock,
    ids,
    cipher,
    changes: changeCounter({ limits, trustProxy }),
    passwords,
    verification,
    mailer: new BackgroundMailer(mail, log, clock),
    limits,
    signIns: new KeyedMutex(),
    production: options.secure,
    trustProxy,
  }
}
