import { t } from '#contract/language.ts'

/** The picture of a restaurant's front. */
export const FrontPicture = ({
  src,
  name,
  className,
}: {
  src: string
  /** The restaurant's name. */
  name: string
  className: string | undefined
}) => (
  <img
    className={className}
    src={src}
    alt={t`The front of ${name}`}
    width={1280}
    height={720}
    loading="lazy"
    decoding="async"
  />
)
