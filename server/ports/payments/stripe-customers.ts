import Stripe from 'stripe'
import { type Payments, PaymentsUnreachableError, type SavedCard } from './payments.ts'
import { errorName } from '#server/ports/log.ts'

/** Customers at the provider and their saved cards. */

/** More than anybody has; a longer list is somebody's test. */
const maxCards = 100

/** The part of `Payments` that is about customers. */
export function stripeCustomers(clientOf: (locationId: string) => Stripe): Pick<Payments, CustomerCalls> {
  return {
    createCustomer: ({ locationId, userId, idempotencyKey }) =>
      reached(async () => {
        const customer = await clientOf(locationId).customers.create(
          { metadata: { location: locationId, user: userId } },
          { idempotencyKey },
        )
        if (customer.object !== 'customer')
          throw new PaymentsUnreachableError('the provider answered something that is not a customer')
        return customer.id
      }),
    openEphemeralKey: (locationId, customerId, version) =>
      reached(async () => {
        try {
          const key = await clientOf(locationId).ephemeralKeys.create(
            { customer: customerId },
            { apiVersion: version },
          )
          if (key.object !== 'ephemeral_key')
            throw new PaymentsUnreachableError('the provider answered something that is not an ephemeral key')
          return 'open'
        } catch (error) {
          if (isMissing(error)) return 'gone'
          throw error
        }
      }),
    forgetCustomer: (locationId, customerId) =>
      reached(async () => {
        try {
          const { deleted } = await clientOf(locationId).customers.del(customerId)
          if (!deleted) throw new PaymentsUnreachableError('the provider did not delete a customer')
        } catch (error) {
          if (!isMissing(error)) throw error
        }
      }),
    listSavedCards: (locationId, customerId) =>
      reached(async () => {
        return distinctCards(await listMethods(clientOf(locationId), customerId))
      }),
    removeSavedCard: (locationId, customerId, cardId) =>
      reached(async () => {
        const stripe = clientOf(locationId)
        const methods = await listMethods(stripe, customerId)
        const chosen = methods.find(({ id }) => id === cardId)
        // Further entries of the same card are removed with it: otherwise one of them would be listed in its place.
        const same = methods.filter(
          (one) => chosen !== undefined && cardIdentityOf(one) === cardIdentityOf(chosen),
        )
        for (const { id } of same) await stripe.paymentMethods.detach(id)
      }),
  }
}

type CustomerCalls =
  | 'createCustomer'
  | 'openEphemeralKey'
  | 'listSavedCards'
  | 'removeSavedCard'
  | 'forgetCustomer'

async function listMethods(stripe: Stripe, customerId: string): Promise<Stripe.PaymentMethod[]> {
  const methods = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: maxCards })
  if (methods.object !== 'list')
    throw new PaymentsUnreachableError('the provider answered something that is not a list')
  return methods.data
}

const cardIdentityOf = ({ id, card }: Stripe.PaymentMethod): string => card?.fingerprint ?? id

/** The requested object does not exist (anymore). */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** A card that was entered twice exists twice at the provider: the newer entry stands for both. */
function distinctCards(methods: readonly Stripe.PaymentMethod[]): SavedCard[] {
  const seen = new Set<string>()
  return methods.flatMap((method) => {
    const { id, card } = method
    if (!card) return []
    const same = cardIdentityOf(method)
    if (seen.has(same)) return []
    seen.add(same)
    return [
      {
        id,
        brand: brandName(card.brand),
        last4: card.last4,
        expMonth: card.exp_month,
        expYear: card.exp_year,
      },
    ]
  })
}

/** Whatever goes wrong, the caller can only try again; the provider's message may contain keys. */
export async function reached<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PaymentsUnreachableError) throw error
    // For the SDK's own errors, the type names the class: each has the name `Error`.
    throw new PaymentsUnreachableError(
      error instanceof Stripe.errors.StripeError ? error.type : errorName(error),
    )
  }
}

const brands: Record<string, string> = {
  amex: 'American Express',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  diners: 'Diners Club',
}

/** `American Express` for the provider's `amex`. */
const brandName = (brand: string): string =>
  brands[brand] ?? `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)}`

const wallets: Record<string, string> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  test_wallet: 'Test wallet',
}

/** How a guest recognizes their payment: `Visa ending in 4242`, or `Apple Pay (Visa ending in 4242)`. */
export function displayNameOf({
  payment_method: method,
}: Pick<Stripe.PaymentIntent, 'payment_method'>): string {
  if (typeof method !== 'object' || !method) return 'Card'
  const { card, type } = method
  if (!card) return wallets[type] ?? 'Card'
  const name = `${brandName(card.brand)} ending in ${card.last4 ?? '••••'}`
  const wallet = wallets[card.wallet?.type ?? '']
  return wallet === undefined ? name : `${wallet} (${name})`
}
