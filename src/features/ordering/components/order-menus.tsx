import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { outlineOf } from '#contract/menu-outline.ts'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import { useAfterLaunch } from '#lib/paint/use-later.ts'
import { Empty } from '#lib/paint/screen-states.tsx'
import { TileFace, tileLink, Tiles } from '#lib/paint/tile.tsx'
import { type DietaryInfo, usePart } from '#lib/query/menu-book.ts'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { AllergenFilter } from '#shared/allergens/allergen-filter.tsx'
import { useDietaryFilter } from '#shared/allergens/use-dietary-filter.ts'
import { readOnOrder } from '../on-order.ts'
import { CategoryJump, placeOf } from './category-jump.tsx'
import { DishRows } from './dish-rows.tsx'
import { useClosed } from '../closed-order.ts'
import { useServedFirst } from '../use-served-first.ts'
import { ServedNote } from './served-note.tsx'
import styles from './order-menus.module.css'

type Menus = MenuOutline['menus']
type Category = Menus[number]['categories'][number]

/** How many dishes render at once. The next follow when the browser is idle, so that taps are answered. */
const step = 40
/** How many dishes get placeholders before they load. What is further down is not seen so soon. */
const maxPlaceholders = 120

/** Every dish of the menus shown, with its price, below a bar of their categories; then the categories' tiles (MO-08). */
export function OrderMenus({
  menus: all,
  book: wholeBook,
  isLost,
  info,
  titled,
}: {
  menus: Menus
  book: MenuBook | undefined
  /** The menu book failed to load: its dishes get no placeholders. */
  isLost: boolean
  info: DietaryInfo
  titled: boolean
}) {
  const keep = useDietaryFilter(info)
  const left = useMemo(() => leaveOut(keep, all, wholeBook), [keep, all, wholeBook])
  const { book } = left
  // When dishes are filtered out, the menus come from the book, in its order.
  const menus = useServedFirst(left.menus)
  const { facts } = usePortal()
  const look = facts.host.theme.dishes
  const ticket = useTicket()
  const onOrder = useMemo(() => readOnOrder(ticket), [ticket])
  const isOpen = useClosed(ticket) === undefined
  const [said, setSaid] = useState('')
  const onAdded = useCallback((words: string) => setSaid(words), [])
  const firstMenu = menus.find((menu) => menu.categories.length > 0)
  const first = firstMenu?.categories[0]
  const part = usePart('order', {
    menuId: firstMenu?.external_id ?? '',
    categoryId: first?.external_id ?? '',
  })
  const drawn = useGrowing(book ? countDishes(menus) : 0)
  const offsets = useMemo(() => countBefore(menus), [menus])
  const isAfterLaunch = useAfterLaunch()
  const dishesOf = (menu: Menus[number], category: Category) => {
    const place = offsets.get(category) ?? 0
    const inBook = book?.menus
      .find((one) => one.external_id === menu.external_id)
      ?.categories.find((one) => one.external_id === category.external_id)?.items
    const items =
      category === first
        ? (inBook ?? (keep ? undefined : part?.category.items))
        : place < drawn
          ? inBook
          : undefined
    if (!items && (isLost || place >= maxPlaceholders)) return null
    return (
      <DishRows
        count={category.item_count}
        items={items}
        look={look}
        heading={titled ? 'h4' : 'h3'}
        onOrder={onOrder}
        canAdd={isOpen}
        onAdded={onAdded}
        eager={category === first ? 3 : 0}
      />
    )
  }
  const CategoryHeading = titled ? 'h3' : 'h2'
  return (
    <>
      <AllergenFilter info={info} left={book && countDishes(menus)} of={countDishes(all)} />
      <CategoryJump menus={menus} titled={titled} />
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div className={`container ${styles.menus}`}>
        {!titled && <ServedNote menu={menus[0]} />}
        {menus.map((menu) => (
          <section key={menu.id} aria-label={menu.name} className={styles.menu} data-dishes>
            {titled && (
              <div>
                <h2>{menu.name}</h2>
                {menu.description && <p className={styles.note}>{menu.description}</p>}
                <ServedNote menu={menu} />
              </div>
            )}
            {menu.categories.length === 0 && <Empty>{t('No categories on this menu')}</Empty>}
            {menu.categories.map((category) => (
              <section
                key={category.id}
                id={placeOf(menu, category)}
                aria-label={category.name}
                className={styles.category}
              >
                <div>
                  <CategoryHeading tabIndex={-1} className={styles.name}>
                    {category.name}
                  </CategoryHeading>
                  {category.description && <p className={styles.note}>{category.description}</p>}
                </div>
                {category.item_count === 0 ? (
                  <Empty>{t('No items on this category')}</Empty>
                ) : (
                  dishesOf(menu, category)
                )}
              </section>
            ))}
          </section>
        ))}
        {/* Two hundred pictures below thousands of dishes would hold up the first frame. */}
        {(isAfterLaunch || countDishes(menus) <= maxPlaceholders) && (
          <CategoryTiles menus={menus} titled={titled} />
        )}
      </div>
    </>
  )
}

/** The categories with their pictures, each linking to its own page. */
function CategoryTiles({ menus, titled }: { menus: Menus; titled: boolean }) {
  if (menus.every((menu) => menu.categories.length === 0)) return null
  return (
    <section aria-label={t('Browse by category')} className={styles.menu}>
      <h2>{t('Browse by category')}</h2>
      {menus.map(
        (menu) =>
          menu.categories.length > 0 && (
            <div key={menu.id} className={styles.menu}>
              {titled && menus.length > 1 && <h3>{menu.name}</h3>}
              <Tiles>
                {menu.categories.map((category) => (
                  <li key={category.id}>
                    <Link
                      to="/order/$menuId/category/$categoryId"
                      params={{ menuId: menu.external_id, categoryId: category.external_id }}
                      className={tileLink}
                    >
                      <TileFace name={category.name} note={category.description} picture={category.image} />
                    </Link>
                  </li>
                ))}
              </Tiles>
            </div>
          ),
      )}
    </section>
  )
}

const countDishes = (menus: Menus): number =>
  menus.flatMap((menu) => menu.categories).reduce((sum, one) => sum + one.item_count, 0)

/** The menus with only the dishes that pass the filter; unchanged if all pass or the dishes have not loaded. */
function leaveOut(
  keep: ((item: MenuItem) => boolean) | undefined,
  menus: Menus,
  book: MenuBook | undefined,
): { menus: Menus; book: MenuBook | undefined } {
  if (!keep || !book) return { menus, book }
  const left = {
    menus: book.menus.map((menu) => ({
      ...menu,
      categories: menu.categories
        .map((one) => ({ ...one, items: one.items.filter(keep) }))
        .filter(({ items }) => items.length > 0),
    })),
  }
  const shown = new Set(menus.map(({ external_id: id }) => id))
  return {
    menus: outlineOf(left).menus.filter((menu) => shown.has(menu.external_id) && menu.categories.length > 0),
    book: left,
  }
}

/** How many dishes come before each category. */
function countBefore(menus: Menus): Map<Category, number> {
  const categories = menus.flatMap((menu) => menu.categories)
  const counts = categories.map((_, place) =>
    categories.slice(0, place).reduce((sum, one) => sum + one.item_count, 0),
  )
  return new Map(categories.map((category, place) => [category, counts[place]!]))
}

/** Counts up to a number in steps, each rendered in the background. */
function useGrowing(total: number): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count >= total) return undefined
    const timer = setTimeout(() => startTransition(() => setCount((now) => now + step)))
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}
