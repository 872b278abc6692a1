import * as z from 'zod/mini'
import type { ConfigurationsAnswer } from './location.ts'
import { pictureSizes } from './picture.ts'
import { ReadOnlyNonPosPage } from './read-only-menu.ts'
import { parseLenient } from './parse-lenient.ts'

/** The content pages in the location's configurations: specification §3 *Location configuration*. */

const text = z.string()
const optionalText = z.optional(z.string())

/** The sizes are not in the specification's list of fields. */
const GalleryImage = z.object({
  image: z.object({ url: text, image_id: text, ...pictureSizes }),
  title: text,
})
type GalleryImage = z.infer<typeof GalleryImage>
const GalleryPage = z.object({ active_images: z.array(GalleryImage) })
type GalleryPage = z.infer<typeof GalleryPage>

export const Faq = z.object({ question: text, answer: text })
export type Faq = z.infer<typeof Faq>
/** `text` and the answers are HTML. */
const AboutPage = z.object({
  header: optionalText,
  text: optionalText,
  faqs: z.optional(z.array(Faq)),
})
type AboutPage = z.infer<typeof AboutPage>

/** A page with one text: privacy, terms, catering information. */
const TextPage = z.object({ header: optionalText, html: optionalText })
type TextPage = z.infer<typeof TextPage>

const RewardPage = z.object({ header: optionalText, text: optionalText, sign_up_text: optionalText })
/** The texts of the curbside arrival screen. */
const ReadyToPickUp = z.object({ header: optionalText, details: optionalText })

/** Every content page's schema by its configuration's name. */
export const contentSchemas = {
  gallery_page: GalleryPage,
  read_only_non_pos_page: ReadOnlyNonPosPage,
  about_page: AboutPage,
  privacy_page: TextPage,
  terms_page: TextPage,
  catering_page: TextPage,
  reward_page: RewardPage,
  ready_to_pick_up: ReadyToPickUp,
} as const
export type ContentName = keyof typeof contentSchemas
export type Content<N extends ContentName> = z.infer<(typeof contentSchemas)[N]>

/** A content page's configuration; undefined where it is missing or does not fit its schema. */
export function findContent<N extends ContentName>(
  configurations: ConfigurationsAnswer['configurations'],
  name: N,
): Content<N> | undefined {
  const { value } = configurations.find((one) => one.name === name) ?? {}
  const read = parseLenient<z.ZodMiniType>(contentSchemas[name], value)
  return read.success ? (read.data as Content<N>) : undefined
}
