import * as z from 'zod/mini'
import { findDollars } from '#contract/typed-dollars.ts'
import { isEmail } from '#contract/rules/contact.ts'
import { DataRetention } from '#contract/rules/retention.ts'
import { Allergen } from '#contract/schemas/allergens.ts'
import { maxFeatured } from '#contract/rules/featured.ts'
import { giftPatterns } from '#contract/schemas/gift-design.ts'
import { Announcement } from '#contract/schemas/announcement.ts'
import { Settings } from '#contract/schemas/location.ts'
import { maxOrderAheadDays, promoScopes } from '#server/merchants/document.ts'
import { isKnownZone } from '#server/merchants/known-zone.ts'
import { HoursFile as hours, ServedFile } from './hours-file.ts'
import { DayFile as date, SpecialDaysFile } from './special-days.ts'
import { ZipFile, ZipsFile } from './zips-file.ts'

/** The merchants' files as merchants/README.md describes them. Strict: a misspelled field is a problem and is not silently ignored. */

const text = z.string()
const name = z.string().check(z.regex(/\S/, 'must not be empty'))
const externalId = z
  .string()
  .check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'not an external id (lowercase words with hyphens)'),
    z.maxLength(100, 'must be 100 characters or less'),
  )
const modifierId = externalId

const price = z.string().check(z.regex(/^\d{1,5}\.\d{2}$/, 'not a price'))
const optionalPrice = z._default(price, '0.00')

/** What is known about the allergens of a dish, or of what a choice adds; `none` is short for none of the fourteen. */
const AllergensFile = z.optional(
  z.union([
    z.literal('none'),
    z.strictObject({
      contains: z._default(z.array(Allergen), []),
      free_from: z._default(z.union([z.array(Allergen), z.literal('others')]), []),
    }),
  ]),
)
export type AllergensFile = z.infer<typeof AllergensFile>

/** The id of a class of `taxes` in location.json. */
const taxClass = z.optional(externalId)

export const ToggleFile = z.strictObject({ id: modifierId, name, price: optionalPrice })

export const EntryFile = z.strictObject({
  id: modifierId,
  name,
  price: optionalPrice,
  selected: z._default(z.boolean(), false),
  without_id: z.optional(modifierId),
  toggle: z._default(z.array(ToggleFile), []),
  allergens: AllergensFile,
  tax_class: taxClass,
})

type ValueFile = {
  id: string
  name: string
  price: string
  default: boolean
  sections: SectionFile[]
  toggle: z.infer<typeof ToggleFile>[]
  allergens?: AllergensFile
  tax_class?: string | undefined
}
export type SectionFile = {
  name: string
  customization: boolean
  choices: { required: boolean; values: ValueFile[] }[]
  checklist: z.infer<typeof EntryFile>[]
}

export const SectionFile: z.ZodMiniType<SectionFile> = z.lazy(() =>
  z.strictObject({
    name,
    customization: z._default(z.boolean(), false),
    choices: z._default(z.array(ChoiceFile), []),
    checklist: z._default(z.array(EntryFile), []),
  }),
)

const ValueFile: z.ZodMiniType<ValueFile> = z.strictObject({
  id: modifierId,
  name,
  price: optionalPrice,
  default: z._default(z.boolean(), false),
  sections: z._default(z.array(SectionFile), []),
  toggle: z._default(z.array(ToggleFile), []),
  allergens: AllergensFile,
  tax_class: taxClass,
})

const ChoiceFile = z.strictObject({
  required: z._default(z.boolean(), false),
  values: z.array(ValueFile).check(z.minLength(1, 'must offer a value')),
})

export const OptionsFile = z.record(z.string(), SectionFile)
export type OptionsFile = z.infer<typeof OptionsFile>

const picture = z.optional(externalId)

export const ItemFile = z.strictObject({
  external_id: externalId,
  name,
  description: z._default(text, ''),
  price,
  pictures: z._default(z.array(externalId), []),
  vegan: z._default(z.boolean(), false),
  gluten_free: z._default(z.boolean(), false),
  available: z._default(z.boolean(), true),
  allergens: AllergensFile,
  tax_class: taxClass,
  options: z._default(z.array(z.union([z.string(), SectionFile])), []),
  additional: z._default(z.array(z.union([z.string(), SectionFile])), []),
})
export type ItemFile = z.infer<typeof ItemFile>

export const MenuFile = z.strictObject({
  external_id: externalId,
  name,
  description: z._default(text, ''),
  picture,
  modes: z._default(z.array(z.enum(['browse', 'order'])), ['browse', 'order']),
  served: z.optional(ServedFile),
  categories: z.array(
    z.strictObject({
      external_id: externalId,
      name,
      description: z._default(text, ''),
      picture,
      whole_pictures: z._default(z.boolean(), false),
      items: z.array(ItemFile),
    }),
  ),
})
export type MenuFile = z.infer<typeof MenuFile>

const minutes = z.int().check(z.gte(0), z.lte(1440))

const KitchenFile = z.strictObject({
  lead_minutes: minutes,
  slot_minutes: z.int().check(z.gte(5), z.lte(240)),
  order_ahead_days: z.int().check(z.gte(0), z.lte(maxOrderAheadDays)),
  orders_per_slot: z.optional(z.int().check(z.gte(1), z.lte(1000))),
  /** Left out: the restaurant's opening hours (`kitchenOf`). */
  hours: z.optional(hours),
})
type KitchenFile = z.infer<typeof KitchenFile>

export const OrderingFile = z.strictObject({
  show_delivery_option: z.boolean(),
  show_curbside_option: z.boolean(),
  show_pickup_option: z.optional(z.boolean()),
  show_order_ahead_option: z.boolean(),
  pay_tips_with_gift_card: z.boolean(),
  guest_cancel: z.optional(z.boolean()),
})
export type OrderingFile = z.infer<typeof OrderingFile>

const times = z
  .int('not a whole number')
  .check(z.gte(1, 'must be 1 or more'), z.lte(1_000_000, 'must be 1000000 or less'))

const PromoCodeFile = z.strictObject({
  // What a guest types is trimmed before it is compared.
  code: name.check(z.regex(/^\S(.*\S)?$/, 'begins or ends with a blank, which nobody can type')),
  percent: z.optional(z.int().check(z.gte(1, 'is not from 1 to 100'), z.lte(100, 'is not from 1 to 100'))),
  amount: z.optional(price),
  applies_to: z.optional(
    z.array(z.enum(promoScopes)).check(z.minLength(1, 'must name orders, gift_cards or both')),
  ),
  minimum: z.optional(price),
  uses: z.optional(times),
  uses_per_person: z.optional(times),
  starts: z.optional(date),
  ends: z.optional(date),
})
export type PromoCodeFile = z.infer<typeof PromoCodeFile>

/** `points` count dollars spent. */
const RewardProgramFile = z.strictObject({
  points: z.int().check(z.gte(1), z.lte(100_000)),
  name,
  amount: price,
  days: z.int().check(z.gte(1), z.lte(3650)),
})

const image = z.string().check(z.regex(/^(\/pictures\/|https:\/\/)\S+$/, 'not the address of a picture'))

const CardProgramFile = z.strictObject({
  external_id: externalId,
  image,
  description: name,
  amount: z.optional(price),
  design: z.optional(externalId),
})

const PhysicalProductFile = z.strictObject({
  external_id: externalId,
  name,
  subheader: z._default(text, ''),
  /** The picture of the card itself; without one, the card has a design like the digital ones. */
  image: z.optional(image),
  design: z.optional(externalId),
  description: z._default(text, ''),
})

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'not a color (#rrggbb)'))

/** How a gift card can look. Colors that are left out come from the theme; a picture replaces colors and pattern. */
const GiftDesignFile = z.strictObject({
  external_id: externalId,
  name: name.check(z.maxLength(24, 'must be 24 characters or less')),
  words: z.optional(name.check(z.maxLength(32, 'must be 32 characters or less'))),
  pattern: z._default(z.enum(giftPatterns), 'plain'),
  ground: z.optional(colour),
  motif: z.optional(colour),
  image: z.optional(image),
  alt: z.optional(name),
})
export type GiftDesignFile = z.infer<typeof GiftDesignFile>

/** How much one buyer may spend on gift cards in a day; with a price of 0.00, nobody of that kind can buy any. */
const GiftCardLimitsFile = z.strictObject({
  guest: z._default(price, '500.00'),
  member: z._default(price, '2000.00'),
})

/** How staff sign in. */
const StaffFile = z.strictObject({
  kitchen_tablet_days: z._default(z.int().check(z.gte(1), z.lte(400)), 30),
  second_factor: z.optional(z.enum(['required'])),
})

/** `starts` and `ends` are the first and last day of an announcement; without one, it is not limited on that side. */
const AnnouncementFile = z.extend(Announcement, { starts: z.optional(date), ends: z.optional(date) }).check(
  z.refine(({ starts, ends }) => !starts || !ends || starts <= ends, {
    error: 'is before the day that it starts',
    path: ['ends'],
  }),
)

const rate = z.string().check(z.regex(/^\d(\.\d{1,8})?$/, 'not a rate'))

/** Taxes, where they are more than one rate on everything (decision 058). */
export const TaxesFile = z.strictObject({
  rates: z
    .array(z.strictObject({ id: externalId, name, rate }))
    .check(z.minLength(1, 'must name a rate'), z.maxLength(20, 'must be 20 or less')),
  classes: z.array(z.strictObject({ id: externalId, rates: z.array(externalId) })),
  delivery: z.optional(externalId),
  rounding: z._default(z.enum(['order', 'line']), 'order'),
})
export type TaxesFile = z.infer<typeof TaxesFile>

export const LocationFile = z.strictObject({
  location: z.strictObject({
    name,
    address1: text,
    address2: z._default(text, ''),
    city: text,
    state: text,
    zip: text,
    phone: text,
    fax: z._default(text, ''),
    time_zone: z.string().check(z.refine(isZoneOfPlace, 'not a time zone')),
  }),
  hours,
  special_days: z.optional(SpecialDaysFile),
  kitchen: KitchenFile,
  tax_rate: rate,
  tax_rounding: z.literal('half_up'),
  taxes: z.optional(TaxesFile),
  delivery_charge: price,
  delivery_zips: z.optional(ZipsFile),
  ordering: OrderingFile,
  promo_codes: z._default(z.array(PromoCodeFile), []),
  reward_program: z.optional(RewardProgramFile),
  card_programs: z._default(z.array(CardProgramFile).check(z.maxLength(20, 'must be 20 or less')), []),
  physical_product: z.optional(PhysicalProductFile),
  gift_designs: z.optional(
    z
      .array(GiftDesignFile)
      .check(z.minLength(1, 'must name a design'), z.maxLength(12, 'must be 12 or less')),
  ),
  house_favorites: z.optional(
    z.array(externalId).check(z.maxLength(maxFeatured, `must be ${maxFeatured} or less`)),
  ),
  shipping_handling: z._default(price, '0.00'),
  gift_card_limits: z.prefault(GiftCardLimitsFile, {}),
  staff: z.optional(StaffFile),
  /** The restaurant's position in degrees: near it, a phone shows the passes in its wallet. */
  coordinates: z.optional(
    z.strictObject({
      latitude: z.number().check(z.gte(-90), z.lte(90)),
      longitude: z.number().check(z.gte(-180), z.lte(180)),
    }),
  ),
  /** Where visitors' messages are sent. */
  contact_email: z.optional(
    z.string().check(z.refine((text) => isEmail(String(text)), 'not an email address')),
  ),
  settings: z.extend(Settings, { data_retention: z.optional(DataRetention) }),
  configurations: z.array(z.strictObject({ name, value: z.unknown() })),
  announcements: z._default(z.array(AnnouncementFile), []),
})
export type LocationFile = z.infer<typeof LocationFile>

/** `places.json`: the towns nearby, for completing the address field. */
export const PlacesFile = z.array(
  z.strictObject({
    city: name,
    state: z.string().check(z.regex(/^[A-Z]{2}$/, 'not the two letters of a state')),
    zip: ZipFile,
  }),
)
export type PlacesFile = z.infer<typeof PlacesFile>

/** A price that passed its schema, in cents. */
export const centsOf = (written: string): number => findDollars(written) ?? 0

/** An IANA zone named after a place, or UTC. The other names that Intl accepts have no daylight saving time (`EST`) or are known only to Intl (`PST`). */
function isZoneOfPlace(zone: string): boolean {
  return (zone === 'UTC' || zone.includes('/')) && isKnownZone(zone)
}
