import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Clock, Ids } from '#contract/ports.ts'
import { buildApp } from '#server/app.ts'
import { closeQuietly, connect, hasEmbeddedDatabase } from '#server/db/connect.ts'
import type { Database, DatabaseNews } from '#server/db/database.ts'
import { freeLeftLeases } from '#server/db/leases.ts'
import { makeFolder } from '#server/db/make-folder.ts'
import { makePrivate } from '#server/db/private-folder.ts'
import { dataFolderRefusal, openingFailure, placeOfUrl } from '#server/db/start-failure.ts'
import { checkCardKey, openCardCipher } from '#server/card-key.ts'
import { findClockWarning } from '#server/clock-warning.ts'
import { findDemoGift, findDemoSignIn, prepareDemo } from '#server/demo/at-start.ts'
import { type Settings, SettingsError } from '#server/env.ts'
import { forgetExpired } from '#server/housekeeping.ts'
import { checkAddress, listen } from '#server/listen.ts'
import {
  makeIdentity,
  makeMail,
  makePayments,
  makePlaces,
  makePush,
  makeTexts,
  makeVerification,
  makeWallet,
  type PortContext,
} from '#server/make-ports.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { sealStored } from '#server/seal-stored.ts'
import { checkFiles, takeMerchants, type TakenMerchants, type TakeOptions } from '#server/take-merchants.ts'
import { earlierAssets, keepBuild } from '#server/portal/earlier-builds.ts'
import { makeFirstScreens } from '#server/portal/first-screens.ts'
import { readRouteSheets } from '#server/portal/route-sheets.ts'
import type { FirstScreen } from '#server/portal/first-screen.ts'
import type { PortalSource } from '#server/portal/source.ts'
import { errorName, type Log, stderrLog } from '#server/ports/log.ts'
import type { Mail } from '#server/ports/mail/mail.ts'
import { argon2Passwords } from '#server/ports/passwords.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import type { Push } from '#server/ports/push/push.ts'
import { systemRepeat } from '#server/ports/repeat.ts'
import type { TextMessages } from '#server/ports/text-messages/text-messages.ts'
import { systemClock, systemIds } from '#server/ports/system.ts'

export type StartOptions = {
  settings: Settings
  /** The folder that contains `merchants/`, `dist/portal` and `package.json`. */
  root: string
  merchantsDir?: string
  portal?: PortalSource
  allowMissingPictures?: boolean
  clock?: Clock
  ids?: Ids
  log?: Log
  payments?: Payments
  mail?: Mail
  texts?: TextMessages
  push?: Push
  firstScreen?: FirstScreen
  /** Puts the demo world into a database without users, unless set otherwise. Never in production. */
  seedDemo?: boolean
  /** The embedded database's built worker, and the hosted card fields; by default beside the bundle. */
  workerFile?: string | URL
  hostedFieldsDir?: string | URL
  /** Called with what the start is doing, in words for a terminal. */
  progress?(line: string): void
}

export type RunningLarder = {
  /** The address of the default merchant. */
  url: string
  port: number
  /** Every merchant's address. */
  addresses: { label: string; name: string; url: string }[]
  database: Database
  /** The demo account to sign in with, where the demo world exists. */
  demo: { email: string; password: string } | undefined
  /** The address of the demo's gift, at the default merchant. */
  egiftUrl: string | undefined
  close(): Promise<void>
}

/**
 * Starts all of Larder: database, migrations, import of the merchants, server. Resolves once it answers. Throws SettingsError, FolderLockedError or ImportError
 * with a message for the operator; nothing is left running then.
 */
export async function startLarder(options: StartOptions): Promise<RunningLarder> {
  const { settings } = options
  const clock = options.clock ?? systemClock
  const progress = options.progress ?? (() => undefined)
  const dataDir = resolve(options.root, settings.dataDir)
  if (!settings.databaseUrl) checkDataFolder(dataDir)
  for (const path of makePrivate(dataDir))
    progress(`Others on this machine may be able to read ${path}: it belongs to another user`)
  await checkAddress(settings)
  const taking = takeOptionsOf(options, clock, progress)
  const checked = checkFiles(taking)
  const database = await openDatabase(options, clock, progress)
  let app: FastifyInstance | undefined
  let cipher: DataCipher
  try {
    cipher = await openCardCipher({
      cardKey: settings.cardKey,
      dataDir,
      database,
      clock,
      ids: options.ids ?? systemIds,
    })
    await sealStored(database, cipher, progress)
    const clockWarning = await findClockWarning(database, clock)
    if (clockWarning) progress(clockWarning)
    await resumeAfterStop(database, clock, taking.log)
    const taken = await takeMerchants(database, taking, checked)
    app = await makeApp({ ...options, progress }, database, cipher, clock, taken)
    await listen(app, settings)
  } catch (error) {
    await app?.close()
    await closeQuietly(database)
    throw openingFailure(
      settings.databaseUrl ? placeOfUrl(settings.databaseUrl) : join(dataDir, 'database'),
      error,
    )
  }
  const { port } = app.server.address() as AddressInfo
  const started = app
  const close = async (): Promise<void> => {
    // A connection whose request is being answered when the stop begins would otherwise stay open for the keep-alive time: 72 seconds.
    const sweeping = setInterval(() => started.server.closeIdleConnections(), sweepMs)
    await started.close().finally(() => clearInterval(sweeping))
    await database.close()
  }
  const addresses = (await listStoredMerchants(database)).map(({ document }) => ({
    label: document.label,
    name: document.location.name,
    url: `http://${document.label}.localhost:${port}`,
  }))
  const demo = await findDemoSignIn(database)
  const url = `http://${settings.defaultMerchant}.localhost:${port}`
  const egiftId = demo && (await findDemoGift(database, cipher, settings.defaultMerchant))
  return { url, port, addresses, database, demo, egiftUrl: egiftId && `${url}/gift/${egiftId}`, close }
}

/** How often a stop closes connections that have become idle (ms). */
const sweepMs = 100

const isGood = ({ event }: DatabaseNews): boolean => event === 'database_back' || event === 'disk_ok'

async function openDatabase(
  { root, settings, workerFile, log = stderrLog }: StartOptions,
  clock: Clock,
  progress: (line: string) => void,
): Promise<Database> {
  const dataDir = resolve(root, settings.dataDir)
  const hasEmbedded = hasEmbeddedDatabase(dataDir)
  if (!settings.databaseUrl && !hasEmbedded) progress('Creating the database (once; a few seconds)')
  // Whoever sets DATABASE_URL for the first time may think that the orders and cards come along.
  if (settings.databaseUrl && hasEmbedded)
    progress(
      `DATABASE_URL is set: the embedded database in ${dataDir} is not used, and its orders, cards and accounts are not in the other one`,
    )
  const tell = (news: DatabaseNews): void => log({ level: isGood(news) ? 'info' : 'error', ...news })
  return connect({
    databaseUrl: settings.databaseUrl,
    dataDir,
    workerFile,
    now: clock.now,
    beforeMigration: (database) => checkCardKey({ cardKey: settings.cardKey, dataDir, database }),
    tell,
  })
}

/**
 * Repairs what a stop left behind. Only this process uses the embedded database, so that whoever held a lease in it is gone: the next request with a payment's
 * key can resume it at once instead of waiting for the lease to end. On PostgreSQL, a round finds out which processes are gone (app.ts).
 */
async function resumeAfterStop(database: Database, clock: Clock, log: Log): Promise<void> {
  // What the engine cannot do (it crashed on it, and restarts) must not prevent every start; it is tried again in the next hour.
  await forgetExpired({ database, clock, log }).catch((error: unknown) =>
    log({
      level: 'error',
      event: 'housekeeping_failed',
      error: errorName(error),
    }),
  )
  if (database.engine === 'embedded') await freeLeftLeases(database)
}

const merchantsOf = ({ merchantsDir, root }: StartOptions): string => merchantsDir ?? join(root, 'merchants')

const takeOptionsOf = (
  options: StartOptions,
  clock: Clock,
  progress: (line: string) => void,
): TakeOptions => ({
  settings: options.settings,
  root: options.root,
  merchantsDir: merchantsOf(options),
  allowMissingPictures: options.allowMissingPictures ?? options.settings.allowMissingPictures,
  nowMs: clock.now(),
  progress,
  log: options.log ?? stderrLog,
})

async function makeApp(
  options: StartOptions & Required<Pick<StartOptions, 'progress'>>,
  database: Database,
  cipher: DataCipher,
  clock: Clock,
  { directory, walletKeys, stripeAccounts, acceptMerchants }: TakenMerchants,
): Promise<FastifyInstance> {
  const { root, settings } = options
  const ids = options.ids ?? systemIds
  const context: PortContext = { database, directory, clock, ids }
  await prepareDemo(options, context, cipher)
  const verification = await makeVerification(settings.verification, context)
  return buildApp({
    database,
    directory,
    acceptMerchants,
    clock,
    ids,
    cipher,
    log: options.log ?? stderrLog,
    payments: options.payments ?? makePayments(settings.stripe, stripeAccounts, context),
    passwords: argon2Passwords,
    mail: options.mail ?? makeMail(settings.smtp, resolve(root, settings.dataDir), context),
    texts: options.texts ?? makeTexts(settings.texts, resolve(root, settings.dataDir), context),
    push: options.push ?? (await makePush(settings.push, context)),
    ...makeWallet(walletKeys, settings.environment, context),
    places: makePlaces(settings.googlePlaces),
    repeat: systemRepeat,
    trustProxy: settings.trustProxy,
    browserLog: settings.log,
    googleMapsKey: settings.googleMapsKey,
    verification,
    identity: makeIdentity(settings.identity, context),
    portal: options.portal ?? builtPortal(options, clock, options.progress),
    merchantsDir: merchantsOf(options),
    version: versionOf(root),
    defaultMerchant: settings.defaultMerchant,
    secure: settings.environment === 'prod',
    firstScreen:
      options.firstScreen ??
      (await makeFirstScreens(
        join(root, 'dist/first-screen/render-first-screen.js'),
        readRouteSheets(join(root, 'dist/portal')),
        directory.list(),
        verification,
      )),
    hostedFieldsDir: options.hostedFieldsDir,
  })
}

function checkDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const isThere = existsSync(dataDir) && statSync(dataDir).isDirectory()
    throw new SettingsError(dataFolderRefusal(dataDir, code, isThere))
  }
}

function builtPortal(
  { root, settings }: StartOptions,
  clock: Clock,
  progress: (line: string) => void,
): PortalSource {
  const dir = join(root, 'dist/portal')
  if (!existsSync(join(dir, 'index.html'))) {
    progress('The portal is not built (npm start builds it): serving the API alone')
    return { kind: 'none' }
  }
  const dataDir = resolve(root, settings.dataDir)
  try {
    keepBuild(join(dir, 'assets'), dataDir, clock.now())
  } catch (error) {
    progress(
      `This build's files are not kept for after the next one (${error instanceof Error ? error.message : String(error)})`,
    )
  }
  if (settings.removesWorker) progress('OFFLINE_WORKER=remove: devices will unregister the offline worker')
  return { kind: 'built', dir, earlier: earlierAssets(dataDir), removesWorker: settings.removesWorker }
}

const versionOf = (root: string): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (
    typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    typeof manifest.version === 'string'
  )
    return manifest.version
  throw new SettingsError('package.json names no version.')
}
