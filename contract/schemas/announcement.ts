import * as z from 'zod/mini'
import { optionalId, optionalText } from './lenient-text.ts'
import { PictureSizes } from './picture.ts'

/** The restaurant's announcements: specification §3. */

export const AnnouncementButton = z.object({
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  top: z.optional(z.number()),
  left: z.optional(z.number()),
  action: optionalText,
  action_is_external: z.optional(z.boolean()),
  protocol: optionalText,
  hostname: optionalText,
  /** The name of the area, for guests who do not see the picture. Not in the specification's list of fields. */
  name: optionalText,
})
export type AnnouncementButton = z.infer<typeof AnnouncementButton>

export const Announcement = z.object({
  id: optionalText,
  type: z.string(),
  title: z.string(),
  action: optionalText,
  action_is_external: z.optional(z.boolean()),
  data: z.optional(
    z.looseObject({
      body: optionalText,
      opentable_id: optionalId,
      buttons: z.optional(z.array(AnnouncementButton)),
    }),
  ),
  image_src: optionalText,
  /** The sizes in which that picture is available. Not in the specification's list of fields. */
  image_sizes: z.optional(PictureSizes),
  /** The first and last day on which it is shown, ISO dates in the location's zone; a missing one means no limit. Not in the specification's list of fields. */
  starts: optionalText,
  ends: optionalText,
  /** The addresses of a banner's pictures: an eighth, or a third, as high as wide. The positions of their `data.buttons` are in percent of the picture. */
  desktop_banner_one_eighth: optionalText,
  desktop_banner_one_third: optionalText,
  mobile_banner_one_eighth: optionalText,
  mobile_banner_one_third: optionalText,
})
export type Announcement = z.infer<typeof Announcement>

export const AnnouncementsAnswer = z.object({ announcements: z.array(Announcement) })
export type AnnouncementsAnswer = z.infer<typeof AnnouncementsAnswer>
