import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookPart, MenuOutline } from '#contract/schemas/first-screen.ts'
import { outlineOf } from '#contract/menu-outline.ts'
import type { Diet } from '#contract/rules/allergen-list.ts'
import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'
import { isNewer } from '#db/newest.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { type ReadState, readStateOf } from './answer-query.ts'
import type { Aged } from './device-backed.ts'
import { deviceBackedQuery } from './device-backed-query.ts'
import { keys } from './keys.ts'
import { usePortal } from './portal-context.tsx'
import { useSoldOutIn } from './use-sold-out.ts'
import type { LoadServices } from './services.ts'

/**
 * A whole menu book in a mode: shown from the device, refreshed in the background. Only this query loads menus: whenever a book is shown, its outline is
 * stored.
 */
export const bookQuery = (load: LoadServices, locationId: string, mode: MenuMode) =>
  deviceBackedQuery<Aged<MenuBook>>({
    load,
    key: keys.book(locationId, mode),
    read: (services, show) => services.readBook(mode, show),
    onShown(client, { value, savedAt }) {
      const { queryKey } = outlineQuery(locationId, mode)
      client.setQueryData(queryKey, (cached) =>
        isNewer(cached, { savedAt }, Date.now()) ? cached! : { value: outlineOf(value), savedAt },
      )
    },
  })

/**
 * The outline of the newest book that was shown, stored outside of the database so that the first screen does not wait for the database. Never fetched on its
 * own.
 */
export const outlineQuery = (locationId: string, mode: MenuMode) =>
  queryOptions<Aged<MenuOutline>, AppError>({
    queryKey: keys.menus(locationId, mode),
    queryFn: skipToken,
    meta: { persist: true },
  })

/** What dishes can be filtered by. */
export type DietaryInfo = {
  /** The restaurant states allergens. */
  tellsAllergens: boolean
  /** It has dishes for these diets. */
  diets: readonly Diet[]
}
const nothing: readonly Diet[] = []

/** The menus and categories of a mode, or the reason why they are missing. */
export function useMenus(mode: MenuMode): ReadState &
  DietaryInfo & {
    menus: MenuOutline['menus'] | undefined
    savedAt: number | undefined
  } {
  const { load, facts } = usePortal()
  const { locationId } = facts.host
  const { error, errorUpdatedAt, refetch } = useQuery(bookQuery(load, locationId, mode))
  const { data } = useQuery(outlineQuery(locationId, mode))
  return {
    ...readStateOf({ data, error, errorUpdatedAt, refetch }),
    menus: data?.value.menus,
    tellsAllergens: data?.value.tells_allergens === true,
    diets: data?.value.diets ?? nothing,
    savedAt: data?.savedAt,
  }
}

/** The whole book of a mode with sold-out dishes marked, or the reason and a retry. */
export function useBook(mode: MenuMode): ReadState & { book: MenuBook | undefined } {
  const { load, facts } = usePortal()
  const query = useQuery(bookQuery(load, facts.host.locationId, mode))
  return { ...readStateOf(query), book: useSoldOutIn(query.data?.value, mode) }
}

/** What the page itself contains of a category, or of one of its dishes: shown until the device's book has loaded. */
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
