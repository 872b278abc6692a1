import type { Announcement } from '#contract/schemas/announcement.ts'
import type { ConfigurationsAnswer, HostConfiguration, Location } from '#contract/schemas/location.ts'
import type { OpeningHours, SpecialDay } from '#contract/schemas/opening-hours.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { BookMenu, MenuMode } from '#contract/schemas/menu.ts'
import type { TaxRules } from '#contract/schemas/taxes.ts'

/** No location takes orders for more than this many days ahead. */
export const maxOrderAheadDays = 60

/** When and how fast a kitchen works. In minutes; hours are in the location's time zone. */
export type Kitchen = {
  leadMinutes: number
  slotMinutes: number
  orderAheadDays: number
  hours: OpeningHours
  /** Dates with other hours, or none; older stored documents lack them: none. */
  specialDays?: SpecialDay[] | undefined
  /** How many orders it makes per slot; undefined: no limit. */
  ordersPerSlot?: number | undefined
}

/** A location's checkout options. Money in cents; the rate is decimal text. */
export type Ordering = {
  taxRate: string
  /** Set where it taxes by classes; `taxRate` is then the standard class's. */
  taxes?: TaxRules | undefined
  deliveryChargeCents: number
  showDelivery: boolean
  /** The zip codes of the delivery area, five digits each; undefined: everywhere. */
  deliveryZips?: string[] | undefined
  showCurbside: boolean
  /** Whether orders can be picked up inside; undefined: only if there is neither delivery nor curbside. */
  showPickup?: boolean | undefined
  showOrderAhead: boolean
  payTipsWithGiftCard: boolean
  /** Whether guests may cancel their own orders until the kitchen starts; undefined: yes. */
  guestCancel?: boolean | undefined
}

/** What a promo code can be used for: food orders, or gift cards of every kind. */
export const promoScopes = ['orders', 'gift_cards'] as const
export type PromoScope = (typeof promoScopes)[number]

/**
 * A promo code: a percentage or an amount off, with a minimum subtotal, local dates (both inclusive), and limits in total and per person. Older stored
 * documents lack newer fields: every absent field has a meaning, and that of `appliesTo` is food orders only.
 */
export type PromoCode = {
  code: string
  discount: { percent: number } | { amountCents: number }
  minimumCents: number
  starts?: string | undefined
  ends?: string | undefined
  appliesTo?: readonly PromoScope[] | undefined
  /** How many orders may use it; undefined: no limit. */
  uses?: number | undefined
  usesPerPerson?: number | undefined
}

/** What points turn into: this many make a reward with this name, amount, and validity in days. */
export type RewardProgram = { points: number; name: string; amountCents: number; days: number }

/** A kind of gift card on sale. `amountCents` is set where the amount is fixed; `design` is its design's id. */
export type CardProgram = {
  id: string
  image: string
  description: string
  amountCents?: number | undefined
  design?: string | undefined
}

/** The gift card that is mailed. Its `description` is the merchant's HTML. */
export type PhysicalProduct = {
  programId: string
  name: string
  subheader: string
  image: string
  description: string
  /** Its design's id. */
  design?: string | undefined
}

/** How a location's staff sign in. Older stored documents lack it: the default for tablets is then 30 days. */
type StaffSettings = {
  /** A kitchen tablet unused for this many days is signed out. */
  tabletDays: number
  /** Acts that move money or change roles require a second factor, and setting one up where there is none; undefined: only where somebody has one. */
  secondFactor?: 'required' | undefined
}

/** Everything imported for one merchant, as stored. */
export type MerchantDocument = {
  label: string
  host: HostConfiguration
  location: Location
  configurations: ConfigurationsAnswer['configurations']
  announcements: Announcement[]
  menus: (BookMenu & { modes: MenuMode[] })[]
  kitchen: Kitchen
  ordering: Ordering
  promoCodes: PromoCode[]
  /** Set where `settings.rewards` is on. */
  rewardProgram?: RewardProgram | undefined
  cardPrograms: CardProgram[]
  physicalProduct?: PhysicalProduct | undefined
  staff?: StaffSettings | undefined
  /** Its position, in degrees. */
  coordinates?: { latitude: number; longitude: number } | undefined
  /** The designs of its gift cards; undefined: its theme's (contract/rules/gift-design.ts). */
  giftDesigns?: GiftDesign[] | undefined
  /** Where visitors' messages are sent. Never in an answer. */
  contactEmail?: string | undefined
  /** Nearby towns, from `places.json`. */
  places?: { city: string; state: string; zip: string }[] | undefined
  /** Per mailed order. */
  shippingCents: number
  /** The value of gift cards that one buyer may buy in a day. */
  giftLimits: { guestCents: number; memberCents: number }
}
