import * as z from 'zod/mini'

/** How a gift card looks (extension `gift_designs`): drawn on the device from these fields, or the restaurant's own picture. */

/** The pattern on the background. A portal draws one that it does not know as `plain`. */
export const giftPatterns = [
  'plain',
  'frame',
  'rays',
  'confetti',
  'stripes',
  'dots',
  'arcs',
  'leaves',
  'flames',
  'gingham',
  'scallops',
  'hearts',
  'stars',
] as const
export type GiftPattern = (typeof giftPatterns)[number]

const text = z.string()
const colour = text.check(z.regex(/^#[0-9a-fA-F]{6}$/))

export const GiftDesign = z.object({
  id: text,
  /** Its name in the list of designs: `Birthday`. */
  name: text,
  /** The text on the card: `Happy birthday`. */
  words: text,
  /** Not `GiftPattern`: an API may know more patterns than this portal. */
  pattern: text,
  ground: colour,
  motif: colour,
  /** The text color that is readable on the ground. */
  ink: z.enum(['light', 'dark']),
  /** The restaurant's own picture in place of ground and pattern: its address, and a description. */
  image: z.optional(text),
  alt: z.optional(text),
})
export type GiftDesign = z.infer<typeof GiftDesign>
