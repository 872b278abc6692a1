import * as z from 'zod/mini'
import { isEmail } from '#contract/rules/contact.ts'
import type { SmtpSettings } from '#server/ports/mail/smtp-mail.ts'
import type { GooglePlacesSettings } from '#server/ports/places/google.ts'
import { isVapidPair, type VapidKeys } from '#server/ports/push/vapid.ts'
import { findCipherKey } from '#server/ports/data-cipher.ts'
import { findKeysFault } from '#server/stripe-keys.ts'
import type { WebhookSettings } from '#server/ports/text-messages/webhook-texts.ts'

/** The settings of docs/design/demo-world.md, from the environment. Every refusal is one clear line. */

export type Environment = 'daily' | 'stage' | 'prod'

type StripeKeys = { secretKey: string; publishableKey: string }

/** The Stripe keys for card payments (server/stripe-accounts.ts). */
export type StripeSettings = {
  /** For every merchant without keys of its own, and for the platform that connected accounts belong to. */
  keys: StripeKeys | undefined
  /** Verifies Stripe's events about the accounts of `keys`. */
  webhookSecret: string | undefined
  /** Verifies Stripe's events about a platform's connected accounts. */
  connectWebhookSecret: string | undefined
  /** A folder with a file for each merchant that has keys or a connected account of its own. */
  keysDir: string | undefined
  /** Undefined: Stripe's own address. */
  apiUrl: string | undefined
}

/** How to reach the providers that people sign in with. The client ids are each merchant's own (configurations `google_id`, `facebook_id`). */
export type IdentitySettings = {
  googleIssuer: string
  googleJwksUrl: string
  facebookGraphUrl: string
  /** Undefined: sign-in with Facebook is off. */
  facebookAppSecret: string | undefined
}

export type VerificationSettings = {
  /** Signs the embedded widget's challenges; undefined: a secret that is made once and stored in the database. */
  secret: string | undefined
  /** Undefined: the embedded widget. */
  recaptcha: { siteKey: string; secretKey: string; verifyUrl: string } | undefined
}

export type PushSettings = {
  /** Undefined: a pair that is made once and stored in the database. */
  keys: VapidKeys | undefined
  /** The contact for push services: `mailto:…` or `https://…`. */
  subject: string
}

export type Settings = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Encrypts card numbers; undefined: a key that is made once and stored in `dataDir` (server/card-key.ts). */
  cardKey: Uint8Array | undefined
  environment: Environment
  defaultMerchant: string
  /** Without keys and without a folder, the payment sandbox is used. */
  stripe: StripeSettings
  identity: IdentitySettings
  verification: VerificationSettings
  /** Undefined: emails are written as files to `dataDir`/outgoing. */
  smtp: SmtpSettings | undefined
  /** Undefined: text messages are written as files to the same folder. */
  texts: WebhookSettings | undefined
  push: PushSettings
  /** A folder with the keys of wallet passes, by merchant (server/wallet-keys.ts); undefined: no merchant has its own. */
  walletKeysDir: string | undefined
  /** For Google's map on the home page; undefined: the restaurant's photo or address only. The key is in every page: it must be restricted to the restaurants' addresses. */
  googleMapsKey: string | undefined
  /** Where the portal's log is sent; undefined: nowhere. */
  log: LogService | undefined
  /** Undefined: addresses are completed from the merchant's own town and `places.json`. */
  googlePlaces: GooglePlacesSettings | undefined
  /** The offline worker is broken: guests' devices remove it (docs/operating.md, A broken offline worker). */
  removesWorker: boolean
  /** A picture that is named but missing is left out instead of stopping the start. */
  allowMissingPictures: boolean
  /** The operator's proxy is in front and names the client in X-Forwarded-For. */
  trustProxy: boolean
}

/** The hosted log service that browsers write to. Its token is in every page: it must allow writing and nothing else. */
export type LogService = { url: string; token: string }

/** The settings cannot be used; the operator sees the message, one line per problem. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsError'
  }
}

type Env = Readonly<Record<string, string | undefined>>

const optional = z.optional(z.string())
/** The address of a service that this server calls. Without encryption only on the same machine, for tests and stand-ins. */
const address = z.string().check(
  z.regex(/^(?:https:\/\/\S+|http:\/\/(?:localhost|127\.0\.0\.1)[:/]\S*)$/, 'must begin with https://.'),
  z.overwrite((url) => url.replace(/\/$/, '')),
)
/** An error message that quotes the given value. */
const but = (must: string) => ({
  error: ({ input }: { input?: unknown }) => `${must}, not "${String(input)}".`,
})
const isPort = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= 65_535
// These messages never quote the given value: they go to logs.
const webhookSecret = z
  .string()
  .check(z.regex(/^whsec_\S+$/, 'must be what Stripe shows as the signing secret of an endpoint, whsec_….'))
const cardKey = 'must be 32 random bytes in base64, as "openssl rand -base64 32" prints them.'

/** Every setting by the name of its environment variable. A new one also gets a line in docs/operating.md. */
const Variables = z.object({
  PORT: z._default(z.string().check(z.refine(isPort, but('must be a number from 0 to 65535'))), '8080'),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(?:ql)?:\/\//, 'must begin with postgres:// or postgresql://.')),
  ),
  CARD_KEY: z.optional(z.string().check(z.refine((text) => findCipherKey(text) !== undefined, cardKey))),
  ENVIRONMENT: z._default(z.enum(['daily', 'stage', 'prod'], but('must be daily, stage or prod')), 'daily'),
  DEFAULT_MERCHANT: z._default(z.string(), 'bella'),
  OFFLINE_WORKER: z._default(z.enum(['serve', 'remove'], but('must be serve or remove')), 'serve'),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: z.optional(webhookSecret),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.optional(webhookSecret),
  STRIPE_KEYS_DIR: optional,
  STRIPE_API_URL: z.optional(address),
  GOOGLE_ISSUER: z._default(address, 'https://accounts.google.com'),
  GOOGLE_JWKS_URL: z._default(address, 'https://www.googleapis.com/oauth2/v3/certs'),
  FACEBOOK_GRAPH_URL: z._default(address, 'https://graph.facebook.com/v23.0'),
  FACEBOOK_APP_SECRET: optional,
  VERIFICATION_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters.'))),
  RECAPTCHA_SITE_KEY: optional,
  RECAPTCHA_SECRET_KEY: optional,
  RECAPTCHA_VERIFY_URL: z._default(address, 'https://www.google.com/recaptcha/api/siteverify'),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\/\S+$/, 'must begin with smtp:// or smtps://.'))),
  MAIL_FROM: z.optional(z.string().check(z.refine(isEmail, 'must be an email address.'))),
  TEXT_WEBHOOK_URL: z.optional(address),
  TEXT_WEBHOOK_SECRET: optional,
  VAPID_PUBLIC_KEY: optional,
  VAPID_PRIVATE_KEY: optional,
  VAPID_SUBJECT: z.optional(
    z
      .string()
      .check(z.regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https://.')),
  ),
  WALLET_KEYS_DIR: optional,
  GOOGLE_MAPS_KEY: optional,
  GOOGLE_PLACES_KEY: optional,
  GOOGLE_PLACES_URL: z._default(address, 'https://places.googleapis.com/v1'),
  LOG_URL: z.optional(address),
  LOG_TOKEN: optional,
  ALLOW_MISSING_PICTURES: z._default(z.enum(['0', '1'], but('must be 1 or 0')), '0'),
  TRUST_PROXY: z._default(z.enum(['0', '1'], but('must be 1 or 0')), '0'),
})
type Variables = z.infer<typeof Variables>

/** Each is useless without the other. */
const pairs = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['TEXT_WEBHOOK_URL', 'TEXT_WEBHOOK_SECRET'],
  ['LOG_URL', 'LOG_TOKEN'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const

/** Secrets of Stripe's webhooks, which nothing verifies without the keys of their account: Stripe's events would be refused, or never come. */
const ofSharedKeys = [
  [
    'STRIPE_WEBHOOK_SECRET',
    'it belongs to the account of these keys. An account of STRIPE_KEYS_DIR has its own, as webhook_secret in its file',
  ],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'accounts are connected to the platform of these keys'],
] as const

/** Reads the settings; an empty one counts as not set. Throws SettingsError for invalid ones, and for `prod` with a sandbox. */
export function readSettings(env: Env): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text))
  const apart = pairs.filter(([one, other]) => (given[one] === undefined) !== (given[other] === undefined))
  const read = Variables.safeParse(given)
  const refused = [
    ...apart.map(([one, other]) => `${one} and ${other} must be set together.`),
    ...ofSharedKeys.flatMap(([secret, why]) =>
      given[secret] === undefined || given['STRIPE_SECRET_KEY'] !== undefined
        ? []
        : [`${secret} needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: ${why}.`],
    ),
    ...(read.error?.issues ?? []).map(({ path, message }) => `${path.join()} ${message}`),
    ...listWrongKeys(read.data),
    ...(read.data?.ENVIRONMENT === 'prod' && apart.length === 0 ? listMissingInProduction(read.data) : []),
  ]
  if (!read.success || refused.length > 0) throw new SettingsError(refused.join('\n'))
  return settingsOf(read.data)
}

/** The messages do not quote the given value: they go to logs. */
function listWrongKeys(env: Variables | undefined): string[] {
  if (!env) return []
  const isPair =
    both(env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY, (publicKey, privateKey) =>
      isVapidPair({ publicKey, privateKey }),
    ) ?? true
  const stripeFault = both(env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY, (secret, publishable) =>
    findKeysFault(
      {
        secret: { name: 'STRIPE_SECRET_KEY', key: secret },
        publishable: { name: 'STRIPE_PUBLISHABLE_KEY', key: publishable },
      },
      env.ENVIRONMENT,
    ),
  )
  return [
    ...(isPair
      ? []
      : [
          'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair, as "npx web-push generate-vapid-keys" prints it.',
        ]),
    ...(stripeFault === undefined ? [] : [`Stripe: ${stripeFault}.`]),
  ]
}

function settingsOf(env: Variables): Settings {
  return {
    port: Number(env.PORT),
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    cardKey: env.CARD_KEY === undefined ? undefined : findCipherKey(env.CARD_KEY),
    environment: env.ENVIRONMENT,
    defaultMerchant: env.DEFAULT_MERCHANT,
    removesWorker: env.OFFLINE_WORKER === 'remove',
    stripe: {
      keys: both(env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY, (secretKey, publishableKey) => ({
        secretKey,
        publishableKey,
      })),
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET,
      keysDir: env.STRIPE_KEYS_DIR,
      apiUrl: env.STRIPE_API_URL,
    },
    identity: {
      googleIssuer: env.GOOGLE_ISSUER,
      googleJwksUrl: env.GOOGLE_JWKS_URL,
      facebookGraphUrl: env.FACEBOOK_GRAPH_URL,
      facebookAppSecret: env.FACEBOOK_APP_SECRET,
    },
    verification: {
      secret: env.VERIFICATION_SECRET,
      recaptcha: both(env.RECAPTCHA_SITE_KEY, env.RECAPTCHA_SECRET_KEY, (siteKey, secretKey) => ({
        siteKey,
        secretKey,
        verifyUrl: env.RECAPTCHA_VERIFY_URL,
      })),
    },
    smtp: both(env.SMTP_URL, env.MAIL_FROM, (url, from) => ({ url, from })),
    texts: both(env.TEXT_WEBHOOK_URL, env.TEXT_WEBHOOK_SECRET, (url, secret) => ({ url, secret })),
    push: {
      keys: both(env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY, (publicKey, privateKey) => ({
        publicKey,
        privateKey,
      })),
      subject: env.VAPID_SUBJECT ?? `mailto:${env.MAIL_FROM ?? 'nobody@example.com'}`,
    },
    walletKeysDir: env.WALLET_KEYS_DIR,
    googleMapsKey: env.GOOGLE_MAPS_KEY,
    log: both(env.LOG_URL, env.LOG_TOKEN, (url, token) => ({ url, token })),
    googlePlaces: both(env.GOOGLE_PLACES_KEY, env.GOOGLE_PLACES_URL, (key, url) => ({ key, url })),
    allowMissingPictures: env.ALLOW_MISSING_PICTURES === '1',
    trustProxy: env.TRUST_PROXY === '1',
  }
}

const both = <T>(
  one: string | undefined,
  other: string | undefined,
  make: (one: string, other: string) => T,
): T | undefined => (one === undefined || other === undefined ? undefined : make(one, other))

/** What production lacks: a restaurant's own guests must never get a sandbox or a stand-in. */
function listMissingInProduction(env: Variables): string[] {
  const isLive =
    /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY ?? '') && env.STRIPE_PUBLISHABLE_KEY?.startsWith('pk_live_')
  return [
    ...(env.STRIPE_SECRET_KEY === undefined
      ? env.STRIPE_KEYS_DIR === undefined
        ? [
            'ENVIRONMENT=prod does not start with the payment sandbox: set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or STRIPE_KEYS_DIR.',
          ]
        : []
      : isLive
        ? []
        : ['ENVIRONMENT=prod does not start with a test or demo key: the Stripe keys must be live ones.']),
    ...(env.SMTP_URL === undefined
      ? ['ENVIRONMENT=prod does not write emails into files: set SMTP_URL and MAIL_FROM.']
      : []),
    ...(env.CARD_KEY === undefined
      ? [
          'ENVIRONMENT=prod keeps no card key beside the database: set CARD_KEY (openssl rand -base64 32, or what DATA_DIR/card-key says), and keep a copy of it.',
        ]
      : []),
  ]
}
