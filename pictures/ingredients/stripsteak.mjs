/** A strip steak off the grill, part of it carved: slices lean on one another and show crust, band and rose. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { boxDistance, cover } from '../shapes.mjs'
import { grilled } from './makers.mjs'

const CRUST = palette('#1e0d06', '#452010', '#6e381c', '#915430'),
  FAT = palette('#6a3410', '#b06e2a', '#d9a45a', '#eccb94'),
  BAND = palette('#5a2f18', '#8a5636', '#ab7850'),
  ROSE = hex('#ad6650'),
  RED = hex('#8f3230'),
  SHINE = hex('#c98a74')

/** Half the steak's width at u, -1 to 1: blunt ends, a slight waist. */
const half = (u, seed) =>
  0.5 * Math.max(0, 1 - Math.abs(u) ** 3.2) ** 0.42 * (1 - 0.06 * Math.cos(u * 5)) +
  0.015 * noise(u * 4, 1, seed)

function fatCap(o, k, n, d) {
  if (k <= 0) return
  const { r, g, b } = o
  ramp(o, FAT, 0.6 + 0.5 * n - 0.5 * smooth(9, 2, d))
  o.r = r + (o.r - r) * k
  o.g = g + (o.g - g) * k
  o.b = b + (o.b - b) * k
}

/** The cut side: a thin seared line, a narrow brown band, then rose that deepens to red. */
function cutSide(o, u, v, d, seed) {
  const fibre = fbm(u * 0.05 + v * 0.015, v * 0.09, 3, seed + 1),
    fine = noise(u * 0.3, v * 0.3, seed + 2),
    deep = d + 3 * fibre
  ramp(o, BAND, 0.6 + 0.4 * fibre)
  over(o, ROSE, smooth(4, 12, deep))
  over(o, RED, smooth(9, 22, deep) * (0.85 + 0.35 * fibre))
  over(o, SHINE, 0.35 * smooth(0.1, 0.5, fibre) * smooth(8, 14, d))
  over(o, SHINE, 0.35 * smooth(0.5, 0.7, noise(u * 0.11, v * 0.07, seed + 3)) * smooth(8, 14, d))
  over(o, CRUST[0], 0.85 * smooth(3, 0.8, d))
  o.gloss = 0.55 + 0.35 * noise(u * 0.04, v * 0.04, seed + 4)
  o.h += 1.2 * fibre + 0.4 * fine
}

function topSide(o, u, v, d, seed, s) {
  const n = fbm(u * 0.035, v * 0.05, 4, seed)
  ramp(o, CRUST, 0.55 + 0.5 * n)
  grilled(o, u * 0.8 - v * 0.6, u * 0.6 + v * 0.8, seed + 5, s * 0.14, 0.8)
  over(o, CRUST[0], 0.6 * smooth(6, 0, d))
  o.gloss = 0.55 + 0.45 * noise(u * 0.04, v * 0.04, seed + 6)
  o.h += 2.5 * n
}

/** A length of the steak from `from` to `to` (parts of s); its left side is a cut. `lean` is how much of the cut is seen. */
function portion(c, { x, y, s, rot, z, from, to, lean, seed, whole, nudge = [0, 0], turn = 0 }) {
  const mid = (from + to) / 2,
    ca = Math.cos(rot),
    sa = Math.sin(rot),
    mu = mid * s + nudge[0],
    high = s * 0.2
  c.stamp(
    x + mu * ca - nudge[1] * sa,
    y + mu * sa + nudge[1] * ca,
    s * 0.9,
    rot + turn,
    (a, v, o) => {
      const ragged = 2.2 * noise(v * 0.03, from * 9, seed + 7),
        left = a + ((to - from) / 2) * s + lean + ragged,
        wide = half(mid + (whole ? a / s : 0), seed) * s,
        edge = wide - Math.abs(v),
        span = (to - from) * s + lean,
        d = whole ? Math.min(left, edge) : -boxDistance(left - span / 2, v, span / 2, wide, s * 0.07)
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      const onTop = left > lean,
        n = fbm(a * 0.04, v * 0.04, 3, seed)
      o.soft = 0.4
      o.h = onTop ? high : high * (0.25 + 0.75 * (left / lean))
      if (onTop) {
        topSide(o, a + mid * s, v, Math.min(edge, left - lean + 4), seed, s)
        o.h *= Math.sqrt(Math.min(1, Math.max(0.05, d) / (s * 0.06)))
      } else cutSide(o, a, v, Math.min(d, lean - left), seed + Math.round(from * 900))
      fatCap(o, smooth(s * 0.062, s * 0.04, wide + v + 5 * n), n, d)
    },
    'solid',
    z,
  )
}

/** s is half the steak's length; n slices are carved from its left. */
function stripSteak(c, { x, y, s, rot = 0, rng, n = 6, cut = 0.12 }) {
  const z = c.restAt(x, y, s * 0.5) + 2,
    seed = rng.seed(),
    step = (cut + 0.96) / n
  portion(c, {
    x,
    y,
    s,
    rot,
    z,
    from: cut + 0.16,
    to: 1,
    lean: s * 0.15,
    seed,
    whole: true,
    nudge: [s * 0.08, 0],
  })
  for (let i = n - 1; i >= 0; i--)
    portion(c, {
      x,
      y,
      s,
      rot,
      z: z + rng.in(0, 2),
      from: -0.96 + i * step,
      to: -0.96 + i * step + step * 0.26,
      lean: s * step * 0.86,
      seed,
      nudge: [s * 0.1 - (n - i) * s * 0.02, rng.in(-9, 9) + (n - i) * s * 0.012],
      turn: rng.in(-0.06, 0.06) - (n - i) * 0.03,
    })
}

export const STRIP = { 'strip-steak': stripSteak }
