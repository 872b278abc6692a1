import { join } from 'node:path'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import { getServerSecret } from '#server/db/server-secrets.ts'
import type {
  Environment,
  IdentitySettings,
  PushSettings,
  StripeSettings,
  VerificationSettings,
} from '#server/env.ts'
import type { MerchantDirectory } from '#server/merchants/merchant.ts'
import { hostsOf } from '#server/merchants/repository.ts'
import { facebookIdentity } from '#server/ports/identity/facebook.ts'
import { googleIdentity } from '#server/ports/identity/google.ts'
import type { IdentityProviders } from '#server/ports/identity/identity.ts'
import { folderMail } from '#server/ports/mail/folder-mail.ts'
import type { Mail } from '#server/ports/mail/mail.ts'
import { type SmtpSettings, smtpMail } from '#server/ports/mail/smtp-mail.ts'
import { folderTexts } from '#server/ports/text-messages/folder-texts.ts'
import type { TextMessages } from '#server/ports/text-messages/text-messages.ts'
import { type WebhookSettings, webhookTexts } from '#server/ports/text-messages/webhook-texts.ts'
import { embeddedPlaces } from '#server/ports/places/embedded.ts'
import { googlePlaces, type GooglePlacesSettings } from '#server/ports/places/google.ts'
import type { Places } from '#server/ports/places/places.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import type { Push } from '#server/ports/push/push.ts'
import type { SandboxKeys } from '#server/ports/wallet/sandbox-keys.ts'
import { signedWallet, type WalletKeys } from '#server/ports/wallet/signed-wallet.ts'
import type { Wallet } from '#server/ports/wallet/wallet.ts'
import { makeVapidKeys, readVapidText, vapidText } from '#server/ports/push/vapid.ts'
import { webPushAdapter } from '#server/ports/push/web-push.ts'
import { stripePayments } from '#server/ports/payments/stripe.ts'
import { embeddedVerification } from '#server/ports/verification/embedded.ts'
import { recaptchaVerification } from '#server/ports/verification/recaptcha.ts'
import type { Verification } from '#server/ports/verification/verification.ts'
import { sandboxClient, sandboxKeys } from '#server/sandbox/stripe-api.ts'
import type { StripeAccounts } from '#server/stripe-accounts.ts'

/** Chooses the adapter for each port, by the settings. */

export type PortContext = { database: Database; directory: MerchantDirectory; clock: Clock; ids: Ids }

/** Whether Stripe itself charges cards, and not the sandbox. */
export const takesRealCards = ({ keys, keysDir }: StripeSettings): boolean =>
  keys !== undefined || keysDir !== undefined

/** One adapter for both: it talks to Stripe when there are keys, otherwise to the sandbox. */
export function makePayments(
  stripe: StripeSettings,
  accounts: StripeAccounts,
  { database, clock, ids }: Pick<PortContext, 'database' | 'clock' | 'ids'>,
): Payments {
  if (takesRealCards(stripe))
    return stripePayments({
      provider: 'stripe',
      keysOf: accounts.keysOf,
      sharing: accounts.sharing,
      platform: { webhookSecret: stripe.connectWebhookSecret, locationsOf: accounts.locationsOf },
      ...(stripe.apiUrl !== undefined && { apiUrl: stripe.apiUrl }),
    })
  return stripePayments({
    provider: 'sandbox',
    keysOf: sandboxKeys,
    client: sandboxClient(database, { clock, ids }),
  })
}

/** reCAPTCHA when there are keys, otherwise the embedded proof of work with a secret of this installation's own. */
export async function makeVerification(
  { secret, recaptcha }: VerificationSettings,
  context: PortContext,
): Promise<Verification> {
  const { database, directory, clock } = context
  const hostsAt = (locationId: string): string[] =>
    directory.list().flatMap((one) => (one.locationId === locationId ? hostsOf(one) : []))
  const embedded = embeddedVerification({
    database,
    clock,
    secret: secret ?? (await getServerSecret(database, 'verification', context)),
  })
  if (!recaptcha) return embedded
  const google = recaptchaVerification({ ...recaptcha, hostsOf: hostsAt })
  return { ...google, onPaymentPages: ownFirst(embedded, google) }
}

/** Accepts our own answers, and the other provider's from pages that were open before the pages that take cards had a policy of their own. */
const ownFirst = (own: Verification, other: Verification): Verification => ({
  ...own,
  verify: async (locationId, confirmation) =>
    (await own.verify(locationId, confirmation)) || other.verify(locationId, confirmation),
})

/** Web push, with keys of this installation's own where no setting has any. */
export async function makePush({ keys, subject }: PushSettings, context: PortContext): Promise<Push> {
  const make = (): string => vapidText(makeVapidKeys())
  const kept = keys ?? readVapidText(await getServerSecret(context.database, 'vapid', context, make))
  return webPushAdapter({ keys: kept, subject })
}

/**
 * Passes for phones' wallets, signed with the merchants' own keys. Outside of production, merchants without keys use the sandbox's, which are made for the
 * first pass and stored in the database.
 */
export function makeWallet(
  keys: ReadonlyMap<string, WalletKeys>,
  environment: Environment,
  context: PortContext,
): { wallet: Wallet; walletSandbox?: () => Promise<SandboxKeys> } {
  if (environment === 'prod') return { wallet: signedWallet({ keys, sandbox: undefined }) }
  const sandbox = async (): Promise<SandboxKeys> => {
    const { makeSandboxKeys, readSandboxKeys } = await import('#server/ports/wallet/sandbox-keys.ts')
    return readSandboxKeys(await getServerSecret(context.database, 'wallet', context, makeSandboxKeys))
  }
  let made: Promise<SandboxKeys> | undefined
  const walletSandbox = (): Promise<SandboxKeys> => {
    made ??= sandbox().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  return { wallet: signedWallet({ keys, sandbox: walletSandbox }), walletSandbox }
}

/** Google needs only the merchant's client id; Facebook also needs the application's secret. */
export const makeIdentity = (settings: IdentitySettings, { clock }: PortContext): IdentityProviders => ({
  google: googleIdentity({ issuer: settings.googleIssuer, jwksUrl: settings.googleJwksUrl, clock }),
  facebook: settings.facebookAppSecret
    ? facebookIdentity({ graphUrl: settings.facebookGraphUrl, appSecret: settings.facebookAppSecret, clock })
    : undefined,
})

/** A mail server if there is one, otherwise readable files. */
export const makeMail = (
  smtp: SmtpSettings | undefined,
  dataDir: string,
  { clock }: Pick<PortContext, 'clock'>,
): Mail => (smtp ? smtpMail(smtp) : folderMail(join(dataDir, 'outgoing'), clock))

/** A webhook if there is one, otherwise readable files. */
export const makeTexts = (
  webhook: WebhookSettings | undefined,
  dataDir: string,
  { clock }: Pick<PortContext, 'clock'>,
): TextMessages => (webhook ? webhookTexts(webhook) : folderTexts(join(dataDir, 'outgoing'), clock))

/** Google's places if there is a key, otherwise the merchant's own town and those around it. */
export const makePlaces = (google: GooglePlacesSettings | undefined): Places =>
  google ? googlePlaces(google) : embeddedPlaces
