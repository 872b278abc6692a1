import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isIsoDate } from '#contract/iso-date.ts'
import type { Clock } from '#contract/ports.ts'
import { connect, hasEmbeddedDatabase } from '#server/db/connect.ts'
import { isForOperator } from '#server/describe-start-failure.ts'
import { readSettings, SettingsError } from '#server/env.ts'
import { makePayments, takesRealCards } from '#server/make-ports.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import { isNote } from '#server/modules/provider-events/compare.ts'
import { reconcile, windowOfDays } from '#server/modules/provider-events/reconcile.ts'
import { PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import { systemClock, systemIds } from '#server/ports/system.ts'
import { openStripeAccounts } from '#server/stripe-accounts.ts'

/** `npm run reconcile -- --merchant <label> --from <date> --to <date>`: Stripe's books beside ours, and every difference by its name (docs/operating.md, Stripe). */

export type ReconcileContext = {
  root: string
  env: Readonly<Record<string, string | undefined>>
  /** Takes one line for the terminal. */
  say(line: string): void
  clock?: Clock
  workerFile?: string | URL
}

const use = 'npm run reconcile -- --merchant <label> --from 2026-11-01 --to 2026-11-30'

/** Compares, and gives the exit code: 0 where both are the same but for what is no order's, 1 with the differences or the reason said. Throws only what is a fault of the program. */
export async function runReconcileCommand(
  context: ReconcileContext,
  args: readonly string[],
): Promise<number> {
  try {
    return await compare(context, wantedOf(args))
  } catch (error) {
    if (error instanceof PaymentsUnreachableError) context.say(`Stripe could not be asked: ${error.message}.`)
    else if (isForOperator(error)) context.say(error.message)
    else throw error
    return 1
  }
}

type Wanted = { label: string; from: string; to: string }

function wantedOf(args: readonly string[]): Wanted {
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

async function compare(context: ReconcileContext, { label, from, to }: Wanted): Promise<number> {
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
    const found = await reconcile(
      { database, payments, clock },
      { locationId: merchant.host.locationId, location: merchant.location },
      window,
    )
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

/** Of notes alone nothing is to be mended. */
function sumOf(differences: number, notes: number): string {
  const noted = notes === 1 ? '1 note' : `${notes} notes`
  if (differences === 0) return `${noted}, nothing to mend.`
  const differing = differences === 1 ? '1 difference' : `${differences} differences`
  return `${notes === 0 ? differing : `${differing}, ${noted}`}. Nothing was changed.`
}
