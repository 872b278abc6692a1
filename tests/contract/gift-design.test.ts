import { describe, expect, it } from 'vitest'
import { contrast, minimumContrast } from '#contract/contrast.ts'
import { giftDesignOf, giftInks, inkOn, themeGiftDesigns } from '#contract/rules/gift-design.ts'
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

it('every ground has an ink that can be read on it', () => {
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
