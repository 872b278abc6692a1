import { readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import * as z from 'zod/mini'
import { type Environment, SettingsError, type StripeSettings } from '#server/env.ts'
import { findJson } from '#server/find-json.ts'
import type { StripeAccount } from '#server/ports/payments/stripe.ts'
import { findKeysFault } from '#server/stripe-keys.ts'

/** The Stripe account of each merchant: its own keys, a connected account of the platform, or the shared keys (docs/operating.md, Stripe). */

type Named = { label: string; locationId: string }

export type StripeAccounts = {
  /** The account of a location. Throws for a location that was never accepted. */
  keysOf(locationId: string): StripeAccount
  /** The locations of a connected account. */
  locationsOf(account: string): readonly string[]
  /** The locations that share this one's account, including itself. */
  sharing(locationId: string): readonly string[]
  /** Sets the merchants. Throws SettingsError, and changes nothing, where one of them has no account or wrong keys. */
  accept(merchants: readonly Named[]): void
}

const OwnFile = z.strictObject({
  secret_key: z.string(),
  publishable_key: z.string(),
  webhook_secret: z.optional(z.string()),
})
const ConnectedFile = z.strictObject({ account: z.string(), webhook_secret: z.optional(z.string()) })

/** The merchants' accounts, read when merchants are accepted: at the start, and when merchants are imported while the server runs. */
export function openStripeAccounts(settings: StripeSettings, environment: Environment): StripeAccounts {
  let accounts: ReadonlyMap<string, StripeAccount> = new Map()
  const keysOf = (locationId: string): StripeAccount => {
    const account = accounts.get(locationId)
    if (!account) throw new Error('a location has no account with Stripe')
    return account
  }
  return {
    keysOf,
    sharing(locationId) {
      const { secretKey, account } = keysOf(locationId)
      return [...accounts].flatMap(([id, one]) =>
        one.secretKey === secretKey && one.account === account ? [id] : [],
      )
    },
    locationsOf: (connected) =>
      [...accounts].filter(([, { account }]) => account === connected).map(([locationId]) => locationId),
    accept(merchants) {
      accounts = readStripeAccounts(settings, environment, merchants)
    },
  }
}

/** The warning at the start of a server outside of production that charges real cards; undefined: it charges none. */
export function liveKeysWarning(
  { keysOf }: Pick<StripeAccounts, 'keysOf'>,
  environment: Environment,
  merchants: readonly Named[],
): string | undefined {
  if (environment === 'prod') return undefined
  const live = merchants.filter(({ locationId }) => /^[sr]k_live_/.test(keysOf(locationId).secretKey))
  return live.length === 0
    ? undefined
    : `WARNING: ENVIRONMENT is not prod, and the keys of Stripe are live: real cards are charged at ${live.map(({ label }) => label).join(', ')}.`
}

/**
 * The warning at the start about restaurants whose account sends no events here; undefined: each has a webhook secret, or shares its account with one that has.
 * The platform's secret covers connected accounts.
 */
export function noWebhookWarning(
  { keysOf, sharing }: Pick<StripeAccounts, 'keysOf' | 'sharing'>,
  { connectWebhookSecret }: StripeSettings,
  merchants: readonly Named[],
): string | undefined {
  const withoutSecret = merchants.filter(
    ({ locationId }) =>
      !(keysOf(locationId).account !== undefined && connectWebhookSecret !== undefined) &&
      sharing(locationId).every((one) => keysOf(one).webhookSecret === undefined),
  )
  return withoutSecret.length === 0
    ? undefined
    : `WARNING: no signing secret of a Stripe webhook is set for ${withoutSecret.map(({ label }) => label).join(', ')}: refunds made in Stripe’s dashboard and disputes are not heard of (docs/operating.md, Stripe, Webhook).`
}

/** The account of each location. Throws SettingsError with the file and what is wrong in it, and never with a key. */
export function readStripeAccounts(
  settings: StripeSettings,
  environment: Environment,
  merchants: readonly Named[],
): ReadonlyMap<string, StripeAccount> {
  const files = listFiles(settings.keysDir, merchants)
  return new Map(
    merchants.map(({ label, locationId }) => {
      const account = files.has(label)
        ? readAccount(join(settings.keysDir!, `${label}.json`), settings, environment)
        : sharedAccount(settings)
      if (!account)
        throw new SettingsError(
          `${label} has no account with Stripe: write ${join(settings.keysDir ?? 'STRIPE_KEYS_DIR', `${label}.json`)}, or set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY for all who have no file.`,
        )
      return [locationId, account]
    }),
  )
}

const sharedAccount = ({ keys, webhookSecret }: StripeSettings): StripeAccount | undefined =>
  keys && { ...keys, webhookSecret }

/** The labels of the merchants that have a file. */
function listFiles(folder: string | undefined, merchants: readonly Named[]): ReadonlySet<string> {
  if (folder === undefined) return new Set()
  if (!isAbsolute(folder) || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new SettingsError(`STRIPE_KEYS_DIR must be the absolute path of a folder: "${folder}" is none.`)
  const labels = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
  const unknown = labels.find((label) => !merchants.some((merchant) => merchant.label === label))
  if (unknown !== undefined)
    throw new SettingsError(
      `STRIPE_KEYS_DIR holds keys for "${unknown}", but there is no merchants/${unknown}.`,
    )
  return new Set(labels)
}

function readAccount(path: string, settings: StripeSettings, environment: Environment): StripeAccount {
  const refuse = (why: string): SettingsError => new SettingsError(`${path} cannot be used: ${why}.`)
  const content = findJson(readFileSync(path, 'utf8'))
  if (content === undefined)
    throw refuse('it is no JSON; look for a comma, a quote or a bracket that is missing or too many')
  const own = z.safeParse(OwnFile, content)
  const connected = z.safeParse(ConnectedFile, content)
  if (!own.success && !connected.success)
    throw refuse(
      'it must have secret_key and publishable_key, or account, and may have webhook_secret; all texts, and nothing else',
    )
  const webhookSecret = own.data?.webhook_secret ?? connected.data?.webhook_secret
  if (webhookSecret !== undefined && !/^whsec_\S+$/.test(webhookSecret))
    throw refuse('webhook_secret must be what Stripe shows as the signing secret of an endpoint, whsec_…')
  if (connected.success) {
    if (!/^acct_\w+$/.test(connected.data.account)) throw refuse('account must be the id of one, acct_…')
    if (!settings.keys)
      throw refuse(
        'a connected account is asked with the keys of its platform: set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY',
      )
    return { ...settings.keys, account: connected.data.account, webhookSecret }
  }
  const { secret_key: secretKey, publishable_key: publishableKey } = own.data!
  const why = faultOf(secretKey, publishableKey, environment)
  if (why !== undefined) throw refuse(why)
  return { secretKey, publishableKey, webhookSecret }
}

function faultOf(secretKey: string, publishableKey: string, environment: Environment): string | undefined {
  const fault = findKeysFault(
    {
      secret: { name: 'secret_key', key: secretKey },
      publishable: { name: 'publishable_key', key: publishableKey },
    },
    environment,
  )
  if (fault !== undefined) return fault
  return environment === 'prod' && !/^.k_live_/.test(secretKey)
    ? 'ENVIRONMENT=prod does not start with a test key: the keys must be live ones'
    : undefined
}
