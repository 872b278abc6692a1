import { contrast } from '../contrast.ts'
import { type GiftDesign, type GiftPattern, giftPatterns } from '../schemas/gift-design.ts'
import type { Theme } from '../schemas/location.ts'

/** Gift-card designs (decision 052): the ones that a restaurant has without naming any, the one of each kind of card, and the one of a card. */

/** The text colors on a card, by its ground. */
export const giftInks = { light: '#ffffff', dark: '#060403' } as const

/** The ink that is more readable on a ground (`#rrggbb`). */
export const inkOn = (ground: string): GiftDesign['ink'] =>
  contrast(giftInks.light, ground) >= contrast(giftInks.dark, ground) ? 'light' : 'dark'

/** The patterns of a restaurant that names no designs, by its theme's shape. */
const patternsOf: Readonly<
  Record<Theme['shape']['radius'], readonly [GiftPattern, GiftPattern, GiftPattern]>
> = {
  sharp: ['frame', 'stripes', 'confetti'],
  soft: ['arcs', 'leaves', 'confetti'],
  round: ['dots', 'hearts', 'confetti'],
}

/** The designs of a restaurant that names none, in the colors and the shape of its theme: never empty, the first is the default. */
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

/** The design with an id; without an id, or for one that no longer exists, the first. Undefined where there are none. */
export const giftDesignOf = (
  designs: readonly GiftDesign[],
  id: string | undefined,
): GiftDesign | undefined => designs.find((design) => design.id === id) ?? designs[0]

/** The part of a kind of card that decides its look: `design` is the id of the design that its restaurant names for it. */
type Kind = { id: string; design?: string | undefined }

/** The id of a design that a kind has from the theme: no design in a file can have it. */
const ownDesignId = ':own'

/**
 * The design of each kind of card, by the kind's id: the named one; else the first, if no other kind has that; else one in the theme's colors. No two kinds
 * look the same unless a design is named twice.
 */
export function programDesigns(
  kinds: readonly Kind[],
  designs: readonly GiftDesign[],
  theme: Pick<Theme, 'colours' | 'shape'>,
): ReadonlyMap<string, GiftDesign> {
  const named = kinds.flatMap(({ id, design }) => {
    const found = designs.find((one) => one.id === design)
    return found ? [[id, found] as const] : []
  })
  const assigned = new Map<string, GiftDesign>(named)
  for (const { id } of kinds) {
    if (assigned.has(id)) continue
    const [first] = designs
    const taken = [...assigned.values()]
    const isFree = first !== undefined && !taken.some((one) => one.id === first.id)
    assigned.set(id, isFree ? first : ownDesign(taken, designs, theme))
  }
  return assigned
}

/** A design in the theme's colors that is not in `taken`: on a ground of its own as long as there is one. */
function ownDesign(
  taken: readonly GiftDesign[],
  designs: readonly GiftDesign[],
  { colours: { light }, shape }: Pick<Theme, 'colours' | 'shape'>,
): GiftDesign {
  const [classic, thanks] = patternsOf[shape.radius]
  const patterns = [...new Set<GiftPattern>([thanks, 'rays', classic, ...giftPatterns])]
  const grounds = [
    [light.accent, light.surface],
    [light.sunken, light.brand],
    [light.ink, light.accent],
    [light.brand, light.brandInk],
    [light.brandInk, light.brand],
  ] as const
  const looks = patterns.flatMap((pattern) => grounds.map(([ground, motif]) => ({ pattern, ground, motif })))
  const isOn =
    (ground: string) =>
    (one: GiftDesign): boolean =>
      one.image === undefined && one.ground.toLowerCase() === ground.toLowerCase()
  const look =
    looks.find(({ ground }) => ![...taken, ...designs].some(isOn(ground))) ??
    looks.find(({ ground }) => !taken.some(isOn(ground))) ??
    looks.find(({ ground, pattern }) => !taken.some((one) => isOn(ground)(one) && one.pattern === pattern)) ??
    looks[0]!
  return {
    id: ownDesignId,
    name: designs[0]?.name ?? 'Classic',
    words: designs[0]?.words ?? 'A gift for you',
    ...look,
    ink: inkOn(look.ground),
  }
}

/** A kind of card in an API's answer. */
type KindOnWire = { id: string; design?: GiftDesign | undefined }

/** The designs that a card of a kind can have: its own, which is the default, and those that belong to no other kind. */
export function designsForProgram(
  programs: readonly KindOnWire[],
  designs: readonly GiftDesign[],
  programId: string | undefined,
): GiftDesign[] {
  const own = programs.find(({ id }) => id === programId)?.design
  if (!own) return [...designs]
  const others = designs.filter(({ id }) => !programs.some(({ design }) => design?.id === id))
  return [own, ...others]
}
