import { describe, expect, it } from 'vitest'
import { contrast, minimumContrast } from '#contract/contrast.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import {
  designsForProgram,
  giftDesignOf,
  giftInks,
  inkOn,
  programDesigns,
  themeGiftDesigns,
} from '#contract/rules/gift-design.ts'
import { GiftDesign } from '#contract/schemas/gift-design.ts'
import bella from '../../merchants/bella/host.json' with { type: 'json' }
import pearl from '../../merchants/pearl/host.json' with { type: 'json' }
import quiet from '../../merchants/quiet/host.json' with { type: 'json' }
import smoke from '../../merchants/smoke/host.json' with { type: 'json' }

type Hosts = Parameters<typeof themeGiftDesigns>[0]
const themes = [bella, pearl, quiet, smoke].map(({ theme }) => theme as Hosts)

describe('the designs of a restaurant that names none', () => {
  it('are whole, and their words can be read on their ground', () => {
    for (const theme of themes)
      for (const design of themeGiftDesigns(theme)) {
        expect(GiftDesign.safeParse(design).success).toBe(true)
        expect(contrast(giftInks[design.ink], design.ground)).toBeGreaterThanOrEqual(minimumContrast)
      }
  })

  it('differ from restaurant to restaurant', () => {
    const classics = themes.map((theme) => JSON.stringify(themeGiftDesigns(theme)[0]))
    expect(new Set(classics).size).toBe(themes.length)
  })
})

it('every background has an ink that can be read on it', () => {
  for (let shade = 0; shade < 256; shade += 5) {
    const ground = `#${shade.toString(16).padStart(2, '0').repeat(3)}`
    expect(contrast(giftInks[inkOn(ground)], ground)).toBeGreaterThanOrEqual(minimumContrast)
  }
})

it('an order has the design that was chosen, and the first where none was or it is gone', () => {
  const designs = themeGiftDesigns(themes[0]!)
  expect(giftDesignOf(designs, 'birthday')?.id).toBe('birthday')
  expect(giftDesignOf(designs, undefined)?.id).toBe('classic')
  expect(giftDesignOf(designs, 'moon-landing')?.id).toBe('classic')
  expect(giftDesignOf([], 'classic')).toBeUndefined()
})

describe('each kind of card has a look of its own', () => {
  const theme = themes[0]!
  const designs = themeGiftDesigns(theme)
  const kinds = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `kind-${at}` }))
  const seen = ({ pattern, ground, motif, image }: GiftDesign) =>
    image ?? [pattern, ground, motif].join().toLowerCase()

  it('the one that is named for it; the first that nobody names is the first design', () => {
    const assigned = programDesigns(
      [{ id: 'a' }, { id: 'b', design: 'birthday' }, { id: 'c', design: 'gone' }],
      designs,
      theme,
    )
    expect(assigned.get('a')?.id).toBe('classic')
    expect(assigned.get('b')?.id).toBe('birthday')
    expect(designs.map(seen)).not.toContain(seen(assigned.get('c')!))
  })

  it('the first design is nobody else’s where a kind names it', () => {
    const assigned = programDesigns([{ id: 'a' }, { id: 'b', design: 'classic' }], designs, theme)
    expect(assigned.get('b')).toEqual(designs[0])
    expect(seen(assigned.get('a')!)).not.toBe(seen(designs[0]!))
  })

  // The 20 kinds that the checker allows, and the posted card.
  it.each(themes.map((_, at) => [at]))('no two of 21 are the same in theme %i, and all can be read', (at) => {
    const own = themes[at]!
    const assigned = [...programDesigns(kinds(21), themeGiftDesigns(own), own).values()]
    expect(new Set(assigned.map(seen)).size).toBe(21)
    for (const design of assigned) {
      expect(GiftDesign.safeParse(design).success).toBe(true)
      expect(contrast(giftInks[design.ink], design.ground)).toBeGreaterThanOrEqual(minimumContrast)
    }
  })

  it.each(themes.map((_, at) => [at]))('the first few have different backgrounds in theme %i', (at) => {
    const own = themes[at]!
    const assigned = [...programDesigns(kinds(4), themeGiftDesigns(own), own).values()]
    expect(new Set(assigned.map(({ ground }) => ground)).size).toBe(4)
  })

  it('can look as itself, and as no other kind does', () => {
    const assigned = programDesigns([{ id: 'a' }, { id: 'b', design: 'birthday' }], designs, theme)
    const programs = [...assigned].map(([id, design]) => ({ id, design }))
    const offered = (id: string | undefined) =>
      designsForProgram(programs, designs, id).map((design) => design.id)
    expect(offered('a')).toEqual(['classic', 'thank-you'])
    expect(offered('b')).toEqual(['birthday', 'thank-you'])
    // For an API that does not assign designs to kinds of cards.
    expect(designsForProgram([{ id: 'a' }], designs, 'a')).toEqual(designs)
  })
})

describe('a card', () => {
  const [classic, thanks] = themeGiftDesigns(themes[0]!)
  it.each([
    ['given without a design looks like its kind', undefined, classic, { design: classic }],
    ['in its kind’s own design has no edge', classic, classic, { design: classic }],
    ['in a design for an occasion has its kind’s edge', thanks, classic, { design: thanks, edge: classic }],
    ['of a kind without a look has none', thanks, undefined, { design: thanks }],
    ['from before designs existed has no look', undefined, undefined, {}],
  ])('%s', (_, design, own, look) => {
    expect(cardLook({ design, program: { design: own } })).toEqual(look)
  })
})
