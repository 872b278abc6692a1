import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/money.ts'
import { dishRoute, Marks } from '#shared/display/dish-card.tsx'
import { Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { AvoidedNote } from '#shared/allergens/avoided-note.tsx'
import { useDietaryFilter } from '#shared/allergens/use-dietary-filter.ts'
import styles from './home-dishes.module.css'

/** A category's dishes like lines on a printed menu: name, description, price. Each links to its own page. */
export default function HomeDishes({ menuId, categoryId }: { menuId: string; categoryId: string }) {
  const { book, failed, retry } = useBook('browse')
  const info = useMenus('browse')
  const keep = useDietaryFilter(info)
  const items = book?.menus
    .find((one) => one.external_id === menuId)
    ?.categories.find((one) => one.external_id === categoryId)?.items
  if (!book && failed)
    return <Unreachable failed={failed} what={t('This part of the menu')} onRetry={retry} />
  if (!book) return <Skeleton count={3} shape="row" />
  if (!items || items.length === 0) return <p className={styles.none}>{t('No items on this category')}</p>
  const shown = keep ? items.filter(keep) : items
  return (
    <>
      {keep && <AvoidedNote info={info} counts={{ left: shown.length, of: items.length }} />}
      <ul className={styles.dishes}>
        {shown.map((item) => (
          <li key={item.id}>
            <Link
              className={styles.dish}
              to={dishRoute.browse}
              params={{
                menuId: item.external_menu_id,
                categoryId: item.external_menu_category_id,
                itemId: item.external_id,
              }}
            >
              <span className={styles.line}>
                <strong className={styles.name}>{item.name}</strong>
                <span className={`price ${styles.price}`}>{formatCents(item.omnivore.price_per_unit)}</span>
              </span>
              {item.description && <span className={styles.description}>{item.description}</span>}
              <Marks item={item} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
