import { PNG } from 'pngjs'
import type { GiftPass } from './wallet.ts'

/** The pictures that a pass must have, by file name: PNG for screens of one, two and three pixels per point. */

/** Sides in points: the icon is shown beside a notice on the lock screen, the logo in the pass's upper corner. */
const sides = { icon: 29, logo: 50 }
const scales = [
  [1, ''],
  [2, '@2x'],
  [3, '@3x'],
] as const

type Bitmap = { width: number; height: number; data: Uint8Array }

/** `icon.png` to `logo@3x.png`, from the restaurant's icon; without a readable one, a plain tile in its colors. */
export function passPictures({
  icon,
  colours,
}: Pick<GiftPass, 'icon' | 'colours'>): Record<string, Uint8Array> {
  const kept = icon && made.get(icon)
  if (kept) return kept
  const pictures = draw((icon && findBitmap(icon)) ?? tile(colours))
  if (icon) made.set(icon, pictures)
  return pictures
}

/** Cached by icon: drawing them is most of the work of a pass. */
const made = new WeakMap<Uint8Array, Record<string, Uint8Array>>()

function draw(source: Bitmap): Record<string, Uint8Array> {
  return Object.fromEntries(
    Object.entries(sides).flatMap(([name, side]) =>
      scales.map(([scale, suffix]) => [`${name}${suffix}.png`, encode(scaled(source, side * scale))]),
    ),
  )
}

function findBitmap(png: Uint8Array): Bitmap | undefined {
  try {
    const { width, height, data } = PNG.sync.read(Buffer.from(png))
    return width > 0 && height > 0 ? { width, height, data } : undefined
  } catch {
    return undefined // The file is the merchant's own: a pass with a plain tile is better than none.
  }
}

/** A square with this side in pixels: each pixel is the mean of those that it covers, weighted by the covered area. */
function scaled(source: Bitmap, side: number): Bitmap {
  const data = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) data.set(meanOf(source, side, x, y), (y * side + x) * 4)
  return { width: side, height: side, data }
}

function meanOf({ width, height, data }: Bitmap, side: number, x: number, y: number): number[] {
  const [left, right] = spanOf(x, side, width)
  const [top, bottom] = spanOf(y, side, height)
  const sum = [0, 0, 0]
  let covered = 0
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      const at = (row * width + column) * 4
      const alpha = data[at + 3]!
      covered += alpha
      for (let channel = 0; channel < 3; channel++) sum[channel]! += data[at + channel]! * alpha
    }
  const alpha = covered / ((right - left) * (bottom - top))
  return [...sum.map((one) => (covered === 0 ? 0 : Math.round(one / covered))), Math.round(alpha)]
}

/** The source's pixels for one pixel of `side`: at least one. */
function spanOf(at: number, side: number, size: number): [number, number] {
  const from = Math.floor((at * size) / side)
  return [from, Math.max(from + 1, Math.floor(((at + 1) * size) / side))]
}

/** A card's outline on the restaurant's color. */
function tile({ background, ink }: GiftPass['colours']): Bitmap {
  const side = 150
  const [ground, drawn] = [rgbOf(background), rgbOf(ink)]
  const data = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const inside = x >= 30 && x < 120 && y >= 48 && y < 102
      const hollow = x >= 37 && x < 113 && y >= 55 && y < 95 && (y < 66 || y >= 75)
      data.set([...(inside && !hollow ? drawn : ground), 255], (y * side + x) * 4)
    }
  return { width: side, height: side, data }
}

/** `#rrggbb` as three numbers from 0 to 255. */
export const rgbOf = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

function encode({ width, height, data }: Bitmap): Uint8Array {
  const png = new PNG({ width, height })
  png.data = Buffer.from(data)
  return PNG.sync.write(png)
}
