import { t } from '#contract/language.ts'
import type { Location } from '#contract/schemas/location.ts'
import { phonePictureSizes, PictureSources } from '#lib/paint/picture.tsx'

/** The picture of a restaurant's front. Nothing where it has none. */
export function FrontPicture({
  location: { name, settings },
  className,
}: {
  location: Pick<Location, 'name' | 'settings'>
  className: string | undefined
}) {
  const image = settings.consumer_application_settings.home_page?.front_image?.image
  if (!image) return null
  return (
    <PictureSources picture={image} sizes={`(min-width: 768px) 48vw, ${phonePictureSizes}`}>
      <img
        className={className}
        src={image.imageSignedUrl}
        alt={t`The front of ${name}`}
        width={1280}
        height={720}
        loading="lazy"
        decoding="async"
      />
    </PictureSources>
  )
}
