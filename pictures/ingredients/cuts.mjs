/** Portions seen a little from the front: the top, and under its near edge the layers of the cut. s is half a width. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { boxDistance, cover } from '../shapes.mjs'

const block = (w, l, corner) => (u, v, s) => boxDistance(u, v, s * w, s * l, corner)

/** A piece of a round cake: its tip at -u, its rim at +u. */
const wedge =
  (half = 0.36, far = 2.1) =>
  (u0, v, s) => {
    const u = u0 + s * 1.15,
      q = Math.max(Math.hypot(u, v) - s * far, Math.abs(v) * Math.cos(half) - u * Math.sin(half)) + 6
    return q - 6
  }

/**
 * `bands`: colours of the cut from its top to its foot, with how thick each is; `crumb` roughens them; `wave` bends them.
 * `roof` paints the top: u, v in half widths, d the distance to its edge; `drip`: how far it runs down the cut.
 * `tip` foreshortens the top as a squashed plate is, `deep` is how much of the cut then shows.
 */
const portion =
  ({ shape, bands, roof, tall = 0.42, crumb = 0.5, wave = 0.12, gloss = 0.25, reach = 1.6, drip = 0 }) =>
  (c, { x, y, s, rot = -0.4, rng, tip = 1 }) => {
    const seed = rng.seed(),
      z = c.restAt(x, y, s),
      deep = tall * s * (tip < 1 ? 1.25 : 1),
      high = s * 0.42,
      ca = Math.cos(rot),
      sa = Math.sin(rot)
    const total = bands.reduce((sum, [, thick]) => sum + thick, 0),
      list = bands.map(([colour, thick]) => ({ colour: hex(colour), thick: thick / total }))
    const at = (u, v0) => {
      const v = v0 / tip,
        U = u * ca + v * sa,
        V = v * ca - u * sa,
        w = 0.02 * s * fbm((U / s) * 2.4, (V / s) * 2.4, 3, seed)
      return shape(U + w, V + w, s)
    }
    const bandAt = (k) => {
      let from = 0
      for (const band of list) {
        if (k < from + band.thick) return { band, within: (k - from) / band.thick }
        from += band.thick
      }
      return { band: list.at(-1), within: 1 }
    }
    c.stamp(
      x,
      y - deep * 0.5,
      s * reach + deep,
      0,
      (u, v, o) => {
        const d = -at(u, v)
        o.soft = 0.45
        o.gloss = gloss
        if (d > 0) {
          o.a = 1
          o.h = high - 4 * smooth(6, 0, d)
          const V = v / tip
          roof(o, (u * ca + V * sa) / s, (V * ca - u * sa) / s, d, s, seed)
          return
        }
        const step = Math.max(1, c.px)
        let down = 0
        for (let k = step; k <= deep; k += step)
          if (at(u, v - k) <= 0) {
            down = k
            break
          }
        o.a = down > 0 ? cover(down - deep, c.px) : cover(-d, c.px)
        if (down === 0 && o.a < 0.5) return false
        // Which way the cut looks: its left side is toward the light.
        const e = s * 0.03,
          slope = (at(u + e, v - down) - at(u - e, v - down)) / (2 * e)
        const along = u * ca + ((v - down) / tip) * sa,
          fine = fbm(along * 0.11, down * 0.11, 3, seed + 1),
          bend = wave * noise(along * 0.02, down * 0.01, seed + 2) + 0.03 * fine
        const runs = drip * s * (0.3 + 0.62 * smooth(0, 0.4, noise(along * (4 / s), 3, seed + 7)))
        if (down < runs) {
          const V = (v - down) / tip
          roof(o, (u * ca + V * sa) / s, (V * ca - u * sa) / s, s, s, seed)
          shade(o, 0.96 - 0.12 * slope)
          o.h = high - 2 - 0.2 * down - 5 * smooth(6, 0, runs - down)
          return
        }
        const k = Math.min(0.999, Math.max(0, down / deep + bend * 0.3)),
          { band, within } = bandAt(k)
        ;[o.r, o.g, o.b] = band.colour
        shade(
          o,
          1.02 - 0.16 * slope + crumb * 0.34 * fine - 0.16 * smooth(0.12, 0, Math.min(within, 1 - within)),
        )
        const hole = cells(along * 0.1, down * 0.12, seed + 3)
        shade(o, 1 - crumb * 0.3 * smooth(0.3, 0.12, hole.f1))
        shade(o, 1 - 0.2 * smooth(0.7, 1, down / deep))
        o.h = high - 4 - 0.3 * down + fine * 2
      },
      'solid',
      z,
    )
  }

const CREAM = palette('#d8bf94', '#f0dfbd', '#fbf2dc'),
  COCOA = palette('#35180a', '#5e3014', '#85502a'),
  CRUST = palette('#8a4a12', '#bf7d26', '#dfa548', '#efc674'),
  DARK = palette('#2a1209', '#4a2714', '#6b3f24'),
  CHEESE = palette('#b06a22', '#dc9c46', '#f0c877', '#f8e2b0'),
  SUGAR = hex('#f8f3ea')

/** Mascarpone spread in soft waves under cocoa, the cream bare only where the sieve missed. */
function tiramisuRoof(o, u, v, d, s, seed) {
  const wave = noise(u * 1.6 + 0.5 * noise(u * 2, v * 2, seed + 9), v * 3.4, seed + 8),
    n = fbm(u * 5, v * 5, 4, seed + 5),
    grain = noise(u * 60, v * 60, seed + 6)
  ramp(o, CREAM, 0.75 + 0.2 * wave + 0.15 * n)
  const dust = 0.98 * smooth(-0.62, -0.2, n * 0.7 + grain * 0.16 + wave * 0.3 - 0.5 * smooth(s * 0.09, 0, d))
  const { r, g, b } = o
  ramp(o, COCOA, 0.5 + 0.26 * n + 0.12 * grain + 0.14 * wave)
  o.r = r + (o.r - r) * dust
  o.g = g + (o.g - g) * dust
  o.b = b + (o.b - b) * dust
  o.h += s * 0.05 * wave + s * 0.012 * n + grain * 0.5 - s * 0.05 * smooth(s * 0.09, 0, d)
  o.gloss = 0.05
}

function caketop(list, { sugar, cracks = 0, rim = 0 }) {
  return (o, u, v, d, s, seed) => {
    const n = fbm(u * 3, v * 3, 4, seed + 5),
      f = fbm(u * 14, v * 14, 3, seed + 6),
      grain = noise(u * 55, v * 55, seed + 7)
    ramp(o, list, 0.5 + n * 0.35 + f * 0.2)
    const k = cells(u * 2.1 + 0.35 * n, v * 2.1 + 0.35 * f, seed + 8),
      line = cracks * smooth(0.11, 0.03, k.f2 - k.f1)
    over(o, SUGAR, sugar * smooth(-0.55, 0.25, n * 0.5 + f * 0.5 + grain * 0.3) * (1 - line * 0.95))
    shade(o, 1 - 0.35 * line)
    o.h += n * 3 + f * 2 - line * 4
    const out = Math.hypot(u + 1.15, v)
    if (rim) over(o, hex('#8a4a14'), rim * smooth(1.93, 2.08, out))
  }
}

/** Béchamel and cheese that ran together in the oven, browned where they stood up, the sauce at the rim. */
function lasagnaRoof(o, u, v, d, s, seed) {
  const n = fbm(u * 2.6, v * 2.6, 4, seed + 5),
    f = fbm(u * 8, v * 8, 3, seed + 6)
  ramp(o, CHEESE, 0.56 + 0.42 * n + 0.2 * f)
  over(o, hex('#a8331a'), 0.85 * smooth(0.12, 0.36, -n + 0.25 * f - 0.02) * 0.9)
  over(o, hex('#b8641a'), 0.8 * smooth(0.08, 0.4, n + 0.4 * f))
  over(o, hex('#4d220a'), 0.7 * smooth(0.34, 0.62, n + 0.5 * f))
  o.h += s * 0.07 * n + s * 0.02 * f - s * 0.05 * smooth(s * 0.1, 0, d)
  o.gloss = 0.5 + 0.3 * f
}

const PASTA = ['#8f9a48', 0.42],
  BECHAMEL = ['#f3e3bb', 0.6],
  FINGER = [
    ['#d9a860', 0.5],
    ['#9a622c', 0.9],
    ['#6d3c18', 0.5],
  ]

export const CUTS = {
  'tiramisu-portion': portion({
    shape: block(1.06, 0.78, 12),
    bands: [['#fbf2de', 1], ...FINGER, ['#faf0da', 1.1], ...FINGER, ['#f3e4c6', 0.25]],
    roof: tiramisuRoof,
    tall: 0.56,
    crumb: 0.4,
  }),
  'caprese-wedge': portion({
    shape: wedge(),
    bands: [
      ['#7a4a2c', 0.3],
      ['#4a2614', 2],
      ['#401f10', 2],
      ['#33170b', 0.4],
    ],
    roof: caketop(DARK, { sugar: 0.95, cracks: 1 }),
    tall: 0.4,
    crumb: 1.1,
  }),
  'olive-oil-wedge': portion({
    shape: wedge(),
    bands: [
      ['#b06c1e', 0.22],
      ['#f0cd74', 2],
      ['#e9c062', 2],
      ['#b8761f', 0.26],
    ],
    roof: caketop(CRUST, { sugar: 0.34, rim: 0.6 }),
    tall: 0.5,
    crumb: 0.9,
  }),
  'lasagna-portion': portion({
    shape: block(1, 0.8, 10),
    bands: [
      ['#efd08a', 0.4],
      PASTA,
      ['#8a2c14', 1.5],
      BECHAMEL,
      PASTA,
      ['#a23c1c', 1.1],
      ['#f3e3bb', 0.9],
      PASTA,
      ['#8a2c14', 1.6],
      ['#f3e3bb', 0.4],
      PASTA,
      ['#a23c1c', 0.9],
      PASTA,
    ],
    roof: lasagnaRoof,
    tall: 0.6,
    crumb: 0.95,
    wave: 0.3,
    gloss: 0.5,
    drip: 0.3,
  }),
}
