import type { Picture as PictureData } from '#contract/schemas/picture.ts'
import styles from './picture.module.css'

type PictureProps = {
  picture: PictureData | null | undefined
  alt: string
  /** How wide it is shown, as `sizes` has it: `(min-width: 768px) 33vw, 50vw`. */
  sizes: string
  /** For the first screen's own picture: asked for at once. Everything else waits until it is near. */
  eager?: boolean
  /** The room it fills and is cropped to: 4 by 3, a tile's 16 by 10, or all that there is. */
  shape?: 'dish' | 'tile' | 'fill'
}

/** A dish, category or hero picture: its room is kept from the start, its own colour shows until it is there. */
export function Picture({ picture, alt, sizes, eager = false, shape = 'dish' }: PictureProps) {
  if (!picture) return null
  const image = (
    <img
      className={styles.image}
      src={picture.imageSignedUrl}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  )
  return (
    <span className={`${styles.room} ${styles[shape]}`} ref={(room) => paintRoom(room, picture)}>
      {picture.base && picture.widths ? (
        <picture>
          <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={srcSet(picture, 'webp')} sizes={sizes} />
          {image}
        </picture>
      ) : (
        image
      )}
    </span>
  )
}

/** The picture's own colour, or its tiny stand-in, until it is there. Set by script: a style attribute in the page's markup is against its policy. */
function paintRoom(room: HTMLElement | null, { colour, placeholder }: PictureData): void {
  if (!room) return
  if (colour) room.style.backgroundColor = colour
  if (placeholder?.startsWith('data:image/')) room.style.backgroundImage = `url("${placeholder}")`
}

function srcSet({ base, version, widths }: PictureData, format: string): string {
  return (widths ?? [])
    .map((width) => `${base}-${width}.${format}${version ? `?v=${version}` : ''} ${width}w`)
    .join(', ')
}
