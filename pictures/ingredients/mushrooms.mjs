/** Mushrooms cut along the stem and roasted: pale flesh, dark gills, a brown skin. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { boxDistance, cover } from '../shapes.mjs'

const GILLS = hex('#4a2a14'),
  SEAR = hex('#8a4c18')

/** Signed distance to the section of a cap with its stem, in parts of its size. */
function section(u, v, fat) {
  const dome = (Math.hypot(u / 0.95, (v + 0.06) / (0.72 * fat)) - 1) * 0.7,
    under = v - 0.1 - 0.2 * u * u * u * u,
    cap = Math.max(dome, under) + 0.05 * smooth(0.12, 0, Math.abs(dome - under)),
    flare = 0.2 + 0.07 * smooth(0.3, 0, v) + 0.05 * smooth(0.5, 0.85, v),
    stem = boxDistance(u, v - 0.4, flare, 0.42, 0.13)
  return Math.min(cap, stem)
}

const roasted =
  (flesh, skin) =>
  (c, { x, y, s, rot, rng }) => {
    const list = palette(...flesh),
      brown = hex(skin),
      seed = rng.seed(),
      fat = rng.in(0.9, 1.1),
      tip = rng.in(-0.1, 0.1),
      bend = rng.in(-0.16, 0.16),
      z = c.restAt(x, y, s * 0.6) + 1
    c.stamp(
      x,
      y,
      s * 1.15,
      rot ?? rng.angle(),
      (a, b, o) => {
        const v = b / s,
          u = a / s + bend * v * v + 0.03 * noise(v * 3, 1, seed),
          d = section(u, v, fat) * s
        o.a = cover(d, c.px)
        if (o.a <= 0) return false
        const n = fbm(u * 2.4, v * 2.4, 3, seed),
          fine = noise(u * 12, v * 12, seed + 1),
          inside = -d / s
        ramp(o, list, 0.62 + 0.34 * n + 0.08 * fine)
        const gill =
          smooth(-0.16, 0, v) *
          smooth(0.22, 0.1, v) *
          smooth(0.24, 0.34, Math.abs(u)) *
          smooth(0.02, 0.07, inside)
        over(o, GILLS, gill * (0.62 + 0.3 * Math.sin(u * 46)))
        over(o, SEAR, 0.65 * smooth(0, 0.5, n + 0.3 * fine))
        over(o, brown, 0.9 * smooth(0.11, 0.03, inside))
        o.h =
          s *
          (0.16 * Math.sqrt(Math.min(1, Math.max(0.04, inside) / 0.12)) + 0.02 * n + tip * u - 0.03 * gill)
        o.gloss = 0.6 + 0.3 * n
        o.soft = 0.4
      },
      'solid',
      z,
    )
  }

export const MUSHROOMS = {
  mushroom: roasted(['#8f5c2c', '#bd8c54', '#dab580'], '#432209'),
  'button-mushroom': roasted(['#cfa468', '#e8cf9e', '#f4e6c8'], '#94683a'),
}
