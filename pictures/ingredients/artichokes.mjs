/** Artichokes as they come from the pot. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { piece } from '../shapes.mjs'
import { nugget } from './makers.mjs'

const CRUST = hex('#8a4a12'),
  DARK = hex('#3a1c08')

const LEAF = palette('#59621a', '#8b8e2e', '#bfb24a', '#e4d074', '#f6e6a4')
const GARLIC = nugget({ colours: ['#c08a3c', '#e8c98a', '#f6e6ba'], wobble: 0.2, high: 0.8, gloss: 0.6 })
const HERB = nugget({
  colours: ['#24501a', '#43802a', '#74a840'],
  long: 1.6,
  wobble: 0.25,
  high: 0.4,
  gloss: 0.5,
})

/** A whole artichoke from above, braised until it opens: leaves ring upon ring, paler inwards, the heart filled. */
function artichokeWhole(c, { x, y, s, rot, rng }) {
  const z = c.restAt(x, y, s * 0.5),
    turn = rot ?? rng.angle(),
    rings = 5
  for (let ring = 0; ring < rings; ring++) {
    const k = ring / (rings - 1),
      n = 8 - ring
    for (let i = 0; i < n; i++) {
      const a = turn + ring * 0.43 + ((i + rng.in(-0.12, 0.12)) / n) * Math.PI * 2,
        far = s * (0.62 - 0.44 * k) * rng.in(0.95, 1.05),
        r = s * (0.38 - 0.13 * k),
        seed = rng.seed(),
        tone = rng.in(-0.06, 0.06)
      piece(c, {
        x: x + Math.cos(a) * far,
        y: y + Math.sin(a) * far,
        r,
        ry: r * 0.84,
        rot: a,
        z: z + s * 0.3 * k,
        // Round at the foot, drawn to a blunt point outwards.
        outline: (t) => 0.97 + 0.1 * Math.max(0, Math.cos(t)) ** 8 - 0.07 * Math.abs(Math.sin(t)) ** 3,
        form: (d, u, v) =>
          s * 0.12 * Math.sqrt(smooth(0, r * 0.35, d)) + s * 0.1 * (u / r) - s * 0.05 * (v / r) ** 2,
        gloss: 0.75,
        soft: 0.55,
        paint: (o, u, v, d) => {
          const t = u / r,
            rib = noise(t * 1.5, (v / r) * 7, seed)
          ramp(
            o,
            LEAF,
            0.3 + 0.5 * k + tone - 0.2 * t + 0.1 * rib + 0.06 * fbm(t * 4, (v / r) * 4, 2, seed + 1),
          )
          const hot = smooth(0.45, 1.1, t + 0.3 * noise(t * 2, (v / r) * 2, seed + 2))
          over(o, CRUST, 0.6 * hot)
          over(o, DARK, 0.5 * smooth(0.8, 1.15, t + 0.25 * noise(t * 3, (v / r) * 3, seed + 3)))
          shade(o, 0.72 + 0.32 * smooth(0, r * 0.22, d))
          o.h += s * 0.012 * rib
        },
      })
    }
  }
  for (let i = 0; i < 26; i++) {
    const a = rng.angle(),
      d = s * 0.2 * Math.sqrt(rng.next()),
      at = { x: x + Math.cos(a) * d, y: y + Math.sin(a) * d, rng, z: z + s * 0.42 }
    if (i % 3) HERB(c, { ...at, s: s * rng.in(0.05, 0.08) })
    else GARLIC(c, { ...at, s: s * rng.in(0.05, 0.075) })
  }
}

export const ARTICHOKES = {
  'artichoke-whole': artichokeWhole,
}
