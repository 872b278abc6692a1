import { contrast, minimumContrast, nearestReadable } from '#contract/contrast.ts'
import type { HostConfiguration, ThemeColours } from '#contract/schemas/location.ts'

/** WCAG 2.2 contrast of a theme's text, checked when a merchant is imported (docs/design/quality.md, Access). */

const ratio = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

type ColourName = keyof ThemeColours

const pairs: readonly { text: ColourName; on: readonly ColourName[] }[] = [
  { text: 'ink', on: ['surface', 'raised', 'sunken'] },
  { text: 'muted', on: ['surface', 'raised', 'sunken'] },
  { text: 'brandInk', on: ['brand'] },
]

/** The texts on a host's buttons and menus, with their backgrounds, by their path in the file. */
const controls = (host: Pick<HostConfiguration, 'buttons' | 'second_button'>): readonly ControlText[] => [
  { path: ['buttons', 'color'], text: host.buttons.color, on: host.buttons.backgroundColor },
  { path: ['buttons', 'color'], text: host.buttons.color, on: host.buttons.selected },
  { path: ['buttons', 'menucolor'], text: host.buttons.menucolor, on: host.buttons.menuBackground },
  {
    path: ['second_button', 'color'],
    text: host.second_button.color,
    on: host.second_button.backgroundColor,
  },
]
type ControlText = { path: [string, string]; text: string; on: string }

/** What is unreadable on a host's buttons and menus, by the color to change, each with the nearest color that passes. */
export function listControlProblems(
  host: Pick<HostConfiguration, 'buttons' | 'second_button'>,
): { path: [string, string]; message: string }[] {
  return controls(host)
    .filter(({ text, on }) => contrast(text, on) < minimumContrast)
    .map(({ path, text, on }) => ({
      path,
      message: `${text} has a contrast of ${ratio.format(contrast(text, on))} on ${on}, and needs ${minimumContrast}; the nearest color that passes is ${nearestReadable(text, [on]) ?? '#000000'}`,
    }))
}

/** What is unreadable in a set of theme colors, by the color to change, each with the nearest color that passes. */
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
      ? `; the nearest color that passes is ${nearest}`
      : '; no color passes on all of them'
    return [
      {
        colour: text,
        message: `${colours[text]} has a contrast of ${measured}, and needs ${minimumContrast}${advice}`,
      },
    ]
  })
}
