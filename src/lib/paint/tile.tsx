import type { ReactNode } from 'react'
import type { Picture as PictureData } from '#contract/schemas/picture.ts'
import { phonePictureSizes, Picture } from './picture.tsx'
import styles from './tile.module.css'

const tileSizes = `(min-width: 768px) 31vw, (min-width: 600px) 47vw, ${phonePictureSizes}`

/** The content of a menu or category tile; the caller wraps it in its link. */
export function TileFace({
  name,
  note,
  picture,
  eager = false,
}: {
  name: string
  note?: string | undefined
  picture: PictureData | null
  eager?: boolean
}) {
  return (
    <span className={styles.tile} data-bare={picture ? undefined : ''}>
      {picture && (
        <span className={styles.picture}>
          <Picture picture={picture} alt="" sizes={tileSizes} eager={eager} shape="tile" />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </span>
  )
}

/** Tiles, three per row where there is room (specification §2). */
export function Tiles({ children }: { children: ReactNode }) {
  return <ul className={styles.tiles}>{children}</ul>
}

export const tileLink = styles.link
