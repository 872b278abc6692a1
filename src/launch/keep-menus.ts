import type { QueryClient } from '@tanstack/react-query'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { Picture } from '#contract/schemas/picture.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import { keys } from '#lib/query/keys.ts'
import { bookQuery } from '#lib/query/menu-book.ts'
import type { LoadServices, Services } from '#lib/query/services.ts'

type Connection = { saveData?: boolean }

/**
 * Both books, so that every dish of every menu opens later without a network, also those that were never tapped; then the small pictures of the
 * first menu, unless this phone saves data.
 */
export async function keepMenus(queryClient: QueryClient, services: Services): Promise<void> {
  const load: LoadServices = () => Promise.resolve(services)
  for (const mode of ['browse', 'order'] as const)
    await queryClient.prefetchQuery(bookQuery(load, services.locationId, mode))
  const saving = (navigator as Navigator & { connection?: Connection }).connection?.saveData ?? false
  const book = queryClient.getQueryData<Aged<MenuBook>>(keys.book(services.locationId, 'browse'))
  if (!book || saving) return
  const tiles = book.value.menus.map((menu) => menu.image)
  const dishes =
    book.value.menus[0]?.categories.flatMap((category) => [
      category.image,
      ...category.items.map((item) => item.images[0]),
    ]) ?? []
  services.keepPictures([...new Set([...tiles, ...dishes].flatMap(smallest))])
}

/** The address of a picture's smallest size. */
const smallest = (picture: Picture | null | undefined): string[] =>
  picture?.base && picture.widths
    ? [`${picture.base}-${Math.min(...picture.widths)}.avif${picture.version ? `?v=${picture.version}` : ''}`]
    : []
