import { numberFromCents } from '#contract/money.ts'
import { isDietAsItComes } from '#contract/rules/allergens.ts'
import { isOn } from '#contract/rules/features.ts'
import { openingHoursOf, specialOpeningHoursOf } from './opening-hours.ts'
import type { BookCategory, BookMenu, MenuItem } from '#contract/schemas/menu.ts'
import type { Picture } from '#contract/schemas/picture.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { canonicalPath, type SitePlace } from './site-place.ts'

/** Structured data for search engines (schema.org: Restaurant, Menu, MenuSection, MenuItem). It states nothing that no screen shows. */

type Thing = { '@type': string; [key: string]: unknown }

/** The description of what a page shows; undefined for pages without a schema.org type. Every address starts with `origin`. */
export function structuredData(merchant: Merchant, origin: string, place: SitePlace): Thing | undefined {
  const thing = thingOf(merchant, origin, place)
  return thing && { '@context': 'https://schema.org', ...thing }
}

function thingOf(merchant: Merchant, origin: string, place: SitePlace): Thing | undefined {
  switch (place.kind) {
    case 'home':
    case 'menus':
      return restaurantOf(merchant, origin)
    case 'menu':
      return menuOf(origin, place.menu)
    case 'category':
      return { ...sectionOf(origin, place.category), isPartOf: { '@type': 'Menu', name: place.menu.name } }
    case 'item':
      return itemOf(origin, place.item)
    case 'page':
      return undefined
  }
}

function restaurantOf(merchant: Merchant, origin: string): Thing {
  const { location } = merchant
  const menus = isOn(location.settings, 'readOnlyMenu') ? merchant.listMenus('browse') : []
  const image = sharingPicture(merchant, origin, { kind: 'home' })
  const orders = isOn(location.settings, 'onlineOrders')
  return {
    '@type': 'Restaurant',
    '@id': `${origin}/#restaurant`,
    name: location.name,
    url: `${origin}/`,
    ...(location.phone !== '' && { telephone: location.phone }),
    ...(location.fax !== '' && { faxNumber: location.fax }),
    ...(image !== undefined && { image }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: [location.address1, location.address2].filter((line) => line !== '').join(', '),
      addressLocality: location.city,
      addressRegion: location.state,
      postalCode: location.zip,
      addressCountry: 'US',
    },
    ...(location.hours && { openingHoursSpecification: openingHoursOf(location.hours) }),
    ...(location.special_days?.length && {
      specialOpeningHoursSpecification: specialOpeningHoursOf(location.special_days),
    }),
    ...(menus.length > 0 && {
      hasMenu: menus.map((menu) => ({
        '@type': 'Menu',
        name: menu.name,
        url: `${origin}/menus/${menu.external_id}`,
      })),
    }),
    ...(orders && { potentialAction: { '@type': 'OrderAction', target: `${origin}/order` } }),
  }
}

const menuOf = (origin: string, menu: BookMenu): Thing => ({
  '@type': 'Menu',
  name: menu.name,
  ...(menu.description !== '' && { description: menu.description }),
  hasMenuSection: menu.categories.map((category) => sectionOf(origin, category)),
})

const sectionOf = (origin: string, category: BookCategory): Thing => ({
  '@type': 'MenuSection',
  name: category.name,
  ...(category.description !== '' && { description: category.description }),
  hasMenuItem: category.items.map((item) => itemOf(origin, item)),
})

function itemOf(origin: string, item: MenuItem): Thing {
  // A dish that fits a diet only on request is left out: only a screen can say so.
  const diets = [
    item.vegan && isDietAsItComes(item, 'vegan') && 'VeganDiet',
    item.gluten_free && isDietAsItComes(item, 'gluten_free') && 'GlutenFreeDiet',
  ].filter((diet) => typeof diet === 'string')
  const image = addressOf(origin, item.images[0])
  return {
    '@type': 'MenuItem',
    name: item.name,
    ...(item.description !== '' && { description: item.description }),
    ...(image !== undefined && { image }),
    ...(diets.length > 0 && { suitableForDiet: diets.map((diet) => `https://schema.org/${diet}`) }),
    offers: {
      '@type': 'Offer',
      price: numberFromCents(item.omnivore.price_per_unit),
      priceCurrency: 'USD',
      ...(item.available === false && { availability: 'https://schema.org/SoldOut' }),
    },
  }
}

/** The picture for sharing a page: of what it shows, else the restaurant's first header image. */
export function sharingPicture(merchant: Merchant, origin: string, place: SitePlace): string | undefined {
  const own =
    place.kind === 'item'
      ? place.item.images[0]
      : place.kind === 'category'
        ? place.category.image
        : place.kind === 'menu'
          ? place.menu.image
          : undefined
  const header = merchant.location.settings.consumer_application_settings.home_page?.header_images?.[0]?.image
  return addressOf(origin, own ?? undefined) ?? addressOf(origin, header)
}

/** The full URL of a picture's largest size; pictures on other hosts are left out, since no page of ours shows them. */
function addressOf(origin: string, picture: Picture | undefined): string | undefined {
  if (!picture) return undefined
  const path =
    picture.base && picture.widths && picture.widths.length > 0
      ? `${picture.base}-${Math.max(...picture.widths)}.webp${picture.version ? `?v=${picture.version}` : ''}`
      : picture.imageSignedUrl
  return path.startsWith('/') && !path.startsWith('//') ? origin + path : undefined
}

/** A path's canonical URL. */
export const canonicalUrl = (merchant: Merchant, origin: string, path: string): string =>
  origin + canonicalPath(merchant, path)
