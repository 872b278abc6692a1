import { isEmail } from '#contract/rules/contact.ts'
import type { SmtpSettings } from '#server/ports/mail/smtp-mail.ts'
import type { GooglePlacesSettings } from '#server/ports/places/google.ts'
import { findCipherKey } from '#server/ports/data-cipher.ts'
import type { WebhookSettings } from '#server/ports/text-messages/webhook-texts.ts'

/** The settings of docs/design/demo-world.md, from the environment. Every refusal is one clear line. */

export type Environment = 'daily' | 'stage' | 'prod'

export type StripeKeys = { secretKey: string; publishableKey: string }

/** How the providers that people sign in with are reached. The client ids are each merchant's own (configurations `google_id`, `facebook_id`). */
export type IdentitySettings = {
  googleIssuer: string
  googleJwksUrl: string
  facebookGraphUrl: string
  /** Undefined: nobody signs in with Facebook. */
  facebookAppSecret: string | undefined
}

export type VerificationSettings = {
  /** Signs the embedded widget's challenges; undefined: a secret that is made once and kept in the database. */
  secret: string | undefined
  /** Undefined: the embedded widget. */
  recaptcha: { siteKey: string; secretKey: string; verifyUrl: string } | undefined
}

export type Settings = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Encrypts card numbers; undefined: a key that is made once and kept in `dataDir` (server/card-key.ts). */
  cardKey: Uint8Array | undefined
  environment: Environment
  defaultMerchant: string
  /** Undefined: the payment sandbox. */
  stripe: StripeKeys | undefined
  identity: IdentitySettings
  verification: VerificationSettings
  /** Undefined: emails become files in `dataDir`/outgoing. */
  smtp: SmtpSettings | undefined
  /** Undefined: text messages become files there, too. */
  texts: WebhookSettings | undefined
  /** Google's map on the home page; undefined: a drawn one. The key is in every page: it must be bound to the restaurants' addresses. */
  googleMapsKey: string | undefined
  /** Where the portal's log goes; undefined: nowhere. */
  log: LogService | undefined
  /** Undefined: addresses are completed from the merchant's own town and `places.json`. */
  googlePlaces: GooglePlacesSettings | undefined
  /** A proxy of the operator's stands in front and says in X-Forwarded-For who asks. */
  trustProxy: boolean
}

/** The hosted log service that browsers write to. Its token is in every page: it must be one that can write and nothing else. */
export type LogService = { url: string; token: string }

/** A setting cannot be used; the message is the one line that the operator sees. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsError'
  }
}

/** Reads the settings. Throws SettingsError for one that cannot be used, or for `prod` with a sandbox. */
export function readSettings(env: Env): Settings {
  const settings: Settings = {
    port: portOf(env['PORT'] || '8080'),
    host: env['HOST'] || '127.0.0.1',
    dataDir: env['DATA_DIR'] || '.data',
    databaseUrl: databaseUrlOf(env['DATABASE_URL']),
    cardKey: cardKeyOf(env['CARD_KEY']),
    environment: environmentOf(env['ENVIRONMENT'] || 'daily'),
    defaultMerchant: env['DEFAULT_MERCHANT'] || 'bella',
    stripe: stripeOf(env['STRIPE_SECRET_KEY'], env['STRIPE_PUBLISHABLE_KEY']),
    identity: identityOf(env),
    verification: verificationOf(env),
    smtp: smtpOf(env['SMTP_URL'], env['MAIL_FROM']),
    texts: textsOf(env),
    googleMapsKey: env['GOOGLE_MAPS_KEY'] || undefined,
    log: logOf(env),
    googlePlaces: env['GOOGLE_PLACES_KEY']
      ? {
          key: env['GOOGLE_PLACES_KEY'],
          url: urlOf(env, 'GOOGLE_PLACES_URL', 'https://places.googleapis.com/v1'),
        }
      : undefined,
    trustProxy: switchOf('TRUST_PROXY', env['TRUST_PROXY']),
  }
  if (settings.environment === 'prod') refuseDemo(settings)
  return settings
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new SettingsError(`PORT must be a number from 0 to 65535, not "${text}".`)
  return port
}

function environmentOf(text: string): Environment {
  if (text === 'daily' || text === 'stage' || text === 'prod') return text
  throw new SettingsError(`ENVIRONMENT must be daily, stage or prod, not "${text}".`)
}

function databaseUrlOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new SettingsError('DATABASE_URL must begin with postgres:// or postgresql://.')
  return text
}

function cardKeyOf(text: string | undefined): Uint8Array | undefined {
  if (!text) return undefined
  const key = findCipherKey(text)
  // Never with what it says: the line goes to logs.
  if (!key)
    throw new SettingsError(
      'CARD_KEY must be 32 random bytes in base64, as "openssl rand -base64 32" prints them.',
    )
  return key
}

function stripeOf(secretKey: string | undefined, publishableKey: string | undefined): StripeKeys | undefined {
  if (!secretKey && !publishableKey) return undefined
  if (!secretKey || !publishableKey)
    throw new SettingsError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set together.')
  return { secretKey, publishableKey }
}

function smtpOf(url: string | undefined, from: string | undefined): SmtpSettings | undefined {
  if (!url && !from) return undefined
  if (!url || !from) throw new SettingsError('SMTP_URL and MAIL_FROM must be set together.')
  if (!/^smtps?:\/\/\S+$/.test(url)) throw new SettingsError('SMTP_URL must begin with smtp:// or smtps://.')
  if (!isEmail(from)) throw new SettingsError('MAIL_FROM must be an email address.')
  return { url, from }
}

function textsOf(env: Env): WebhookSettings | undefined {
  const secret = env['TEXT_WEBHOOK_SECRET']
  if (!env['TEXT_WEBHOOK_URL'] && !secret) return undefined
  if (!env['TEXT_WEBHOOK_URL'] || !secret)
    throw new SettingsError('TEXT_WEBHOOK_URL and TEXT_WEBHOOK_SECRET must be set together.')
  return { url: urlOf(env, 'TEXT_WEBHOOK_URL', ''), secret }
}

function logOf(env: Env): LogService | undefined {
  const token = env['LOG_TOKEN']
  if (!env['LOG_URL'] && !token) return undefined
  if (!env['LOG_URL'] || !token) throw new SettingsError('LOG_URL and LOG_TOKEN must be set together.')
  return { url: urlOf(env, 'LOG_URL', ''), token }
}

function switchOf(name: string, text: string | undefined): boolean {
  if (!text || text === '0') return false
  if (text === '1') return true
  throw new SettingsError(`${name} must be 1 or 0, not "${text}".`)
}

type Env = Readonly<Record<string, string | undefined>>

const identityOf = (env: Env): IdentitySettings => ({
  googleIssuer: urlOf(env, 'GOOGLE_ISSUER', 'https://accounts.google.com'),
  googleJwksUrl: urlOf(env, 'GOOGLE_JWKS_URL', 'https://www.googleapis.com/oauth2/v3/certs'),
  facebookGraphUrl: urlOf(env, 'FACEBOOK_GRAPH_URL', 'https://graph.facebook.com/v23.0'),
  facebookAppSecret: env['FACEBOOK_APP_SECRET'] || undefined,
})

function verificationOf(env: Env): VerificationSettings {
  const [siteKey, secretKey] = [env['RECAPTCHA_SITE_KEY'], env['RECAPTCHA_SECRET_KEY']]
  if (Boolean(siteKey) !== Boolean(secretKey))
    throw new SettingsError('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY must be set together.')
  const secret = env['VERIFICATION_SECRET'] || undefined
  if (secret !== undefined && secret.length < 32)
    throw new SettingsError('VERIFICATION_SECRET must have at least 32 characters.')
  const verifyUrl = urlOf(env, 'RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify')
  return { secret, recaptcha: siteKey && secretKey ? { siteKey, secretKey, verifyUrl } : undefined }
}

/** An address that this server asks. Without encryption only on this machine, where tests and stand-ins are. */
function urlOf(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback
  if (!/^https:\/\/\S+$/.test(text) && !/^http:\/\/(localhost|127\.0\.0\.1)[:/]\S*$/.test(text))
    throw new SettingsError(`${name} must begin with https://.`)
  return text.replace(/\/$/, '')
}

function refuseDemo({ stripe, smtp, cardKey }: Settings): void {
  if (!stripe)
    throw new SettingsError(
      'ENVIRONMENT=prod does not start with the payment sandbox: set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.',
    )
  if (!/^(sk|rk)_live_/.test(stripe.secretKey) || !stripe.publishableKey.startsWith('pk_live_'))
    throw new SettingsError(
      'ENVIRONMENT=prod does not start with a test or demo key: the Stripe keys must be live ones.',
    )
  if (!smtp)
    throw new SettingsError('ENVIRONMENT=prod does not write emails into files: set SMTP_URL and MAIL_FROM.')
  if (!cardKey)
    throw new SettingsError(
      'ENVIRONMENT=prod keeps no card key beside the database: set CARD_KEY (openssl rand -base64 32, or what DATA_DIR/card-key says), and keep a copy of it.',
    )
}
