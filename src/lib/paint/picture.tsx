import type { Picture as PictureData } from '#contract/schemas/picture.ts'
import styles from './picture.module.css'

export type PictureProps = {
  picture: PictureData | null | undefined
  alt: string
  /** How wide it is shown, as `sizes` has it: `(min-width: 768px) 33vw, 50vw`. */
  sizes: string
  /** For the first screen's own picture: asked for at once. Everything else waits until it is near. */
  eager?: boolean
  /** Width over height of the room it fills; the picture is cropped to it. */
  aspect?: number
}

/** A dish, category or hero picture: its room is kept from the start, its own colour shows until it is there. */
export function Picture({ picture, alt, sizes, eager = false, aspect }: PictureProps) {
  if (!picture) return null
  const room = { aspectRatio: aspect ?? picture.aspect ?? 4 / 3, backgroundColor: picture.colour }
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
    <span className={styles.room} style={room}>
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

function srcSet({ base, version, widths }: PictureData, format: string): string {
  return (widths ?? []).map((width) => `${base}-${width}.${format}${version ? `?v=${version}` : ''} ${width}w`).join(', ')
}
