/**
 * What is shown until a web font has loaded: a local font of the device, scaled to the same width and height, so that nothing moves when the web font arrives.
 * Which fonts a device has depends on its maker, so there is a stand-in for each.
 */

/** Average letter width in English text, in em: of regular text, and of bold text (600 to 700). */
type Widths = { text: number; bold: number }

/** Ascent and descent in em. Measured from the font files, like all numbers here: the tables of @capsizecss/metrics and, for DejaVu, its @capsizecss/unpack. */
type Face = { kind: 'sans' | 'serif'; short: string; ascent: number; descent: number; widths: Widths }

const faces: Record<string, Face> = {
  'Bodoni Moda Variable': {
    kind: 'serif',
    short: 'Bodoni Moda',
    ascent: 1.125,
    descent: 0.4,
    widths: { text: 0.464, bold: 0.485 },
  },
  'Source Sans 3 Variable': {
    kind: 'sans',
    short: 'Source Sans',
    ascent: 1.024,
    descent: 0.4,
    widths: { text: 0.418, bold: 0.437 },
  },
  'Big Shoulders Variable': {
    kind: 'sans',
    short: 'Big Shoulders',
    ascent: 0.9855,
    descent: 0.2145,
    widths: { text: 0.3365, bold: 0.3925 },
  },
  'Archivo Variable': {
    kind: 'sans',
    short: 'Archivo',
    ascent: 0.878,
    descent: 0.21,
    widths: { text: 0.44, bold: 0.464 },
  },
}

type Device = { of: string; text: readonly string[]; bold: readonly string[]; widths: Widths }

/** Apple's and Microsoft's fonts, Android's, and those of a Linux desktop (Liberation has the same metrics as Arial and Times). */
const devices: Record<Face['kind'], readonly Device[]> = {
  sans: [
    {
      of: 'Arial',
      text: ['Arial', 'ArialMT', 'Liberation Sans'],
      bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
      widths: { text: 0.4458, bold: 0.48 },
    },
    {
      of: 'Roboto',
      text: ['Roboto', 'Roboto-Regular'],
      bold: ['Roboto Bold', 'Roboto-Bold'],
      widths: { text: 0.4448, bold: 0.4521 },
    },
    {
      of: 'DejaVu',
      text: ['DejaVu Sans'],
      bold: ['DejaVu Sans Bold'],
      widths: { text: 0.5083, bold: 0.5742 },
    },
  ],
  serif: [
    {
      of: 'Times',
      text: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif'],
      bold: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold'],
      widths: { text: 0.4063, bold: 0.4326 },
    },
    {
      of: 'Noto',
      text: ['Noto Serif', 'NotoSerif', 'NotoSerif-Regular'],
      bold: ['Noto Serif Bold', 'NotoSerif-Bold'],
      widths: { text: 0.481, bold: 0.512 },
    },
    {
      of: 'DejaVu',
      text: ['DejaVu Serif'],
      bold: ['DejaVu Serif Bold'],
      widths: { text: 0.5166, bold: 0.5703 },
    },
  ],
}

const percent = (part: number): string => `${Number((part * 100).toPrecision(5))}%`

const standInName = (face: Face, device: Device): string => `${face.short} by ${device.of}`

/** What is loaded where a device has no font of this kind (contract/theme.ts). */
const loadedFor: Record<string, string> = { 'System Rounded': 'Archivo Variable' }

const findFace = (name: string): Face | undefined => faces[loadedFor[name] ?? name]

/** The names of the stand-ins for a font, in the order to try them; empty for a font that is not loaded. */
export function listStandIns(name: string): string[] {
  const face = findFace(name)
  return face ? devices[face.kind].map((device) => standInName(face, device)) : []
}

/** The CSS that defines the stand-ins of a font. Empty for a font that is not loaded. */
export function standInCss(name: string): string {
  const face = findFace(name)
  if (!face) return ''
  return devices[face.kind]
    .flatMap((device) =>
      (['text', 'bold'] as const).map((weight) => {
        const scale = face.widths[weight] / device.widths[weight]
        const src = device[weight].map((local) => `local('${local}')`).join(',')
        return (
          `@font-face{font-family:'${standInName(face, device)}';src:${src};` +
          `font-weight:${weight === 'bold' ? '550 900' : '100 549'};size-adjust:${percent(scale)};` +
          // Both overrides are relative to the scaled font size.
          `ascent-override:${percent(face.ascent / scale)};descent-override:${percent(face.descent / scale)};line-gap-override:0%}`
        )
      }),
    )
    .join('')
}
