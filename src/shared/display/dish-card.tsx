import { Link } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useDeferredValue } from 'react'
import { formatCents } from '#contract/money.ts'
import { dietWords } from '#contract/rules/allergens.ts'
import type { MenuItem, MenuItemCard } from '#contract/schemas/menu.ts'
import { isAvailable, isSoldOutToday, soldOutText } from '#contract/rules/item.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { phonePictureSizes, Picture } from '#lib/paint/picture.tsx'
import { useHydrated } from '#lib/paint/use-hydrated.ts'
import styles from './dish-card.module.css'

const FlipPictures = lazy(async () => ({
  default: (await import('#lib/paint/flip-pictures.tsx')).FlipPictures,
}))
const FlipSwitch = lazy(async () => ({ default: (await import('#lib/paint/flip-pictures.tsx')).FlipSwitch }))

export type DishesLook = 'cards' | 'rows' | 'type'

/** The path of a dish's own page: browsing and ordering have one each (specification §2, route table). */
export const dishRoute = {
  browse: '/menus/$menuId/category/$categoryId/item/$itemId',
  order: '/order/$menuId/category/$categoryId/item/$itemId',
} as const

/** A longer category renders its first dishes at once and the rest when the browser has time, so that taps are answered. */
const longList = 120
const beginning = 60

/** A list of dishes in the merchant's own look; like a printed menu where none of them has a picture, whatever the look. */
export function DishList({
  items,
  mode,
  look: wanted,
  eager = 1,
  heading = 'h2',
}: {
  items: readonly MenuItemCard[]
  mode: 'browse' | 'order'
  look: DishesLook
  eager?: number
  heading?: 'h2' | 'h3'
}) {
  const isHydrated = useHydrated()
  const look = items.some(({ images }) => images[0]) ? wanted : 'type'
  const shown = useDeferredValue(items, items.length > longList ? items.slice(0, beginning) : items)
  return (
    <>
      <ul className={`${styles.list} ${styles[look]}`}>
        {shown.map((item, place) => (
          <li key={item.id} className={styles.cell}>
            <DishCard item={item} mode={mode} eager={place < eager} look={look} heading={heading} />
          </li>
        ))}
      </ul>
      {look !== 'type' && items.some((item) => item.images.length > 1) && (
        <div className={styles.switch}>
          {isHydrated && (
            <LoadingGuard>
              <Suspense>
                <FlipSwitch />
              </Suspense>
            </LoadingGuard>
          )}
        </div>
      )}
    </>
  )
}

const pictureSizes = {
  rows: '(min-width: 768px) 200px, 112px',
  cards: `(min-width: 992px) 30vw, (min-width: 600px) 46vw, ${phonePictureSizes}`,
}

function DishCard({
  item,
  mode,
  eager,
  look,
  heading: Heading,
}: {
  item: MenuItemCard
  mode: 'browse' | 'order'
  eager: boolean
  look: DishesLook
  heading: 'h2' | 'h3'
}) {
  const isHydrated = useHydrated()
  const [picture, ...others] = look === 'type' ? [] : item.images
  const sizes = look === 'rows' ? pictureSizes.rows : pictureSizes.cards
  return (
    <Link
      className={styles.dish}
      data-bare={picture ? undefined : ''}
      to={dishRoute[mode]}
      params={{
        menuId: item.external_menu_id,
        categoryId: item.external_menu_category_id,
        itemId: item.external_id,
      }}
    >
      {picture && (
        <span className={styles.picture} data-whole={picture.whole}>
          <Picture
            picture={picture}
            alt=""
            sizes={sizes}
            eager={eager}
            shape={look === 'cards' ? 'fill' : 'dish'}
          />
          {isHydrated && others.length > 0 && (
            <LoadingGuard>
              <Suspense>
                <FlipPictures others={others} sizes={sizes} />
              </Suspense>
            </LoadingGuard>
          )}
          <SoldOut item={item} className={styles.ribbon} aria-hidden />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.line}>
          <Heading className={styles.name}>{item.name}</Heading>
          <span className={`price ${styles.price}`}>{formatCents(item.omnivore.price_per_unit)}</span>
        </span>
        {item.description && <span className={styles.description}>{item.description}</span>}
        <Marks item={item} />
      </span>
    </Link>
  )
}

/** A sold-out badge. One for today only is in no kept view: the dish may be back by then. */
function SoldOut({ item, ...props }: { item: MenuItemCard } & ComponentProps<'span'>) {
  const text = soldOutText(item)
  return (
    text && (
      <span {...props} {...(isSoldOutToday(item) && transientMark)}>
        {text}
      </span>
    )
  )
}

/** Vegan, gluten-free, sold out: as words, not as icons alone. */
export function Marks({ item }: { item: MenuItemCard | MenuItem }) {
  const marks = dietWords(item)
  if (marks.length === 0 && isAvailable(item)) return null
  return (
    <span className={styles.marks}>
      <SoldOut item={item} className={`${styles.mark} ${styles.soldOut}`} />
      {marks.map((mark) => (
        <span key={mark} className={styles.mark}>
          {mark}
        </span>
      ))}
    </span>
  )
}
