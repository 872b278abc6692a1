import type { ReactNode } from 'react'
import type { Picture as PictureData, PictureSizes } from '#contract/schemas/picture.ts'
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

/**
 * The `sizes` of a picture that is as wide as a phone. They are less than the real width: on a screen of two or three device pixels that selects the size of 640
 * pixels, which is sharp enough and has a third of the next size's bytes.
 */
export const phonePictureSizes = '(min-resolution: 2.5dppx) 42vw, 72vw'

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
      <PictureSources picture={picture} sizes={sizes}>
        {image}
      </PictureSources>
    </span>
  )
}

/** Paints the picture's average color, or its tiny placeholder, until it has loaded. Set by script: the page's policy forbids style attributes in markup. */
function paintPlaceholder(frame: HTMLElement | null, { colour, placeholder }: PictureData): void {
  if (!frame) return
  if (colour) frame.style.backgroundColor = colour
  if (placeholder?.startsWith('data:image/')) frame.style.backgroundImage = `url("${placeholder}")`
}

/** A picture's sources in the better formats, where its sizes are known, around the `img` that shows it. */
export function PictureSources({
  picture: { base, version, widths },
  sizes,
  children,
}: {
  picture: PictureSizes
  sizes: string
  children: ReactNode
}) {
  if (!widths) return children
  const listFiles = (format: string): string =>
    widths.map((width) => `${base}-${width}.${format}${version ? `?v=${version}` : ''} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={listFiles('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={listFiles('webp')} sizes={sizes} />
      {children}
    </picture>
  )
}
