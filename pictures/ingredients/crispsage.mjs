/** A sage leaf out of the hot fat: dark and glassy, pebbled, its rim curled up and brown; s is half its length. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'

const LEAF = palette('#1f3315', '#3a5623', '#5a7a36', '#86a05a')

function crispSage(c, { x, y, s, rot, rng, lift = 2 }) {
  const seed = rng.seed(),
    bow = rng.in(-0.16, 0.16),
    broad = rng.in(0.3, 0.38),
    twist = rng.in(-0.35, 0.35),
    z = c.restAt(x, y, s * 0.5) + lift
  c.stamp(
    x,
    y,
    s * 1.2,
    rot ?? rng.angle(),
    (u, v0, o) => {
      const p = u / s,
        v = v0 / s - bow * (1 - p * p),
        t = (p + 1) / 2
      if (t <= 0 || t >= 1) return false
      // Widest before its middle, blunt at the tip; a short stalk.
      const blade = broad * Math.sin(Math.PI * Math.min(1, Math.max(0, (t - 0.1) / 0.9)) ** 0.8) ** 0.7,
        half = Math.max(t < 0.16 ? 0.03 : 0, blade) + 0.012 * noise(p * 14, 3, seed),
        d = half - Math.abs(v)
      o.a = cover(-d * s, c.px)
      if (o.a <= 0) return false
      const q = v / half,
        k = cells(p * 9 + Math.abs(q) * 1.5, q * 4.5, seed + 1),
        pebble = smooth(0.6, 0.1, k.f1),
        n = fbm(p * 3, q * 2, 3, seed + 2),
        vein = smooth(0.1, 0.03, Math.abs(q)) * smooth(1, 0.7, t),
        rib =
          smooth(0.2, 0.05, Math.abs(((((t * 6 - Math.abs(q) * 1.1) % 1) + 1.5) % 1) - 0.5)) *
          (1 - Math.abs(q))
      ramp(o, LEAF, 0.4 + 0.3 * n + 0.2 * pebble)
      over(o, hex('#a3b57a'), 0.55 * vein + 0.16 * rib)
      over(o, hex('#5b3d12'), 0.7 * smooth(0.72, 1, Math.abs(q) + 0.25 * n))
      over(o, hex('#6b4a18'), 0.4 * smooth(0.25, 0.5, n))
      o.h =
        s * (0.07 + 0.24 * q * q + twist * 0.3 * q + 0.1 * p * p + 0.03 * pebble - 0.03 * vein - 0.015 * rib)
      o.gloss = 0.6 + 0.4 * smooth(0, 0.4, noise(p * 6, q * 3, seed + 3))
      o.soft = 0.4
    },
    'solid',
    z,
  )
}

export const CRISP_SAGE = { 'crisp-sage': crispSage }
