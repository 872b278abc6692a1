import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { formatCents } from '#contract/money.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { Picture } from '#contract/schemas/picture.ts'
import { Marks } from './dish-card.tsx'
import { Picture as PictureFrame } from '#lib/paint/picture.tsx'
import styles from './dish-view.module.css'

type DishViewProps = {
  item: MenuItem
  /** The link back to the list, above the dish's name. */
  back?: ReactNode
  children: ReactNode
}

/** A dish's own page: the picture, the name, the price, and the caller's content below. */
export function DishView({ item, back, children }: DishViewProps) {
  const [first, ...others] = item.images
  return (
    <article className={`container ${styles.dish}`} data-bare={first ? undefined : ''}>
      {first && <Pictures name={item.name} first={first} others={others} />}
      <div className={styles.words}>
        {back}
        <header className={styles.head}>
          <h1>{item.name}</h1>
          <p className={`price ${styles.price}`}>{formatCents(item.omnivore.price_per_unit)}</p>
          {item.description && <p className={styles.description}>{item.description}</p>}
          <Marks item={item} />
        </header>
        {children}
      </div>
    </article>
  )
}

/** On a phone the pictures are in a row to swipe through; in a wider window the others are below the first. */
function Pictures({ name, first, others }: { name: string; first: Picture; others: Picture[] }) {
  const several = others.length > 0
  return (
    <div
      className={styles.pictures}
      data-several={several || undefined}
      {...(several && { role: 'group', tabIndex: 0, 'aria-label': t`Pictures of ${name}` })}
    >
      <div className={styles.first}>
        <PictureFrame picture={first} alt={name} sizes="(min-width: 992px) 50vw, 100vw" eager />
      </div>
      {others.map((picture) => (
        <div key={picture.imageSignedUrl} className={styles.other}>
          <PictureFrame picture={picture} alt="" sizes="(min-width: 992px) 38vw, 88vw" />
        </div>
      ))}
    </div>
  )
}
