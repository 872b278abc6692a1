import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookPart, MenuOutline } from '#contract/schemas/first-screen.ts'
import { outlineOf } from '#contract/menu-outline.ts'
import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import type { Aged } from './device-backed.ts'
import { keys } from './keys.ts'
import { usePortal } from './portal-context.tsx'
import type { LoadServices } from './services.ts'

/** A whole menu book in a mode: shown from the device, refreshed behind. */
export const bookQuery = (load: LoadServices, locationId: string, mode: MenuMode) =>
  queryOptions<Aged<MenuBook>>({
    queryKey: keys.book(locationId, mode),
    async queryFn({ client }) {
      const services = await load()
      const shown = await services.readBook(mode, (copy) => {
        client.setQueryData<Aged<MenuBook>>(keys.book(locationId, mode), (held) => held ?? copy)
      })
      showOutline(client, locationId, mode, shown)
      return shown
    },
  })

/** The outline alone, kept beside the database so that the first screen does not wait for it. */
export const menusQuery = (load: LoadServices, locationId: string, mode: MenuMode) =>
  queryOptions<Aged<MenuOutline>>({
    queryKey: keys.menus(locationId, mode),
    meta: { persist: true },
    async queryFn({ client }) {
      const { value, savedAt } = await client.fetchQuery(bookQuery(load, locationId, mode))
      return { value: outlineOf(value), savedAt }
    },
  })

function showOutline(client: QueryClient, locationId: string, mode: MenuMode, book: Aged<MenuBook>): void {
  client.setQueryData<Aged<MenuOutline>>(keys.menus(locationId, mode), {
    value: outlineOf(book.value),
    savedAt: book.savedAt,
  })
}

/** The menus and categories of a mode, or what stands in their place. */
export function useMenus(mode: MenuMode): {
  menus: MenuOutline['menus'] | undefined
  /** The restaurant says of its dishes what they contain. */
  tellsAllergens: boolean
  savedAt: number | undefined
  failed: AppError | undefined
  retry: () => void
} {
  const { load, facts } = usePortal()
  const query = useQuery(menusQuery(load, facts.host.locationId, mode))
  return {
    menus: query.data?.value.menus,
    tellsAllergens: query.data?.value.tells_allergens === true,
    savedAt: query.data?.savedAt,
    failed: query.data ? undefined : ((query.error as AppError | null) ?? undefined),
    retry: () => void query.refetch(),
  }
}

/** The whole book of a mode, or what stands in its place. */
export function useBook(mode: MenuMode): {
  book: MenuBook | undefined
  failed: AppError | undefined
  retry: () => void
} {
  const { load, facts } = usePortal()
  const query = useQuery(bookQuery(load, facts.host.locationId, mode))
  return {
    book: query.data?.value,
    failed: query.data ? undefined : ((query.error as AppError | null) ?? undefined),
    retry: () => void query.refetch(),
  }
}

/** What the page itself brought of a category, or of one of its dishes: shown until the device's book is there. */
export function usePart(
  mode: MenuMode,
  place: { menuId: string; categoryId: string; itemId?: string },
): BookPart | undefined {
  const { facts } = usePortal()
  const { menuId, categoryId, itemId } = place
  return useQueryClient().getQueryData<BookPart>(
    keys.part(facts.host.locationId, mode, menuId, categoryId, itemId),
  )
}
