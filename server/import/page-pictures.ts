import type { PictureSizes } from '#contract/schemas/picture.ts'
import type { LocationFile } from './file-schemas.ts'
import { isObject } from './is-object.ts'
import type { PictureBook } from './pictures.ts'

type Shown = Pick<LocationFile, 'settings' | 'configurations' | 'announcements'>

/** The sizes of a picture by its address. Undefined where only the address is known: a picture of somewhere else. */
type FindSizes = (address: string) => PictureSizes | undefined

/**
 * A location with the sizes of its own pages' pictures (the header, the front, the gallery, announcements), where these are the restaurant's own
 * (`/pictures/hero-1280.webp`): a browser takes the one that it needs, in the smaller format.
 */
export function withPictureSizes<T extends Shown>(location: T, pictures: PictureBook): T {
  return setSizes(location, (address) => {
    const slug = /^\/pictures\/(.+)-\d+\.\w+$/.exec(address)?.[1]
    const { base, version, widths } = (slug === undefined ? undefined : pictures.find(slug)) ?? {}
    return base === undefined ? undefined : { base, version, widths }
  })
}

/** A location as a file has it: without what `withPictureSizes` adds. */
export const withoutPictureSizes = <T extends Shown>(location: T): T => setSizes(location, () => undefined)

const setSizes = <T extends Shown>(location: T, find: FindSizes): T => ({
  ...location,
  settings: ofSettings(location.settings, find),
  configurations: location.configurations.map((one) =>
    one.name === 'gallery_page' ? { ...one, value: ofGallery(one.value, find) } : one,
  ),
  announcements: location.announcements.map(({ image_sizes: _before, ...announcement }) => {
    const image_sizes = announcement.image_src ? find(announcement.image_src) : undefined
    return image_sizes ? { ...announcement, image_sizes } : announcement
  }),
})

function ofSettings(settings: Shown['settings'], find: FindSizes): Shown['settings'] {
  const { consumer_application_settings: app } = settings
  if (!app.home_page) return settings
  const { header_images, front_image, ...others } = app.home_page
  const ofImage = <T extends PictureSizes & { imageSignedUrl: string }>(image: T): T =>
    sized(image, image.imageSignedUrl, find)
  const home_page = {
    ...others,
    ...(header_images && { header_images: header_images.map(({ image }) => ({ image: ofImage(image) })) }),
    ...(front_image && { front_image: { image: ofImage(front_image.image) } }),
  }
  return { ...settings, consumer_application_settings: { ...app, home_page } }
}

/** The value is what an operator has written: whatever is not a picture of the gallery stays as it is. */
function ofGallery(value: unknown, find: FindSizes): unknown {
  if (!isObject(value) || !Array.isArray(value['active_images'])) return value
  const active_images = value['active_images'].map((entry: unknown) => {
    const image = isObject(entry) ? entry['image'] : undefined
    if (!isObject(entry) || !isObject(image) || typeof image['url'] !== 'string') return entry
    return { ...entry, image: sized(image, image['url'], find) }
  })
  return { ...value, active_images }
}

function sized<T extends PictureSizes>(image: T, address: string, find: FindSizes): T {
  const { base: _base, version: _version, widths: _widths, ...plain } = image
  return { ...plain, ...find(address) } as T
}
