import type { Picture as PictureData } from '#contract/schemas/picture.ts'
import styles from './picture.module.css'

type PictureProps = {
  picture: PictureData | null | undefined
  alt: string
  /** The displayed width, as a `sizes` attribute: `(min-width: 768px) 33vw, 50vw`. */
  sizes: string
  /** For the first screen's own picture: loaded at once. All others wait until they are near the viewport. */
  eager?: boolean
  /** The space that it fills and is cropped to: 4 by 3, a tile's 16 by 10, or all of its container. */
  shape?: 'dish' | 'tile' | 'fill'
}

/** A dish, category or hero picture: its space is reserved from the start, and its average color shows until it has loaded. */
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
    <span className={`${styles.room} ${styles[shape]}`} ref={(frame) => paintPlaceholder(frame, picture)}>
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

/** Paints the picture's average color, or its tiny placeholder, until it has loaded. Set by script: the page's policy forbids style attributes in markup. */
function paintPlaceholder(frame: HTMLElement | null, { colour, placeholder }: PictureData): void {
  if (!frame) return
  if (colour) frame.style.backgroundColor = colour
  if (placeholder?.startsWith('data:image/')) frame.style.backgroundImage = `url("${placeholder}")`
}

function srcSet({ base, version, widths }: PictureData, format: string): string {
  return (widths ?? [])
    .map((width) => `${base}-${width}.${format}${version ? `?v=${version}` : ''} ${width}w`)
    .join(', ')
}
