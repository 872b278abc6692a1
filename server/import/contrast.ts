import type { ThemeColours } from '#contract/schemas/location.ts'

/** WCAG 2.2 contrast of a theme's text, checked when a merchant is imported (docs/design/quality.md, Access). */

/** Normal text must reach this (WCAG 1.4.3). */
export const minimumContrast = 4.5

type Rgb = [number, number, number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`

function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((one) => {
    const share = one / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** How finely a passing colour is looked for. */
const steps = 128

const ratio = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The colour closest to `hex`, on its way to black or to white, that can be read on every background; undefined when none can. */
export function nearestReadable(hex: string, backgrounds: readonly string[]): string | undefined {
  const from = rgbOf(hex)
  for (let step = 0; step <= steps; step++) {
    for (const target of [0, 255]) {
      const candidate = hexOf(from.map((one) => one + ((target - one) * step) / steps) as Rgb)
      if (backgrounds.every((background) => contrast(candidate, background) >= minimumContrast))
        return candidate
    }
  }
  return undefined
}

type ColourName = keyof ThemeColours

const pairs: readonly { text: ColourName; on: readonly ColourName[] }[] = [
  { text: 'ink', on: ['surface', 'raised', 'sunken'] },
  { text: 'muted', on: ['surface', 'raised', 'sunken'] },
  { text: 'brandInk', on: ['brand'] },
]

/** What cannot be read in a set of theme colours, by the colour to change, each with the nearest one that passes. */
export function listContrastProblems(colours: ThemeColours): { colour: ColourName; message: string }[] {
  return pairs.flatMap(({ text, on }) => {
    const failing = on.filter((background) => contrast(colours[text], colours[background]) < minimumContrast)
    if (failing.length === 0) return []
    const measured = failing
      .map(
        (background) =>
          `${ratio.format(contrast(colours[text], colours[background]))} on ${background} ${colours[background]}`,
      )
      .join(', ')
    const nearest = nearestReadable(
      colours[text],
      on.map((background) => colours[background]),
    )
    const advice = nearest
      ? `; the nearest colour that passes is ${nearest}`
      : '; no colour passes on all of them'
    return [
      {
        colour: text,
        message: `${colours[text]} has a contrast of ${measured}, and needs ${minimumContrast}${advice}`,
      },
    ]
  })
}
