import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { FeaturedDishes as Featured } from '#contract/schemas/featured-dishes.ts'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import { isOn } from '#contract/rules/features.ts'
import { isAvailable } from '#contract/rules/item.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useDietaryFilter } from '#shared/allergens/use-dietary-filter.ts'
import { DishList } from '#shared/display/dish-card.tsx'
import styles from './featured-dishes.module.css'

/** Loaded only for guests who exclude dishes. */
const AvoidedNote = lazy(async () => ({
  default: (await import('#shared/allergens/avoided-note.tsx')).AvoidedNote,
}))

/** One row on a computer; on a phone they scroll sideways. */
const maxShown = 4

/**
 * A few dishes to start with: the most ordered ones recently, or those that the restaurant names (docs/decisions/084). A sold-out dish is replaced by the next
 * one. Without a copy of the menu nothing is shown here: the menus below say so.
 */
export function FeaturedDishes({ copy, featured }: { copy: LocationCopy; featured: Featured }) {
  const { facts } = usePortal()
  const mode = isOn(copy.location.settings, 'onlineOrders') ? 'order' : 'browse'
  const { book, failed } = useBook(mode)
  const info = useMenus(mode)
  const keep = useDietaryFilter(info)
  const items = book && findDishes(book, featured.item_ids, keep)
  const isServed = mode === 'order' || isOn(copy.location.settings, 'readOnlyMenu')
  const whole = book && findDishes(book, featured.item_ids)
  if (!isServed || (whole ? whole.length === 0 : failed)) return null
  return (
    <section className={`container ${styles.section}`} aria-labelledby="featured">
      <h2 id="featured">{featured.by === 'orders' ? t('Popular now') : t('House favorites')}</h2>
      {keep && (
        <LoadingGuard>
          <Suspense>
            <AvoidedNote
              info={info}
              counts={items?.length === 0 ? { left: 0, of: whole!.length } : undefined}
            />
          </Suspense>
        </LoadingGuard>
      )}
      <div className={styles.dishes} data-look={facts.host.theme.dishes}>
        {items ? (
          <DishList items={items} mode={mode} look={facts.host.theme.dishes} eager={0} heading="h3" />
        ) : (
          <Skeleton count={maxShown} shape="card" />
        )}
      </div>
      <div>
        <Link to={mode === 'order' ? '/order' : '/menus'} className="button button--second">
          {mode === 'order' ? t('START AN ORDER') : t('SEE ALL MENUS')}
        </Link>
      </div>
    </section>
  )
}

function findDishes(
  book: MenuBook,
  ids: readonly string[],
  keep: (item: MenuItem) => boolean = () => true,
): MenuItem[] {
  const dishes = new Map(
    book.menus
      .flatMap(({ categories }) => categories)
      .flatMap(({ items }) => items)
      .map((item) => [item.omnivore_id, item]),
  )
  return ids
    .flatMap((id) => dishes.get(id) ?? [])
    .filter((item) => isAvailable(item) && keep(item))
    .slice(0, maxShown)
}
