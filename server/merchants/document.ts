import type { Announcement } from '#contract/schemas/announcement.ts'
import type { ConfigurationsAnswer, HostConfiguration, Location } from '#contract/schemas/location.ts'
import type { OpeningHours, SpecialDay } from '#contract/schemas/opening-hours.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { BookMenu, MenuMode } from '#contract/schemas/menu.ts'
import type { TaxRules } from '#contract/schemas/taxes.ts'

/** No location takes orders for later than in so many days. */
export const maxOrderAheadDays = 60

/** When and how fast a kitchen works. Minutes; hours are the location's own time. */
export type Kitchen = {
  leadMinutes: number
  slotMinutes: number
  orderAheadDays: number
  hours: OpeningHours
  /** Dates on which it works otherwise, or not at all; a document that was stored before lacks them: none. */
  specialDays?: SpecialDay[] | undefined
  /** How many orders it makes for one slot; undefined: as many as come. */
  ordersPerSlot?: number | undefined
}

/** What a location offers at checkout. Cents; the rate is decimal text. */
export type Ordering = {
  taxRate: string
  /** Where it taxes by classes; `taxRate` is then the standard class's. */
  taxes?: TaxRules | undefined
  deliveryChargeCents: number
  showDelivery: boolean
  /** The zip codes that are delivered to, five digits each; undefined: everywhere. */
  deliveryZips?: string[] | undefined
  showCurbside: boolean
  /** Picked up inside; undefined: where there is neither delivery nor curbside. */
  showPickup?: boolean | undefined
  showOrderAhead: boolean
  payTipsWithGiftCard: boolean
  /** Guests cancel their orders themselves until the kitchen begins; undefined: they do. */
  guestCancel?: boolean | undefined
}

/** What a promo code can be taken off: food orders, or gift cards of every kind. */
export const promoScopes = ['orders', 'gift_cards'] as const
export type PromoScope = (typeof promoScopes)[number]

/**
 * A promo code: a share or an amount off, from a subtotal up, within local dates (both days counted), so often in all and so often a person. A document
 * that was stored before a field was known lacks it: every absent field has a meaning, and that of `appliesTo` is food orders alone.
 */
export type PromoCode = {
  code: string
  discount: { percent: number } | { amountCents: number }
  minimumCents: number
  starts?: string | undefined
  ends?: string | undefined
  appliesTo?: readonly PromoScope[] | undefined
  /** How many orders may have it; undefined: any number. */
  uses?: number | undefined
  usesPerPerson?: number | undefined
}

/** What points become: so many of them a reward of this name, that takes so much off an order and lasts so many days. */
export type RewardProgram = { points: number; name: string; amountCents: number; days: number }

/** A kind of gift card that is sold. `amountCents` is set where it is always of one amount; `design` is the id of the design that it has. */
export type CardProgram = {
  id: string
  image: string
  description: string
  amountCents?: number | undefined
  design?: string | undefined
}

/** The gift card that goes by post. Its `description` is the merchant's HTML. */
export type PhysicalProduct = {
  programId: string
  name: string
  subheader: string
  image: string
  description: string
  /** The id of the design that it has. */
  design?: string | undefined
}

/** How a location's staff sign in. A document that was stored before lacks it: tablets have 30 days then. */
type StaffSettings = {
  /** A kitchen tablet that nobody has used for so many days is signed out. */
  tabletDays: number
  /** What moves money or powers asks for a second factor, and for setting one up where there is none; undefined: for what somebody has. */
  secondFactor?: 'required' | undefined
}

/** Everything that was imported of one merchant, as it is stored. */
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
  /** Where it is, in degrees. */
  coordinates?: { latitude: number; longitude: number } | undefined
  /** How its gift cards can look; undefined: as its theme says (contract/rules/gift-design.ts). */
  giftDesigns?: GiftDesign[] | undefined
  /** Where messages of visitors go. Never in an answer. */
  contactEmail?: string | undefined
  /** The towns around, of `places.json`. */
  places?: { city: string; state: string; zip: string }[] | undefined
  /** Of an order that goes by post, once. */
  shippingCents: number
  /** For how much one buyer may buy gift cards in a day. */
  giftLimits: { guestCents: number; memberCents: number }
}
