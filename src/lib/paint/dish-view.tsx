import type { ReactNode } from 'react'
import { formatCents } from '#contract/money.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { Marks } from './dish-card.tsx'
import { Picture } from './picture.tsx'
import styles from './dish-view.module.css'

/** A dish's own page: the picture, the name, the price, and what the caller puts beneath. */
export function DishView({ item, children }: { item: MenuItem; children: ReactNode }) {
  const [first, ...others] = item.images
  return (
    <article className={`container ${styles.dish}`} data-bare={first ? undefined : ''}>
      {first && (
        <div className={styles.pictures}>
          <Picture picture={first} alt={item.name} sizes="(min-width: 992px) 50vw, 100vw" eager />
          {others.length > 0 && (
            <div className={styles.others}>
              {others.map((picture) => (
                <Picture key={picture.imageSignedUrl} picture={picture} alt="" sizes="(min-width: 992px) 25vw, 50vw" />
              ))}
            </div>
          )}
        </div>
      )}
      <div className={styles.words}>
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
