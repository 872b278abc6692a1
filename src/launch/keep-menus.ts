import type { QueryClient } from '@tanstack/react-query'
import { localTime } from '#contract/local-time.ts'
import { isOn } from '#contract/rules/features.ts'
import { servedFirst } from '#contract/rules/menu-hours.ts'
import { findContent } from '#contract/schemas/content.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { PictureSizes } from '#contract/schemas/picture.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import { keys } from '#lib/query/keys.ts'
import { bookQuery } from '#lib/query/menu-book.ts'
import type { LoadServices, Services } from '#lib/query/services.ts'
import { serverTime } from '#lib/ports/server-clock.ts'

type Connection = { saveData?: boolean }

/** Fewer than the worker keeps (src/sw/pictures.ts), which also applies the restaurant's budget. Later pictures are kept once they are shown. */
const maxPrefetched = 550

/**
 * Fetches both books, so that every dish opens later without a network, even if it was never tapped; then, unless this phone saves data, the small pictures of
 * all menus in order of need: those of the first screens, the dishes served now, and last the gallery.
 */
export async function keepMenus(queryClient: QueryClient, services: Services): Promise<void> {
  const load: LoadServices = () => Promise.resolve(services)
  for (const mode of ['browse', 'order'] as const)
    await queryClient.prefetchQuery(bookQuery(load, services.locationId, mode))
  const saving = (navigator as Navigator & { connection?: Connection }).connection?.saveData ?? false
  if (saving) return
  const place = queryClient.getQueryData<Aged<LocationCopy>>(keys.location(services.locationId))
  // Either kind may be switched off, and a menu may be of one kind only.
  const menus = (['order', 'browse'] as const).flatMap(
    (mode) =>
      queryClient.getQueryData<Aged<MenuBook>>(keys.book(services.locationId, mode))?.value.menus ?? [],
  )
  const local = place && localTime(serverTime(services.clock.now()), place.value.location.time_zone)
  const needed = local ? servedFirst(menus, local, place.value.location) : menus
  const tiles = needed.flatMap((menu) => [menu.image, ...menu.categories.map(({ image }) => image)])
  const dishes = needed.flatMap(({ categories }) =>
    categories.flatMap(({ items }) => items.map(({ images }) => images[0])),
  )
  const gallery =
    place && isOn(place.value.location.settings, 'gallery')
      ? (findContent(place.value.configurations, 'gallery_page')?.active_images ?? [])
      : []
  const all = new Set([
    ...[...tiles, ...dishes].flatMap((picture) => smallest(picture ?? {})),
    ...gallery.map(({ image }) => tileOf(image)),
  ])
  services.keepPictures([...all].slice(0, maxPrefetched))
}

/** The address of a picture's smallest size. */
const smallest = ({ base, widths, version }: PictureSizes): string[] =>
  base && widths ? [fileOf(base, Math.min(...widths), version)] : []

/** The width that the gallery's tiles take on most screens (picture-wall.tsx), in pixels. */
const tileWidth = 640

/** The address of a picture of the gallery in its tile. */
const tileOf = ({ url, base, widths, version }: PictureSizes & { url: string }): string =>
  base && widths?.includes(tileWidth) ? fileOf(base, tileWidth, version) : url

const fileOf = (base: string, width: number, version: string | undefined): string =>
  `${base}-${width}.avif${version ? `?v=${version}` : ''}`
