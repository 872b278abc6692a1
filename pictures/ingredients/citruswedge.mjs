/** A citrus cut lengthwise into wedges, lying on its rind: two wet faces meet in the ridge of the core; s is half its length. */
import { fbm, noise } from '../random.mjs'
import { over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'
import { blend } from './carved.mjs'

const LEMON = {
    flesh: palette('#c58d0e', '#e3b52a', '#f2d256', '#f9e78f'),
    pith: palette('#e6d391', '#f7ecc0', '#fdf7de'),
    rind: palette('#b57f06', '#e3b016', '#f3cc33'),
  },
  LIME = {
    flesh: palette('#6f8f1c', '#9db844', '#c0d478', '#dde9aa'),
    pith: palette('#c9d69a', '#e6eec6', '#f5f8e2'),
    rind: palette('#2f5a10', '#568a1c', '#7aa834'),
  }

/** One cut face at p along and q from the core to the rind: juice cells drawn out towards the rind, a membrane here and there. */
function face(o, p, q, seed, kind) {
  const far = Math.hypot(p * 0.96, q),
    a = Math.atan2(q, p),
    n = fbm(p * 3, q * 3, 3, seed),
    cell = noise(a * 13, far * 5 + 0.6 * n, seed + 1),
    wall = smooth(0.09, 0.02, Math.abs(Math.sin(a * 2.5 + seed) + 0.1 * n)) * smooth(0.1, 0.3, far)
  ramp(o, kind.flesh, 0.52 + 0.4 * cell + 0.2 * n)
  over(o, kind.pith[1], 0.75 * wall)
  // The core's white string, and the pith below the rind.
  const core = smooth(0.07, 0.02, q + 0.02 * n) * smooth(1, 0.8, Math.abs(p)),
    pith = Math.max(core * 0.85, smooth(0.8, 0.86, far + 0.03 * n))
  blend(o, pith, () => ramp(o, kind.pith, 0.6 + 0.4 * n))
  o.gloss = 0.95 - 0.6 * pith
  o.soft = 0.85
  return { cell: (1 - pith) * cell, far }
}

const wedge =
  (kind) =>
  (c, { x, y, s, rot, rng, lift = 0 }) => {
    const seed = rng.seed() % 1000,
      wide = s * rng.in(0.5, 0.56),
      lean = rng.in(0.16, 0.3) * (rng.chance(0.5) ? 1 : -1),
      z = c.restAt(x, y, s * 0.5) + lift
    c.stamp(
      x,
      y,
      s * 1.15,
      rot ?? rng.angle(),
      (u, v, o) => {
        const p = u / s,
          bowl = Math.sqrt(Math.max(0, 1 - p * p)),
          ridge = lean * wide * bowl,
          half = wide * (0.94 * bowl ** 1.15 + 0.06 * bowl),
          d = (half - Math.abs(v)) * (0.35 + 0.65 * bowl) + 1.2 * noise(u * 0.1, v * 0.1, seed)
        o.a = cover(-d, c.px)
        if (o.a <= 0 || Math.abs(p) > 0.985) return false
        const upper = v < ridge,
          span = upper ? half + ridge : half - ridge,
          // From the ridge down to the rind, measured on the face.
          fall = Math.min(1, Math.abs(v - ridge) / Math.max(1, span)),
          q = fall * bowl
        const { cell, far } = face(o, p, q, seed + (upper ? 0 : 40), kind),
          skin = smooth(0.9, 0.925, Math.max(far, fall))
        blend(o, skin, () => {
          ramp(o, kind.rind, 0.6 + 0.4 * noise(u * 0.2, v * 0.2, seed + 2))
          o.gloss = 0.6
        })
        o.h = s * (0.62 * bowl ** 0.8 * (1 - 0.82 * fall) + 0.05) + 1.5 * cell
        shade(o, 1 - 0.1 * smooth(3, 0, d))
      },
      'solid',
      z,
    )
  }

export const CITRUS_WEDGES = { 'lemon-wedge': wedge(LEMON), 'lime-wedge': wedge(LIME) }
