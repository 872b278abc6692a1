import { nearestReadable } from './contrast.ts'
import type { HostConfiguration, ThemeColours } from './schemas/location.ts'
import { listStandIns, standInCss } from './stand-in-faces.ts'

/**
 * A merchant's look as CSS custom properties (docs/design/look.md, Theme axes). The server writes them into the page before the first paint; the portal's
 * static CSS and its kit only ever read `var(--h-…)`, so a new merchant needs no build.
 */

/** Fonts that devices may have under other names, and the fallback where they have none. */
const stacks: Record<string, { first?: string; last: string }> = {
  'Bodoni Moda Variable': { last: "'Didot', 'Times New Roman', serif" },
  'Big Shoulders Variable': { last: "'Arial Narrow', Impact, sans-serif" },
  // Two fonts that every device has under its own names: nothing is loaded for them.
  'System Rounded': {
    first:
      "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, 'Arial Rounded MT Bold', 'Archivo Variable'",
    last: 'system-ui, sans-serif',
  },
  'System Old Style': {
    last: "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, 'Book Antiqua', Georgia, serif",
  },
}

const radii = {
  sharp: ['0px', '0px', '0px'],
  soft: ['6px', '10px', '16px'],
  round: ['14px', '22px', '28px'],
} as const

/** Whether guests see a font of this name: the site loads it, or every device has it. */
export const isProvidedFace = (face: string): boolean =>
  Object.hasOwn(stacks, face) || listStandIns(face).length > 0

/** The `font-family` value for one of the theme's fonts, including fallbacks. */
export function fontStack(face: string): string {
  const { first = `'${face}'`, last = 'system-ui, sans-serif' } = stacks[face] ?? {}
  return [first, ...listStandIns(face).map((name) => `'${name}'`), last].join(', ')
}

/** The theme as CSS text: the stand-ins of its fonts, and rules on `:root`, with the dark colors in a media query where the scheme is `auto`. */
export function themeCss(host: HostConfiguration): string {
  const { theme } = host
  const first = theme.scheme === 'dark' ? theme.colours.dark : theme.colours.light
  const { display, text } = theme.type
  const rules = [
    ...[...new Set([display, text])].map(standInCss),
    `:root{color-scheme:${schemeOf(host)};${declare({ ...colourVariables(first), ...controlVariables(host, first), ...fixedVariables(host) })}}`,
  ]
  if (theme.scheme === 'auto')
    rules.push(`@media (prefers-color-scheme:dark){:root{${declare(darkVariables(theme.colours.dark))}}}`)
  return rules.join('')
}

/** The value of the page's `color-scheme`. */
const schemeOf = (host: HostConfiguration): string =>
  host.theme.scheme === 'auto' ? 'light dark' : host.theme.scheme

function colourVariables(colours: ThemeColours): Record<string, string> {
  return {
    '--h-brand': colours.brand,
    '--h-brand-ink': colours.brandInk,
    '--h-accent': colours.accent,
    '--h-surface': colours.surface,
    '--h-raised': colours.raised,
    '--h-sunken': colours.sunken,
    '--h-ink': colours.ink,
    '--h-muted': colours.muted,
    '--h-line': colours.line,
    '--h-danger': colours.danger,
    '--h-success': colours.success,
  }
}

/** The host's own colors for buttons, menus and labels (specification §3). Those on the page's background are adjusted until they are readable on it. */
function controlVariables(
  { buttons, second_button: second, label }: HostConfiguration,
  colours: ThemeColours,
): Record<string, string> {
  const secondColour = readableOn(second.backgroundColor, colours)
  return {
    '--h-button': buttons.backgroundColor,
    '--h-button-ink': buttons.color,
    '--h-button-selected': buttons.selected,
    '--h-menu': buttons.menuBackground,
    '--h-menu-ink': buttons.menucolor,
    '--h-second': secondColour,
    // A color that is readable on the page also makes the page's color readable on it.
    '--h-second-ink': secondColour === second.backgroundColor ? second.color : colours.surface,
    '--h-label': readableOn(label.color, colours),
  }
}

/** A host defines only one set of control colors: on a device in dark mode, the theme's dark colors replace them. */
function darkVariables(colours: ThemeColours): Record<string, string> {
  const accent = readableOn(colours.accent, colours)
  return {
    ...colourVariables(colours),
    '--h-button': colours.brand,
    '--h-button-ink': colours.brandInk,
    '--h-button-selected': `color-mix(in oklab, ${colours.brand} 88%, black)`,
    '--h-menu': colours.surface,
    '--h-menu-ink': colours.ink,
    '--h-second': accent,
    '--h-second-ink': colours.surface,
    '--h-label': accent,
  }
}

const readableOn = (hex: string, { surface, raised, sunken, ink }: ThemeColours): string =>
  nearestReadable(hex, [surface, raised, sunken]) ?? ink

function fixedVariables(host: HostConfiguration): Record<string, string> {
  const { theme } = host
  const [small, medium, large] = radii[theme.shape.radius]
  return {
    '--h-progress-from': host.progress_bar.from,
    '--h-progress-to': host.progress_bar.to,
    '--h-container': `${host.container_width}px`,
    '--h-display': fontStack(theme.type.display),
    '--h-text': fontStack(theme.type.text),
    '--h-display-case': theme.type.displayCase,
    '--h-display-weight': String(theme.type.displayWeight),
    '--h-radius-s': small,
    '--h-radius-m': medium,
    '--h-radius-l': large,
    '--h-edge': theme.shape.edge === 'border' ? '1px solid var(--h-line)' : '1px solid transparent',
    '--h-lift': theme.shape.edge === 'shadow' ? '0 1px 2px rgb(0 0 0/.08),0 6px 20px rgb(0 0 0/.07)' : 'none',
    '--h-gap': theme.shape.density === 'airy' ? '24px' : '16px',
    '--h-pad': theme.shape.density === 'airy' ? '20px' : '14px',
  }
}

const declare = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
