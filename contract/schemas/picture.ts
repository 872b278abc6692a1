import * as z from 'zod/mini'

/**
 * A picture on the wire. `imageSignedUrl` is the specification's (§3); the rest is what the reference API adds so that a
 * picture can be sized before it arrives: without it the portal shows the one address it has.
 */
export const Picture = z.object({
  imageSignedUrl: z.string(),
  /** Address without width and ending: `{base}-{width}.{avif|webp}?v={version}`. */
  base: z.optional(z.string()),
  version: z.optional(z.string()),
  widths: z.optional(z.array(z.number())),
  /** Width over height. */
  aspect: z.optional(z.number()),
  /** The average colour, shown until the picture is there. */
  colour: z.optional(z.string()),
  placeholder: z.optional(z.string()),
  /** To be shown whole where a list crops pictures to one height: a glass keeps its rim and its foot. */
  whole: z.optional(z.boolean()),
})
export type Picture = z.infer<typeof Picture>
