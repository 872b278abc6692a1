import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isIsoDate } from '#contract/iso-date.ts'
import type { Clock } from '#contract/ports.ts'
import { connect, hasEmbeddedDatabase } from '#server/db/connect.ts'
import { isForOperator } from '#server/describe-start-failure.ts'
import { readSettings, SettingsError, type StripeSettings } from '#server/env.ts'
import { makePayments, takesRealCards } from '#server/make-ports.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import { isNote } from '#server/modules/provider-events/compare.ts'
import { reconcile, windowOfDays } from '#server/modules/provider-events/reconcile.ts'
import { PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import { systemClock, systemIds } from '#server/ports/system.ts'
import { openStripeAccounts } from '#server/stripe-accounts.ts'

/**
 * `npm run reconcile -- --merchant <label> --from <date> --to <date>`: compares Stripe's books with ours, and names every difference (docs/operating.md,
 * Stripe).
 */

type ReconcileContext = {
  root: string
  env: Readonly<Record<string, string | undefined>>
  /** Prints one line on the terminal. */
  say(line: string): void
  clock?: Clock
  workerFile?: string | URL
}

const use = 'npm run reconcile -- --merchant <label> --from 2026-11-01 --to 2026-11-30'

/**
 * Compares, and returns the exit code: 0 if there are no differences (charges that belong to no order are only noted), 1 after printing the differences or why
 * it could not compare. Throws only for errors in the program.
 */
export async function runReconcileCommand(
  context: ReconcileContext,
  args: readonly string[],
): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    context.say(`Usage: ${use}`)
    return 0
  }
  try {
    return await compare(context, readOptions(args))
  } catch (error) {
    if (isForOperator(error)) context.say(error.message)
    else throw error
    return 1
  }
}

type ReconcileOptions = { label: string; from: string; to: string }

function readOptions(args: readonly string[]): ReconcileOptions {
  const options = { merchant: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } as const
  const { merchant = '', from = '', to = '' } = parsed(args, options)
  if (merchant === '' || !isIsoDate(from) || !isIsoDate(to) || from > to)
    throw new SettingsError(`Missing or invalid --merchant, --from or --to. Usage: ${use}`)
  return { label: merchant, from, to }
}

function parsed(
  args: readonly string[],
  options: Record<'merchant' | 'from' | 'to', { type: 'string' }>,
): { merchant?: string | undefined; from?: string | undefined; to?: string | undefined } {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (cause) {
    throw new SettingsError(`${cause instanceof Error ? cause.message : String(cause)}\n${use}`)
  }
}

async function compare(context: ReconcileContext, { label, from, to }: ReconcileOptions): Promise<number> {
  const settings = readSettings({ ...context.env, ENVIRONMENT: '' })
  if (!takesRealCards(settings.stripe))
    throw new SettingsError('There are no keys of Stripe: the sandbox keeps no books to compare with.')
  const dataDir = resolve(context.root, settings.dataDir)
  if (!settings.databaseUrl && !hasEmbeddedDatabase(dataDir))
    throw new SettingsError(`There is no database in ${dataDir}.`)
  const clock = context.clock ?? systemClock
  const { databaseUrl } = settings
  const { workerFile } = context
  const database = await connect({ databaseUrl, dataDir, workerFile, now: clock.now, isCommand: true })
  try {
    const stored = (await listStoredMerchants(database)).map(({ document }) => document)
    const merchant = stored.find((one) => one.label === label)
    if (!merchant)
      throw new SettingsError(
        `The database has no "${label}". It has: ${stored.map((one) => one.label).join(', ')}.`,
      )
    const accounts = openStripeAccounts(settings.stripe, settings.environment)
    accounts.accept(stored.map((one) => ({ label: one.label, locationId: one.host.locationId })))
    const payments = makePayments(settings.stripe, accounts, { database, clock, ids: systemIds })
    const window = windowOfDays(merchant.location.time_zone, from, to)
    const { locationId } = merchant.host
    const found = await reconcile(
      { database, payments, clock },
      { locationId, location: merchant.location },
      window,
    ).catch((error: unknown) => {
      if (!(error instanceof PaymentsUnreachableError)) throw error
      const key = keyPlace(settings.stripe, label, accounts.keysOf(locationId).account)
      throw new SettingsError(`${label}: ${whySkipped(error.message, key)}`)
    })
    for (const { kind, words } of found) context.say(`${kind.padEnd(22)} ${words}`)
    const notes = found.filter(isNote).length
    context.say(
      found.length === 0
        ? `${label}, ${from} to ${to}: Stripe and the ledger say the same.`
        : sumOf(found.length - notes, notes),
    )
    return found.length === notes ? 0 : 1
  } finally {
    await database.close()
  }
}

/** What is wrong and what to do, by the type of Stripe's error (https://docs.stripe.com/api/errors/handling). */
function whySkipped(reason: string, key: KeyPlace): string {
  switch (reason) {
    case 'StripeAuthenticationError':
      return `Stripe refuses the secret key in ${key.name}: it was rolled or deleted, or was never one. Copy the one that the dashboard shows now, under Developers → API keys, into it.`
    case 'StripePermissionError':
      return key.account === undefined
        ? `Stripe does not let the key in ${key.name} read its books. A restricted key needs "read" for Charges and Disputes and "write" for Refunds.`
        : `Stripe does not let the platform’s key in ${key.name} read the books of ${key.account}: that account is not connected to it (any more), or the key is a restricted one without "read" for Charges and Disputes and "write" for Refunds.`
    case 'StripeConnectionError':
      return 'Stripe was not reached. Does this machine reach https://api.stripe.com? Try again.'
    case 'StripeRateLimitError':
      return 'Stripe was asked too much at once. Try again in a few minutes.'
    case 'StripeAPIError':
      return 'Stripe has trouble of its own (https://status.stripe.com). Try again in a few minutes.'
    default:
      return `Stripe could not be asked (${reason}). Try again in a few minutes.`
  }
}

/** Where the key for a request to Stripe is set: a connected account uses its platform's. */
type KeyPlace = { name: string; account: string | undefined }

function keyPlace({ keysDir }: StripeSettings, label: string, account: string | undefined): KeyPlace {
  const file = keysDir === undefined ? undefined : join(keysDir, `${label}.json`)
  const isOwn = file !== undefined && account === undefined && existsSync(file)
  return { name: isOwn ? file : 'STRIPE_SECRET_KEY', account }
}

/** If there are only notes, nothing needs to be fixed. */
function sumOf(differences: number, notes: number): string {
  const noted = notes === 1 ? '1 note' : `${notes} notes`
  if (differences === 0) return `${noted}, nothing to mend.`
  const differing = differences === 1 ? '1 difference' : `${differences} differences`
  return `${notes === 0 ? differing : `${differing}, ${noted}`}. Nothing was changed.`
}
