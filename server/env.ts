/** The settings of design/demo-world.md, from the environment. Every refusal is one clear line. */

export type Environment = 'daily' | 'stage' | 'prod'

export type StripeKeys = { secretKey: string; publishableKey: string }

export type Settings = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  environment: Environment
  defaultMerchant: string
  /** Undefined: the payment sandbox. */
  stripe: StripeKeys | undefined
}

/** A setting cannot be used; the message is the one line that the operator sees. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsError'
  }
}

/** Reads the settings. Throws SettingsError for one that cannot be used, or for `prod` with a sandbox. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const settings: Settings = {
    port: portOf(env['PORT'] || '8080'),
    host: env['HOST'] || '127.0.0.1',
    dataDir: env['DATA_DIR'] || '.data',
    databaseUrl: databaseUrlOf(env['DATABASE_URL']),
    environment: environmentOf(env['ENVIRONMENT'] || 'daily'),
    defaultMerchant: env['DEFAULT_MERCHANT'] || 'bella',
    stripe: stripeOf(env['STRIPE_SECRET_KEY'], env['STRIPE_PUBLISHABLE_KEY']),
  }
  if (settings.environment === 'prod') refuseDemo(settings)
  return settings
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new SettingsError(`PORT must be a number from 0 to 65535, not "${text}".`)
  return port
}

function environmentOf(text: string): Environment {
  if (text === 'daily' || text === 'stage' || text === 'prod') return text
  throw new SettingsError(`ENVIRONMENT must be daily, stage or prod, not "${text}".`)
}

function databaseUrlOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^postgres(ql)?:\/\//.test(text)) throw new SettingsError('DATABASE_URL must begin with postgres:// or postgresql://.')
  return text
}

function stripeOf(secretKey: string | undefined, publishableKey: string | undefined): StripeKeys | undefined {
  if (!secretKey && !publishableKey) return undefined
  if (!secretKey || !publishableKey) throw new SettingsError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set together.')
  return { secretKey, publishableKey }
}

function refuseDemo({ stripe }: Settings): void {
  if (!stripe) throw new SettingsError('ENVIRONMENT=prod does not start with the payment sandbox: set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.')
  if (!/^(sk|rk)_live_/.test(stripe.secretKey) || !stripe.publishableKey.startsWith('pk_live_'))
    throw new SettingsError('ENVIRONMENT=prod does not start with a test or demo key: the Stripe keys must be live ones.')
}
