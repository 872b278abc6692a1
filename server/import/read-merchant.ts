import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isGiftCents } from '#contract/rules/card-order.ts'
import { features } from '#contract/rules/features.ts'
import { offersPickup } from '#contract/rules/ticket.ts'
import { apiExtensions, type Location } from '#contract/schemas/location.ts'
import type { Picture } from '#contract/schemas/picture.ts'
import type { MerchantDocument, Ordering } from '#server/merchants/document.ts'
import type { StoredMerchant } from '#server/merchants/repository.ts'
import { listContrastProblems, listControlProblems } from './contrast.ts'
import type { FieldPath } from './field-path.ts'
import { reportWords } from './words.ts'
import { centsOf, LocationFile, MenuFile, OptionsFile, PlacesFile } from './file-schemas.ts'
import { reportDeliveryArea } from './delivery-area.ts'
import { giftDesignsOf, reportGiftDesigns } from './gift-designs.ts'
import { HostFile } from './host-file.ts'
import { houseFavoritesOf, reportHouseFavorites } from './house-favorites.ts'
import { listMenuFiles } from './merchant-folder.ts'
import { buildMenus, type CheckedMenu, type ImportedMenu } from './menus.ts'
import { reportUnknownNames } from './names-in-menus.ts'
import { isLabel } from './new-merchant.ts'
import { type PictureBook, readPictures } from './pictures.ts'
import { withPictureSizes } from './page-pictures.ts'
import type { ImportProblem } from './problem.ts'
import { promoCodeOf, reportPromoCodes } from './promo-codes.ts'
import { reportRewards, rewardProgramOf } from './rewards.ts'
import { reportTaxClasses, reportTaxes } from './taxes.ts'
import { kitchenOf } from './kitchen-file.ts'
import { specialDaysOf } from './special-days.ts'
import { checkSource, readSourceFile, type SourceFile, unreadable } from './source-file.ts'

export type ReadOptions = {
  /** Leave out pictures that are named but not drawn, instead of reporting them. */
  allowMissingPictures: boolean
}

/**
 * Reads one merchant's folder. Every problem is added to `problems`. Returns the merchant if its files could be read at all; it may be stored only if there was
 * no problem.
 */
export function readMerchant(
  folder: string,
  label: string,
  problems: ImportProblem[],
  options: ReadOptions,
): StoredMerchant | undefined {
  const shownAs = `merchants/${label}`
  const read = (name: string): SourceFile | undefined =>
    readSourceFile(join(folder, name), `${shownAs}/${name}`, problems)
  if (!isLabel(label))
    problems.push({
      file: `${shownAs}/host.json`,
      line: 1,
      field: '',
      message: `the folder’s name cannot be a host name: "${label}"`,
    })
  const hostSource = read('host.json')
  const host = hostSource && checkSource(hostSource, HostFile)
  if (host && hostSource) {
    reportContrast(host, hostSource)
    reportWords(host, hostSource)
  }
  const locationSource = read('location.json')
  const location = locationSource && checkSource(locationSource, LocationFile)
  const pictures = readPictures(join(folder, 'pictures'), `${shownAs}/pictures`, problems)
  if (location && locationSource) {
    reportPromoCodes(location, locationSource)
    reportCardPrograms(location, locationSource)
    reportGiftDesigns(location, locationSource)
    reportRewards(location, locationSource)
    reportHandover(location, locationSource)
    reportDeliveryArea(location, locationSource)
    reportTaxes(location, locationSource)
  }
  if (locationSource && !options.allowMissingPictures)
    reportPictureAddresses(locationSource.value, [], locationSource, pictures)
  const checkClasses = (source: SourceFile): void =>
    location && reportTaxClasses(source.value, location.taxes, source)
  const { menus, areComplete } = readMenus({
    folder,
    names: listReadableMenus(folder, `${shownAs}/menus`, problems),
    locationId: host?.locationId ?? label,
    read,
    pictures,
    options,
    checkClasses,
  })
  // Of a menu that is wrong somewhere no dish is known: its own line is the one to mend.
  if (location && locationSource && areComplete) reportHouseFavorites(location, menus, locationSource)
  const placesSource = existsSync(join(folder, 'places.json')) ? read('places.json') : undefined
  const places = placesSource && checkSource(placesSource, PlacesFile)
  if (!host || !location) return undefined
  const shown = withPictureSizes(location, pictures)
  const document = { ...documentOf(label, host, shown, menus), ...(places && { places }) }
  return {
    document,
    revision: createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16),
  }
}

/** Guests who order must be able to get their food. */
function reportHandover({ settings, ordering }: LocationFile, source: SourceFile): void {
  const { show_delivery_option: delivery, show_curbside_option: curbside } = ordering
  const pickup = offersPickup({ delivery, curbside, pickup: ordering.show_pickup_option })
  if (features.onlineOrders.isOn(settings) && !delivery && !curbside && !pickup)
    source.report(['ordering'], 'has neither delivery nor curbside nor pickup, but online orders are on')
}

/** The files of the menus. Reports what is no folder of them, or cannot be read. */
export function listReadableMenus(
  folder: string,
  shownAs: string,
  problems: ImportProblem[],
): string[] | undefined {
  try {
    return listMenuFiles(folder)
  } catch (error) {
    problems.push({ file: shownAs, line: 1, field: '', message: unreadable(error) })
    return undefined
  }
}

type MenuReading = {
  folder: string
  names: readonly string[] | undefined
  locationId: string
  read(name: string): SourceFile | undefined
  pictures: PictureBook
  options: ReadOptions
  /** Reports a tax class that the location does not have. */
  checkClasses(source: SourceFile): void
}

/** `areComplete`: no menu is left out because of what is wrong in its file. */
function readMenus({ folder, names, locationId, read, pictures, options, checkClasses }: MenuReading): {
  menus: ImportedMenu[]
  areComplete: boolean
} {
  const hasOptions = existsSync(join(folder, 'options.json'))
  const optionsSource = hasOptions ? read('options.json') : undefined
  const sections = optionsSource && checkSource(optionsSource, OptionsFile)
  if (optionsSource) checkClasses(optionsSource)
  const written = optionsSource?.value
  const checks = {
    // Of an options.json that cannot be read nobody knows.
    hasSection: (name: string): boolean =>
      (hasOptions && !optionsSource) ||
      (typeof written === 'object' && written !== null && Object.hasOwn(written, name)),
    findPicture(slug: string, source: SourceFile, path: FieldPath): Picture | undefined {
      const picture = pictures.find(slug)
      if (!picture && !options.allowMissingPictures && !pictures.isUnreadable)
        source.report(path, `no picture is called "${slug}" in pictures/index.json`)
      return picture
    },
  }
  const files = (names ?? []).flatMap((name): CheckedMenu[] => {
    const source = read(`menus/${name}`)
    const menu = source && checkSource(source, MenuFile)
    if (source) checkClasses(source)
    if (source && !menu) reportUnknownNames(source, checks)
    return source && menu ? [{ source, menu }] : []
  })
  const menus = buildMenus(files, {
    locationId,
    options: sections && optionsSource ? { source: optionsSource, options: sections } : undefined,
    ...checks,
  })
  return { menus, areComplete: files.length === names?.length }
}

function documentOf(
  label: string,
  host: HostFile,
  file: LocationFile,
  menus: ImportedMenu[],
): MerchantDocument {
  const location: Location = {
    id: host.locationId,
    ...file.location,
    hours: file.hours,
    ...(file.special_days && { special_days: specialDaysOf(file.special_days).restaurant }),
    settings: file.settings,
    ...houseFavoritesOf(file, menus),
    // The reference API offers all of them.
    api_extensions: [...apiExtensions],
    estimate_rules: {
      tax_rate: file.tax_rate,
      tax_rounding: file.tax_rounding,
      delivery_charge: centsOf(file.delivery_charge),
      ...(file.taxes && { taxes: file.taxes }),
    },
  }
  return {
    label,
    host,
    location,
    configurations: file.configurations,
    announcements: file.announcements,
    menus,
    kitchen: kitchenOf(file),
    ordering: orderingOf(file),
    promoCodes: file.promo_codes.map(promoCodeOf),
    ...(file.staff && {
      staff: {
        tabletDays: file.staff.kitchen_tablet_days,
        ...(file.staff.second_factor && { secondFactor: file.staff.second_factor }),
      },
    }),
    ...(file.coordinates && { coordinates: file.coordinates }),
    ...(file.contact_email !== undefined && { contactEmail: file.contact_email }),
    ...cardsOf(file),
    ...giftDesignsOf(file, host.theme),
    ...rewardProgramOf(file),
  }
}

const orderingOf = ({ ordering, ...file }: LocationFile): Ordering => ({
  taxRate: file.tax_rate,
  ...(file.taxes && { taxes: file.taxes }),
  deliveryChargeCents: centsOf(file.delivery_charge),
  showDelivery: ordering.show_delivery_option,
  ...(file.delivery_zips && { deliveryZips: file.delivery_zips }),
  showCurbside: ordering.show_curbside_option,
  ...(ordering.show_pickup_option !== undefined && { showPickup: ordering.show_pickup_option }),
  showOrderAhead: ordering.show_order_ahead_option,
  payTipsWithGiftCard: ordering.pay_tips_with_gift_card,
  ...(ordering.guest_cancel !== undefined && { guestCancel: ordering.guest_cancel }),
})

function cardsOf(
  file: LocationFile,
): Pick<MerchantDocument, 'cardPrograms' | 'physicalProduct' | 'shippingCents' | 'giftLimits'> {
  const product = file.physical_product
  return {
    cardPrograms: file.card_programs.map(({ external_id, image, description, amount, design }) => ({
      id: external_id,
      image,
      description,
      amountCents: amount === undefined ? undefined : centsOf(amount),
      ...(design !== undefined && { design }),
    })),
    physicalProduct: product && {
      programId: product.external_id,
      name: product.name,
      subheader: product.subheader,
      image: product.image ?? '',
      description: product.description,
      ...(product.design !== undefined && { design: product.design }),
    },
    shippingCents: centsOf(file.shipping_handling),
    giftLimits: {
      guestCents: centsOf(file.gift_card_limits.guest),
      memberCents: centsOf(file.gift_card_limits.member),
    },
  }
}

function reportContrast(host: HostFile, source: SourceFile): void {
  for (const scheme of ['light', 'dark'] as const)
    for (const { colour, message } of listContrastProblems(host.theme.colours[scheme]))
      source.report(['theme', 'colours', scheme, colour], message)
  for (const { path, message } of listControlProblems(host)) source.report(path, message)
}

/** A program must exist to be sold, and each kind of card must be distinct. */
function reportCardPrograms(location: LocationFile, source: SourceFile): void {
  const seen = new Set<string>()
  location.card_programs.forEach((program, index) => {
    if (seen.has(program.external_id))
      source.report(
        ['card_programs', index, 'external_id'],
        `another program is "${program.external_id}", too`,
      )
    seen.add(program.external_id)
    if (program.amount !== undefined && !isGiftCents(centsOf(program.amount)))
      source.report(['card_programs', index, 'amount'], 'must be from 1.00 to 10000.00')
  })
  const product = location.physical_product
  if (product && seen.has(product.external_id))
    source.report(['physical_product', 'external_id'], `a program is "${product.external_id}", too`)
  const { digital, physical } = location.settings.cards ?? {}
  if (digital?.enable && location.card_programs.length === 0)
    source.report(['card_programs'], 'is empty, but settings.cards.digital is on')
  if (physical?.enable && !product)
    source.report(['physical_product'], 'is missing, but settings.cards.physical is on')
}

/** Reports addresses of pictures in settings and pages that do not exist. */
function reportPictureAddresses(
  value: unknown,
  path: FieldPath,
  source: SourceFile,
  pictures: PictureBook,
): void {
  if (typeof value === 'string') {
    const file = /^\/pictures\/([^?#]+)/.exec(value)?.[1]
    if (file !== undefined && !pictures.has(file))
      source.report(path, `no such picture: ${value}${sizesInstead(file, pictures)}`)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const entries = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(value)
  for (const [step, one] of entries) reportPictureAddresses(one, [...path, step], source, pictures)
}

/** The existing files of a picture that was named without a width, or with a width that it does not have. */
function sizesInstead(file: string, pictures: PictureBook): string {
  const slug = file.replace(/(-\d+)?\.\w+$/, '')
  const files = pictures.find(slug)?.widths?.map((width) => `${slug}-${width}.webp`) ?? []
  return files.length === 0 ? '' : `, but pictures/ has ${files.join(', ')}`
}
