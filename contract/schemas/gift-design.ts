import * as z from 'zod/mini'

/** How a gift card looks (extension `gift_designs`): drawn on the device from these few words, or the restaurant's own picture. */

/** What is drawn on the ground. A portal that does not know one draws `plain`. */
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
  /** What it is called where it is chosen: `Birthday`. */
  name: text,
  /** What stands on the card: `Happy birthday`. */
  words: text,
  /** Not `GiftPattern`: an API may know more of them than this portal. */
  pattern: text,
  ground: colour,
  motif: colour,
  /** What can be read on the ground. */
  ink: z.enum(['light', 'dark']),
  /** The restaurant's own picture in place of ground and pattern: an address, and what it shows. */
  image: z.optional(text),
  alt: z.optional(text),
})
export type GiftDesign = z.infer<typeof GiftDesign>
