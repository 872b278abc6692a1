import { rich } from '#lib/paint/rich.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatCents } from '#contract/money.ts'
import type { MenuItem, MenuItemCard } from '#contract/schemas/menu.ts'
import { useAvoided } from '#lib/query/avoided-allergens.ts'
import { Picture } from '#lib/paint/picture.tsx'
import { type DishesLook, dishRoute, Marks } from '#shared/display/dish-card.tsx'
import type { OnOrder } from '../on-order.ts'
import { canQuickAdd, QuickAdd } from './quick-add.tsx'
import styles from './dish-rows.module.css'

type DishRowsProps = {
  /** How many dishes there will be: their space is reserved before they load, so that nothing moves. */
  count: number
  items: readonly (MenuItemCard | MenuItem)[] | undefined
  look: DishesLook
  /** The heading level of a dish, below the headings above it. */
  heading: 'h3' | 'h4'
  onOrder: OnOrder
  /** The order takes more dishes as it stands. */
  canAdd: boolean
  /** Announces what was added. */
  onAdded: (said: string) => void
  /** How many of the first pictures load eagerly. */
  eager: number
}

/** The dishes of a category, one below the other, each with its price and, where nothing has to be chosen, a button that adds it. */
export function DishRows({ count, items, look, heading, onOrder, canAdd, onAdded, eager }: DishRowsProps) {
  return (
    <ul className={`${styles.rows} ${styles[`list_${look}`]}`} aria-hidden={items ? undefined : true}>
      {Array.from({ length: items?.length ?? count }, (_, place) => {
        const item = items?.[place]
        const { count: ordered, refused } = item ? onOrder.of(item) : { count: 0, refused: undefined }
        return (
          <li
            key={place}
            className={`${styles.row} ${item ? '' : styles.bone}`}
            data-dish={item?.external_id}
          >
            {item && (
              <DishRow
                key={item.id}
                item={item}
                heading={heading}
                pictured={look !== 'type'}
                eager={place < eager}
                ordered={ordered}
                refused={refused}
                canAdd={canAdd}
                onAdded={onAdded}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Memoized: adding one dish renders that row only, out of a hundred. */
const DishRow = memo(function DishRow({
  item,
  heading: Heading,
  pictured,
  eager,
  ordered,
  refused,
  canAdd,
  onAdded,
}: {
  item: MenuItemCard | MenuItem
  heading: 'h3' | 'h4'
  pictured: boolean
  eager: boolean
  ordered: number
  refused: string | undefined
  canAdd: boolean
  onAdded: (said: string) => void
}) {
  const avoided = useAvoided()
  const picture = pictured ? item.images[0] : undefined
  return (
    <>
      <Link
        className={styles.dish}
        data-bare={picture ? undefined : ''}
        to={dishRoute.order}
        params={{
          menuId: item.external_menu_id,
          categoryId: item.external_menu_category_id,
          itemId: item.external_id,
        }}
      >
        <span className={styles.words}>
          <Heading className={styles.name}>{item.name}</Heading>
          {item.description && <span className={styles.description}>{item.description}</span>}
          <span className={styles.facts}>
            <span className="price">{formatCents(item.omnivore.price_per_unit)}</span>
            <Marks item={item} />
            {ordered > 0 && <span className={styles.ordered}>{rich`${ordered} on your order`}</span>}
          </span>
        </span>
        {picture && (
          <span className={styles.picture}>
            <Picture picture={picture} alt="" sizes="112px" eager={eager} shape="fill" />
          </span>
        )}
      </Link>
      {canAdd && canQuickAdd(item, avoided) && <QuickAdd item={item} ordered={ordered} onAdded={onAdded} />}
      {refused && (
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
      )}
    </>
  )
})
