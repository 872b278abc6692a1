/** Contrast of two colors, by WCAG 2.2. A color is `#rrggbb`. */

/** The minimum for normal text (WCAG 1.4.3). */
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

/** Contrast ratio of two `#rrggbb` colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** In how many steps a passing color is searched for. */
const steps = 128

/** The color closest to `hex`, mixed towards black or white, that is readable on every background; undefined when there is none. */
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
