/** A paper pint in side view, packed above its rim. */
import { fbm } from '../random.mjs'
import { hex, over, set, shade, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'
import { layers, scene } from './scene.mjs'

const TILT = 0.16,
  RIM = 16

export function draw(c, recipe, rng) {
  const { tall = 330, foot = 128, mouth = 166, paper = '#f1e6d0', band = '#a83a22' } = recipe
  const [x, y] = recipe.at ?? [500, 655],
    seed = rng.seed(),
    radius = (h) => foot + (mouth - foot) * (h / tall) + (h > tall - RIM ? 7 : 0)
  scene(c, { surface: 'backdrop', ...recipe, at: undefined, vessel: 'none' }, rng)
  layers(c, { x: 500, y: 375, r: 375, rng }, recipe.beside)
  c.stamp(
    x + foot * 0.9,
    y + 4,
    foot * 2.6,
    0,
    (u, v, o) => {
      set(o, hex('#1c0f08'))
      o.a = 0.55 * smooth(1, 0.15, Math.hypot((u + foot * 0.5) / (foot * 1.7), v / (foot * 0.3)))
      o.lit = 0
    },
    'stain',
  )
  layers(c, { x, y: y - tall, r: mouth, rng }, recipe.put)
  const cream = hex(paper),
    stripe = hex(band)
  c.stamp(
    x,
    y - tall / 2,
    tall,
    0,
    (u, v, o) => {
      const h = tall / 2 - v,
        R = radius(Math.max(0, Math.min(tall, h))),
        q = u / R
      if (Math.abs(q) > 1.02) return false
      const curve = R * TILT * Math.sqrt(Math.max(0, 1 - q * q))
      // Every ring round the tub bends toward the camera: its lip, its stripes and its foot.
      const up = h + curve
      o.a = cover(Math.max((Math.abs(q) - 1) * R, up - tall, -up), c.px)
      if (o.a <= 0) return false
      o.lit = 0
      set(o, cream)
      const at = up / tall
      over(o, stripe, smooth(0.004, -0.004, Math.abs(at - 0.4) - 0.23))
      over(o, cream, smooth(0.004, -0.004, Math.abs(Math.abs(at - 0.4) - 0.2) - 0.006))
      const around = Math.asin(Math.max(-1, Math.min(1, q))) * R,
        leaf = Math.hypot(around, (at - 0.4) * tall)
      over(o, cream, smooth(1.5, 0, Math.abs(leaf - 38) - 2))
      for (const side of [-1, 1]) {
        const a = around * 0.8 - side * (at - 0.4) * tall * 0.6,
          b = (at - 0.4) * tall * 0.8 + side * around * 0.6
        over(o, cream, smooth(1, 0, Math.hypot(a / 8, (b - 4) / 22) * 8 - 8))
      }
      shade(o, 0.34 + 0.66 * Math.sqrt(Math.max(0, 1 - (q + 0.32) ** 2 * 0.6)))
      shade(o, 0.97 + 0.06 * fbm(u * 0.05, h * 0.05, 3, seed))
      if (up > tall - RIM) shade(o, 1.1 - 0.3 * smooth(tall - RIM + 5, tall - RIM, up))
      else shade(o, 1 - 0.28 * smooth(tall - RIM - 14, tall - RIM, up))
    },
    'level',
  )
}
