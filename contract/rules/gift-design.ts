import { contrast } from '../contrast.ts'
import { type GiftDesign, type GiftPattern, giftPatterns } from '../schemas/gift-design.ts'
import type { Theme } from '../schemas/location.ts'

/** Gift-card designs (decision 052): those that a restaurant has without naming any, the one that belongs to each kind of card, and which of them a card has. */

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

/** A kind of card, as far as its look goes: `design` is the id of the one that its restaurant names for it. */
type Kind = { id: string; design?: string | undefined }

/** The id of a design that a kind has of the theme: none of a file's can have it. */
const ownDesignId = ':own'

/**
 * The design of each kind of card, by the kind's id: the one that is named for it; else the first, where no other kind has that; else one in the theme's colours.
 * No two kinds look the same as long as no design is named twice.
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

/** A design in the theme's colours that is not among those taken: on a ground of its own as long as there is one. */
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

/** A kind of card as an API tells of it. */
type KindOnWire = { id: string; design?: GiftDesign | undefined }

/** What a card of a kind can look like: its own design, which is the default, and those that belong to no other kind. */
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
