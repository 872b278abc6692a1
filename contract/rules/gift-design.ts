import { contrast } from '../contrast.ts'
import type { GiftDesign, GiftPattern } from '../schemas/gift-design.ts'
import type { Theme } from '../schemas/location.ts'

/** Gift-card designs (decision 052): those that a restaurant has without naming any, and which of its designs an order has. */

/** What is written on a card in, by its ground. */
export const giftInks = { light: '#ffffff', dark: '#060403' } as const

/** The ink that is read better on a ground (`#rrggbb`). */
export const inkOn = (ground: string): GiftDesign['ink'] =>
  contrast(giftInks.light, ground) >= contrast(giftInks.dark, ground) ? 'light' : 'dark'

/** What a shape of restaurant draws where it has said nothing. */
const patternsOf: Readonly<
  Record<Theme['shape']['radius'], readonly [GiftPattern, GiftPattern, GiftPattern]>
> = {
  sharp: ['frame', 'stripes', 'confetti'],
  soft: ['arcs', 'leaves', 'confetti'],
  round: ['dots', 'hearts', 'confetti'],
}

/** The designs of a restaurant that names none, in the colours and the shape of its theme: never empty, the first is the default. */
export function themeGiftDesigns({
  colours: { light },
  shape,
}: Pick<Theme, 'colours' | 'shape'>): GiftDesign[] {
  const [classic, thanks, birthday] = patternsOf[shape.radius]
  const design = (
    id: string,
    name: string,
    words: string,
    look: { pattern: GiftPattern; ground: string; motif: string },
  ): GiftDesign => ({ id, name, words, ...look, ink: inkOn(look.ground) })
  return [
    design('classic', 'Classic', 'A gift for you', {
      pattern: classic,
      ground: light.brand,
      motif: light.brandInk,
    }),
    design('thank-you', 'Thank you', 'Thank you', {
      pattern: thanks,
      ground: light.sunken,
      motif: light.accent,
    }),
    design('birthday', 'Birthday', 'Happy birthday', {
      pattern: birthday,
      ground: light.accent,
      motif: light.surface,
    }),
  ]
}

/** The design of an id; without one, or for one that is not among them any more, the first. Undefined where there are none. */
export const giftDesignOf = (
  designs: readonly GiftDesign[],
  id: string | undefined,
): GiftDesign | undefined => designs.find((design) => design.id === id) ?? designs[0]
