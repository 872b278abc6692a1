import { isCardOrderOffered } from '#contract/rules/card-order.ts'
import type { Database } from '#server/db/database.ts'
import { refuseDemo } from '#server/demo/at-start.ts'
import { type Settings, SettingsError } from '#server/env.ts'
import { listOrdersOnClosedDays } from '#server/import/closed-days.ts'
import { listMovedIds } from '#server/import/clashes.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { findUnfinishedWork } from '#server/import/unfinished-work.ts'
import { ImportError } from '#server/import/problem.ts'
import { listKeyWarnings } from '#server/key-folders.ts'
import { takesRealCards } from '#server/make-ports.ts'
import { type LiveDirectory, merchantDirectory } from '#server/merchants/merchant.ts'
import {
  listLostHostLines,
  listStoredMerchants,
  saveMerchants,
  type StoredMerchant,
} from '#server/merchants/repository.ts'
import { findSignInIds } from '#server/merchants/sign-in-ids.ts'
import type { Log } from '#server/ports/log.ts'
import type { WalletKeys } from '#server/ports/wallet/signed-wallet.ts'
import {
  liveKeysWarning,
  noWebhookWarning,
  openStripeAccounts,
  type StripeAccounts,
} from '#server/stripe-accounts.ts'
import { readWalletKeys } from '#server/wallet-keys.ts'

/** Reading the merchants' files into the database at a start. */

export type TakeOptions = {
  settings: Settings
  /** The source tree. */
  root: string
  merchantsDir: string
  allowMissingPictures: boolean
  nowMs: number
  /** Called with what the start is doing, in words for a terminal. */
  progress(line: string): void
  log: Log
}

/** What can be read and checked without the database. */
type CheckedMerchants = Pick<TakenMerchants, 'walletKeys' | 'stripeAccounts' | 'acceptMerchants'> & {
  read: StoredMerchant[]
}

export type TakenMerchants = {
  directory: LiveDirectory
  walletKeys: ReadonlyMap<string, WalletKeys>
  stripeAccounts: StripeAccounts
  /** Throws SettingsError for merchants that this server must not accept. */
  acceptMerchants(stored: readonly StoredMerchant[]): void
}

/**
 * Reads and checks the merchants' files and keys. Called before the database is opened: a start that is refused must not have migrated it. Throws ImportError
 * or SettingsError.
 */
export function checkFiles({
  settings,
  merchantsDir,
  allowMissingPictures,
  nowMs,
  progress,
}: Omit<TakeOptions, 'root' | 'log'>): CheckedMerchants {
  const read = readMerchants(merchantsDir, { allowMissingPictures })
  const walletKeys = readWalletKeys(settings.walletKeysDir, merchantDirectory(read), progress, nowMs)
  const stripeAccounts = openStripeAccounts(settings.stripe, settings.environment)
  const acceptMerchants = (stored: readonly StoredMerchant[]): void => {
    checkMerchants(settings, stored)
    if (takesRealCards(settings.stripe)) stripeAccounts.accept(stored.map(namesOf))
  }
  acceptMerchants(read)
  return { read, walletKeys, stripeAccounts, acceptMerchants }
}

/**
 * Reads the merchants' files, and writes them only once nothing in them can refuse the start: other servers on the same database use what is written at once.
 * Throws ImportError or SettingsError, with the database unchanged.
 */
export async function takeMerchants(
  database: Database,
  options: TakeOptions,
  { read, walletKeys, stripeAccounts, acceptMerchants }: CheckedMerchants = checkFiles(options),
): Promise<TakenMerchants> {
  const { settings, root, merchantsDir, nowMs, progress, log } = options
  const warning =
    takesRealCards(settings.stripe) &&
    liveKeysWarning(stripeAccounts, settings.environment, read.map(namesOf))
  if (warning) progress(warning)
  const webhookWarning =
    takesRealCards(settings.stripe) && noWebhookWarning(stripeAccounts, settings.stripe, read.map(namesOf))
  if (webhookWarning) progress(webhookWarning)
  for (const line of listKeyWarnings(settings, root)) progress(line)
  const facebookWarning = noFacebookWarning(settings, read)
  if (facebookWarning) progress(facebookWarning)
  const moved = listMovedIds(merchantsDir, read, await listStoredMerchants(database))
  if (moved.length > 0) throw new ImportError(moved)
  await refuseDemo(settings, database)
  const saved = await saveMerchants(database, read, nowMs)
  const { changed, gone } = saved
  for (const one of gone) {
    const said = await describeSwitchedOff(database, one, nowMs)
    progress(`Switched off: ${said}`)
    log({ level: 'error', event: 'merchant_switched_off', detail: said })
  }
  for (const line of listLostHostLines(saved)) {
    progress(line)
    log({ level: 'error', event: 'host_removed', detail: line })
  }
  if (changed.length > 0) progress(`Imported ${changed.join(', ')}`)
  for (const { document } of read.filter((one) => changed.includes(one.document.label)))
    for (const line of await listOrdersOnClosedDays(database, document, nowMs))
      progress(`${document.label}: ${line}`)
  const directory = merchantDirectory(await listStoredMerchants(database))
  return { directory, walletKeys, stripeAccounts, acceptMerchants }
}

/** The warning at the start about restaurants whose guests see a button for Facebook with which nobody can sign in; undefined: there is none. */
function noFacebookWarning(
  { identity: { facebookAppSecret } }: Settings,
  stored: readonly StoredMerchant[],
): string | undefined {
  if (facebookAppSecret !== undefined) return undefined
  const offering = stored.filter(({ document }) => findSignInIds(document).facebook !== undefined)
  return offering.length === 0
    ? undefined
    : `WARNING: FACEBOOK_APP_SECRET is not set, and ${offering.map(({ document }) => document.label).join(', ')} has a facebook_id: guests see the button, and nobody can sign in with it.`
}

/** Its messages are no longer sent and its refunds no longer made: whoever removed the folder may not know that. */
async function describeSwitchedOff(
  database: Database,
  { label, locationId }: { label: string; locationId: string },
  nowMs: number,
): Promise<string> {
  const left = await findUnfinishedWork(database, locationId, nowMs)
  return `${label} (${locationId})${left === undefined ? '' : `; waiting: ${left}`}`
}

const namesOf = ({ document }: StoredMerchant): { label: string; locationId: string } => ({
  label: document.label,
  locationId: document.host.locationId,
})

/** Throws SettingsError for merchants that these settings do not fit. */
function checkMerchants(
  { defaultMerchant, environment, texts }: Settings,
  stored: readonly StoredMerchant[],
): void {
  if (!stored.some(({ document }) => document.label === defaultMerchant))
    throw new SettingsError(
      `DEFAULT_MERCHANT is "${defaultMerchant}", but there is no merchants/${defaultMerchant}.`,
    )
  if (environment !== 'prod' || texts) return
  const sender = stored.find(({ document }) => isCardOrderOffered(document.location.settings, 'SendText'))
  // A card that was paid for would be lost if it were sent to a file.
  if (sender)
    throw new SettingsError(
      `ENVIRONMENT=prod does not write text messages into files, and ${sender.document.label} sends cards by text: set TEXT_WEBHOOK_URL.`,
    )
}
