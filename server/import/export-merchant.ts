import { allergensFile } from './allergens.ts'
import type { ChecklistEntry, Choice, MenuItem, Section, Toggle } from '#contract/schemas/menu.ts'
import type { Picture } from '#contract/schemas/picture.ts'
import type { MerchantDocument, Ordering } from '#server/merchants/document.ts'
import { dollarsText } from './dollars-text.ts'
import { freshId } from './fresh-id.ts'
import { giftDesignFile } from './gift-designs.ts'
import { houseFavoritesFile } from './house-favorites.ts'
import { kitchenFile } from './kitchen-file.ts'
import { withoutPictureSizes } from './page-pictures.ts'
import { promoCodeFile } from './promo-codes.ts'
import { specialDayFile } from './special-days.ts'
import { taxClassField } from './taxes.ts'

/** A file of a merchant's folder. */
export type MerchantFile = { name: string; value: unknown }

/** A stored merchant as the files that import to the same document. Pictures are not included: the database has only their names. */
export function exportMerchant(document: MerchantDocument): MerchantFile[] {
  const names = nameSharedSections(document)
  const shared = Object.fromEntries(
    [...names].map(([key, name]) => [name, sectionFile(JSON.parse(key) as Section)]),
  )
  const menus = document.menus.map((menu, index) => ({
    name: `menus/${String(index + 1).padStart(2, '0')}-${menu.external_id}.json`,
    value: menuFile(menu, names),
  }))
  const options =
    names.size === 0
      ? []
      : [{ name: 'options.json', value: { $schema: '../options.schema.json', ...shared } }]
  return [
    { name: 'host.json', value: { $schema: '../host.schema.json', ...document.host } },
    { name: 'location.json', value: locationFile(document) },
    ...options,
    ...(document.places ? [{ name: 'places.json', value: document.places }] : []),
    ...menus,
  ]
}

function locationFile(whole: MerchantDocument): Record<string, unknown> {
  const { location, ordering, kitchen, ...document } = whole
  const {
    id: _id,
    hours,
    special_days: specialDays,
    settings,
    api_extensions: _offered,
    estimate_rules: _rules,
    featured_dishes: _featured,
    ...place
  } = location
  const { physicalProduct: product, rewardProgram } = document
  return {
    $schema: '../location.schema.json',
    location: place,
    hours,
    ...(specialDays && { special_days: specialDays.map((day) => specialDayFile(day, kitchen)) }),
    kitchen: kitchenFile(kitchen, hours),
    tax_rate: ordering.taxRate,
    tax_rounding: 'half_up',
    ...(ordering.taxes && { taxes: ordering.taxes }),
    delivery_charge: dollarsText(ordering.deliveryChargeCents),
    ...(ordering.deliveryZips && { delivery_zips: ordering.deliveryZips }),
    ordering: orderingFile(ordering),
    promo_codes: document.promoCodes.map(promoCodeFile),
    ...(rewardProgram && {
      reward_program: {
        points: rewardProgram.points,
        name: rewardProgram.name,
        amount: dollarsText(rewardProgram.amountCents),
        days: rewardProgram.days,
      },
    }),
    card_programs: document.cardPrograms.map(({ id, image, description, amountCents, design }) => ({
      external_id: id,
      image,
      description,
      ...(amountCents === undefined ? {} : { amount: dollarsText(amountCents) }),
      ...(design !== undefined && { design }),
    })),
    ...(product && {
      physical_product: {
        external_id: product.programId,
        name: product.name,
        subheader: product.subheader,
        ...(product.image !== '' && { image: product.image }),
        description: product.description,
        ...(product.design !== undefined && { design: product.design }),
      },
    }),
    ...houseFavoritesFile(whole),
    ...(document.giftDesigns && { gift_designs: document.giftDesigns.map(giftDesignFile) }),
    shipping_handling: dollarsText(document.shippingCents),
    gift_card_limits: {
      guest: dollarsText(document.giftLimits.guestCents),
      member: dollarsText(document.giftLimits.memberCents),
    },
    ...(document.staff && {
      staff: {
        kitchen_tablet_days: document.staff.tabletDays,
        ...(document.staff.secondFactor && { second_factor: document.staff.secondFactor }),
      },
    }),
    ...(document.coordinates && { coordinates: document.coordinates }),
    ...(document.contactEmail === undefined ? {} : { contact_email: document.contactEmail }),
    ...withoutPictureSizes({
      settings,
      configurations: document.configurations,
      announcements: document.announcements,
    }),
  }
}

const orderingFile = (ordering: Ordering): Record<string, unknown> => ({
  show_delivery_option: ordering.showDelivery,
  show_curbside_option: ordering.showCurbside,
  ...(ordering.showPickup !== undefined && { show_pickup_option: ordering.showPickup }),
  show_order_ahead_option: ordering.showOrderAhead,
  pay_tips_with_gift_card: ordering.payTipsWithGiftCard,
  ...(ordering.guestCancel !== undefined && { guest_cancel: ordering.guestCancel }),
})

type Menu = MerchantDocument['menus'][number]
type SectionNames = ReadonlyMap<string, string>

const menuFile = (menu: Menu, names: SectionNames): Record<string, unknown> => ({
  $schema: '../../menu.schema.json',
  external_id: menu.external_id,
  name: menu.name,
  description: menu.description,
  ...pictureField(menu.image),
  modes: menu.modes,
  ...(menu.served ? { served: menu.served } : {}),
  categories: menu.categories.map((category) => ({
    external_id: category.external_id,
    name: category.name,
    description: category.description,
    ...pictureField(category.image),
    ...(category.items.some(({ images }) => images.some(({ whole }) => whole)) && { whole_pictures: true }),
    items: category.items.map((item) => itemFile(item, names)),
  })),
})

function itemFile(item: MenuItem, names: SectionNames): Record<string, unknown> {
  const sections = (list: readonly Section[]): unknown[] =>
    list.map((section) => names.get(JSON.stringify(section)) ?? sectionFile(section))
  return {
    external_id: item.external_id,
    name: item.name,
    description: item.description,
    price: dollarsText(item.omnivore.price_per_unit),
    ...filled('pictures', item.images.map(slugOf)),
    ...(item.vegan ? { vegan: true } : {}),
    ...(item.gluten_free ? { gluten_free: true } : {}),
    ...(item.available === false ? { available: false } : {}),
    ...allergensFile(item.allergens),
    ...taxClassField(item),
    ...filled('options', sections(item.custom_options)),
    ...filled('additional', sections(item.additional_items)),
  }
}

const slugOf = (picture: Picture): string => (picture.base ?? '').replace('/pictures/', '')

const pictureField = (picture: Picture | null): { picture?: string } =>
  picture ? { picture: slugOf(picture) } : {}

const filled = (name: string, list: readonly unknown[]): Record<string, unknown> =>
  list.length > 0 ? { [name]: list } : {}

const sectionFile = (section: Section): Record<string, unknown> => ({
  name: section.name,
  ...(section.customization ? { customization: true } : {}),
  ...filled('choices', section.choices.map(choiceFile)),
  ...filled('checklist', section.checklist.map(entryFile)),
})

const priceField = (cents: number): { price?: string } => (cents === 0 ? {} : { price: dollarsText(cents) })

const choiceFile = ({ required, values }: Choice): Record<string, unknown> => ({
  required,
  values: values.map((value) => ({
    id: value.id,
    name: value.name,
    ...priceField(value.price),
    ...(value.default ? { default: true } : {}),
    ...filled('sections', value.sections.map(sectionFile)),
    ...filled('toggle', value.toggle.map(toggleFile)),
    ...allergensFile(value.allergens),
    ...taxClassField(value),
  })),
})

const entryFile = (entry: ChecklistEntry): Record<string, unknown> => ({
  id: entry.id,
  name: entry.name,
  ...priceField(entry.price),
  ...(entry.selected ? { selected: true } : {}),
  ...(entry.unselected_omnivore_id[0] ? { without_id: entry.unselected_omnivore_id[0].omnivore_id } : {}),
  ...filled('toggle', entry.toggle.map(toggleFile)),
  ...allergensFile(entry.allergens),
  ...taxClassField(entry),
})

const toggleFile = ({ omnivore_id, name, price }: Toggle): Record<string, unknown> => ({
  id: omnivore_id,
  name,
  ...priceField(price),
})

/** Sections that occur more than once are written once, in options.json, under a name made from their own. */
function nameSharedSections({ menus }: MerchantDocument): SectionNames {
  const items = menus.flatMap((menu) => menu.categories.flatMap((category) => category.items))
  const keys = items
    .flatMap((item) => [...item.custom_options, ...item.additional_items])
    .map((section) => JSON.stringify(section))
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Map(
    [...counts].flatMap(([key, count]) =>
      count > 1 ? [[key, freshId((JSON.parse(key) as Section).name, taken)] as const] : [],
    ),
  )
}
