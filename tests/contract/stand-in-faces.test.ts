import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { HostConfiguration } from '#contract/schemas/location.ts'
import { listStandIns, standInCss } from '#contract/stand-in-faces.ts'
import { fontStack, themeCss } from '#contract/theme.ts'
import bella from '../../merchants/bella/host.json' with { type: 'json' }

const loaded = [
  ...readFileSync('src/lib/paint/styles/fonts.css', 'utf8').matchAll(/font-family: '([^']+)'/g),
].map(([, name]) => name!)

/** The fallback for a typeface until it has loaded: nothing moves when it has. */
describe('the stand-in for a typeface', () => {
  it.each(loaded)('of %s is a face of every kind of device, text and bold, as high as itself', (name) => {
    const css = standInCss(name)
    const names = listStandIns(name)
    expect(names).toHaveLength(3)
    for (const standIn of names) {
      const rules = css.split('@font-face').filter((rule) => rule.includes(`'${standIn}'`))
      expect(rules.map((rule) => /font-weight:([^;]+)/.exec(rule)![1])).toEqual(['100 549', '550 900'])
      const heights = rules.map((rule) => {
        const [scale, ascent, descent] = [...rule.matchAll(/:([\d.]+)%/g)].map(([, figure]) => Number(figure))
        return ((ascent! + descent!) * scale!) / 10_000
      })
      // Both weights have the typeface's line height.
      expect(heights[0]).toBeCloseTo(heights[1]!, 2)
    }
  })

  it('is tried after the face and before what any device has', () => {
    expect(fontStack('Archivo Variable')).toBe(
      "'Archivo Variable', 'Archivo by Arial', 'Archivo by Roboto', 'Archivo by DejaVu', system-ui, sans-serif",
    )
    expect(fontStack('System Rounded')).toMatch(
      /^ui-rounded.*'Archivo Variable', 'Archivo by Arial'.*sans-serif$/,
    )
  })

  it('is part of the theme, for that restaurant’s faces only', () => {
    const css = themeCss(bella as HostConfiguration)
    expect(css).toContain("'Bodoni Moda by Noto'")
    expect(css).toContain("'Source Sans by Roboto'")
    expect(css).not.toContain('Archivo by')
  })
})
