import * as z from 'zod/mini'

/** The sizes in which a picture is available; without them there is only the one address. */
export const pictureSizes = {
  /** Address without width and extension: `{base}-{width}.{avif|webp}?v={version}`. */
  base: z.optional(z.string()),
  version: z.optional(z.string()),
  widths: z.optional(z.array(z.number())),
}
export const PictureSizes = z.object(pictureSizes)
export type PictureSizes = z.infer<typeof PictureSizes>

/**
 * A picture in the API. `imageSignedUrl` is the specification's (§3); the reference API adds the rest so that a picture can be sized before it arrives: without
 * it, the portal shows that one address.
 */
export const Picture = z.object({
  imageSignedUrl: z.string(),
  ...pictureSizes,
  /** Width divided by height. */
  aspect: z.optional(z.number()),
  /** The average color, shown until the picture has loaded. */
  colour: z.optional(z.string()),
  placeholder: z.optional(z.string()),
  /** Do not crop it in lists that crop pictures to one height, so that a glass keeps its rim and its foot. */
  whole: z.optional(z.boolean()),
})
export type Picture = z.infer<typeof Picture>
