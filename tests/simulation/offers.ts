import type { StoredMerchant } from '#server/merchants/repository.ts'

/** What the simulated restaurant offers beside its dishes: promo codes, and few places for orders of a later time. */

export type Offer = {
  percent?: number
  cents?: number
  /** The smallest subtotal (cents) from which it holds. */
  minimumCents?: number
  /** For food orders only. */
  foodOnly?: boolean
  /** How many orders may use it, and how many of one person. */
  uses?: number
  perPerson?: number
}

/** The promo codes that people type, as the fixture's file has them; the last is added here. */
export const offers = {
  WELCOME10: { percent: 10 },
  FIVEOFF: { cents: 500, minimumCents: 2000 },
  ONCE: { cents: 400, perPerson: 1 },
  EVERYTHING: { percent: 100, foodOnly: true },
  LASTONE: { percent: 15, uses: 1 },
} as const satisfies Record<string, Offer>
export type Code = keyof typeof offers
export const codes = Object.keys(offers) as Code[]
/** Those that may be used a limited number of times. */
export const scarceCodes: readonly Code[] = ['ONCE', 'LASTONE']

/** What a code offers; undefined for one that there is not. */
const offerOf = (code: string | undefined): Offer | undefined =>
  code === undefined ? undefined : (offers as Record<string, Offer>)[code]

/** How many orders the kitchen makes in one slot: so few that two phones compete for it. */
export const ordersPerSlot = 1

/** What a code takes off a subtotal (cents). Written down again here: the product's own rule is what is checked. */
export function discountOf(code: string | undefined, subTotalCents: number): number {
  const offer = offerOf(code)
  if (!offer || subTotalCents < (offer.minimumCents ?? 0)) return 0
  const { percent, cents = 0 } = offer
  return percent === undefined
    ? Math.min(cents, subTotalCents)
    : Math.floor((2 * subTotalCents * percent + 100) / 200)
}

/** The fixture's merchants, with what is scarce: a code for one order, and a slot for one order. */
export const withScarceOffers = (merchants: readonly StoredMerchant[]): StoredMerchant[] =>
  merchants.map(({ revision, document }) =>
    document.label === 'tavola'
      ? {
          revision,
          document: {
            ...document,
            kitchen: { ...document.kitchen, ordersPerSlot },
            promoCodes: [
              ...document.promoCodes,
              {
                code: 'LASTONE',
                discount: { percent: 15 },
                minimumCents: 0,
                appliesTo: ['orders', 'gift_cards'],
                uses: 1,
              },
            ],
          },
        }
      : { revision, document },
  )
