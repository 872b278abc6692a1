/** Soft white bread by the slice, as it lies beside a barbecue plate; s is half its height. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { boxDistance, cover } from '../shapes.mjs'

const CRUMB = palette('#c9a873', '#e3cda0', '#eedfbd', '#f4e9cf'),
  CRUST = palette('#5e2c0c', '#94511b', '#bd7c34', '#d9a45c'),
  HOLE = hex('#b08a52')

/** The slice of a tin loaf: straight below, the risen dome above with its shoulders. */
function sliceDistance(u, v, s) {
  const tin = boxDistance(u, v - 0.26 * s, 0.82 * s, 0.6 * s, 0.12 * s),
    dome = boxDistance(u, v + 0.42 * s, 0.92 * s, 0.43 * s, 0.38 * s),
    k = 0.16 * s,
    join = Math.max(0, k - Math.abs(tin - dome))
  return Math.min(tin, dome) - (join * join) / (4 * k)
}

/** Fine pores everywhere, few larger ones, drawn out along the rise. */
function pores(o, u, v, s, seed) {
  const p = u / s + 0.05 * noise((u / s) * 4, (v / s) * 4, seed),
    q = v / s + 0.05 * noise((u / s) * 4 + 9, (v / s) * 4, seed),
    fine = cells(p * 20, q * 15, seed + 1),
    small = smooth(0.42, 0.15, fine.f1) * fine.id,
    wide = cells(p * 7.5, q * 5.5, seed + 2),
    large = smooth(0.26, 0.1, wide.f1 / (0.35 + 0.75 * wide.id)) * (wide.id > 0.5 ? 1 : 0)
  over(o, HOLE, 0.3 * small + 0.4 * large)
  o.h -= s * (0.007 * small + 0.014 * large)
}

function whiteBread(c, { x, y, s, rot, rng, lift = 0 }) {
  const seed = rng.seed(),
    z = c.restAt(x, y, s * 0.8) + lift,
    thick = s * 0.15
  c.stamp(
    x,
    y,
    s * 1.4,
    rot ?? rng.angle(),
    (u, v, o) => {
      const rag = s * 0.014 * fbm((u / s) * 3, (v / s) * 3, 3, seed + 3),
        d = -sliceDistance(u, v, s) + rag
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      const soft = fbm((u / s) * 2.1, (v / s) * 2.1, 3, seed + 4),
        fine = fbm((u / s) * 14, (v / s) * 14, 3, seed + 5),
        rim = Math.min(1, d / (s * 0.07))
      o.h = thick * Math.sqrt(1 - (1 - rim) ** 2) + s * (0.03 * soft + 0.006 * fine)
      ramp(o, CRUMB, 0.7 + 0.16 * soft + 0.1 * fine)
      pores(o, u, v, s, seed + 10)
      // Browner at the dome, where the oven reached it.
      const wide = s * (0.042 + 0.022 * smooth(0.2, -0.9, v / s)) + rag,
        crust = smooth(wide * 1.25, wide * 0.75, d)
      over(o, hex('#d9b06a'), 0.5 * smooth(wide * 2.3, wide, d))
      const { r, g, b } = o
      ramp(o, CRUST, 0.28 + 0.75 * (d / wide) * 0.6 + 0.2 * fine - 0.2 * smooth(0, -0.9, v / s))
      o.r = r + (o.r - r) * crust
      o.g = g + (o.g - g) * crust
      o.b = b + (o.b - b) * crust
      shade(o, 0.94 + 0.06 * rim)
      o.gloss = 0.06 + 0.16 * crust
      o.soft = 0.55
    },
    'solid',
    z,
  )
}

export const WHITE_BREAD = { 'white-bread': whiteBread }
