import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/money.ts'
import type { MenuItemCard } from '#contract/schemas/menu.ts'
import { isAvailable } from '#contract/rules/item.ts'
import { Picture } from './picture.tsx'
import styles from './dish-card.module.css'

export type DishesLook = 'cards' | 'rows' | 'type'

/** Where a dish's own page is: browsing and ordering have one each (specification §2, route table). */
export const dishRoute = {
  browse: '/menus/$menuId/category/$categoryId/item/$itemId',
  order: '/order/$menuId/category/$categoryId/item/$itemId',
} as const

/** A list of dishes, in the merchant's own look. */
export function DishList({
  items,
  mode,
  look,
  eager = 4,
}: {
  items: readonly MenuItemCard[]
  mode: 'browse' | 'order'
  look: DishesLook
  eager?: number
}) {
  return (
    <ul className={`${styles.list} ${styles[look]}`}>
      {items.map((item, place) => (
        <li key={item.id} className={styles.cell}>
          <DishCard item={item} mode={mode} eager={place < eager} look={look} />
        </li>
      ))}
    </ul>
  )
}

function DishCard({ item, mode, eager, look }: { item: MenuItemCard; mode: 'browse' | 'order'; eager: boolean; look: DishesLook }) {
  const picture = look === 'type' ? undefined : item.images[0]
  return (
    <Link
      className={styles.dish}
      data-bare={picture ? undefined : ''}
      data-sold-out={isAvailable(item) ? undefined : ''}
      to={dishRoute[mode]}
      params={{ menuId: item.external_menu_id, categoryId: item.external_menu_category_id, itemId: item.external_id }}
    >
      {picture && (
        <span className={styles.picture}>
          <Picture
            picture={picture}
            alt=""
            sizes={look === 'rows' ? '(min-width: 768px) 200px, 112px' : '(min-width: 992px) 30vw, (min-width: 600px) 46vw, 72vw'}
            eager={eager}
          />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.line}>
          <h2 className={styles.name}>{item.name}</h2>
          <span className={`price ${styles.price}`}>{formatCents(item.omnivore.price_per_unit)}</span>
        </span>
        {item.description && <span className={styles.description}>{item.description}</span>}
        <Marks item={item} />
      </span>
    </Link>
  )
}

/** Vegan, gluten-free, sold out: words, not only pictures. */
export function Marks({ item }: { item: Pick<MenuItemCard, 'vegan' | 'gluten_free' | 'available'> }) {
  const marks = [!isAvailable(item) && 'Sold out', item.vegan && 'Vegan', item.gluten_free && 'Gluten-free'].filter((mark) => mark !== false)
  if (marks.length === 0) return null
  return (
    <span className={styles.marks}>
      {marks.map((mark) => (
        <span key={mark} className={styles.mark} data-mark={mark}>
          {mark}
        </span>
      ))}
    </span>
  )
}
