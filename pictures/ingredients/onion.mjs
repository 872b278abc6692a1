/** A raw white onion cut across: juicy rings that part a little from one another; s is its radius. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const FLESH = palette('#8f9668', '#bfc29a', '#d9d8bc', '#e6e3cf')

function whiteOnion(c, { x, y, s, rot, rng, lift = 0.5 }) {
  const seed = rng.seed(),
    shift = [rng.in(-0.1, 0.1), rng.in(-0.1, 0.1)],
    // Each ring is thinner than the one around it.
    rings = [1]
  while (rings.at(-1) > 0.16) rings.push(rings.at(-1) - rng.in(0.1, 0.16) * (0.75 + 0.4 * rings.at(-1)))
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.9, 1),
    rot: rot ?? rng.angle(),
    lift,
    outline: outline(rng, { wobble: 0.03, lobes: 4 }),
    form: () => 0,
    soft: 0.8,
    paint: (o, u, v, d) => {
      const rim = Math.max(0, 1 - d / s),
        k = 1 - rim,
        a = Math.hypot(u / s - shift[0] * k, v / s - shift[1] * k),
        b = a + 0.02 * noise((u / s) * 2.4, (v / s) * 2.4, seed),
        q = Math.min(0.999, b * (1 - rim ** 6) + rim ** 7)
      let i = 0
      while (i < rings.length - 2 && q < rings[i + 1]) i++
      const far = rings[i],
        near = Math.max(0, rings[i + 1]),
        t = (q - near) / (far - near),
        wall = Math.sin(Math.PI * Math.max(0, Math.min(1, t))),
        fibre = fbm(Math.atan2(v, u) * 7, q * 8, 2, seed + 1)
      ramp(o, FLESH, 0.42 + 0.42 * wall ** 0.7 + 0.14 * fibre)
      over(o, hex('#6f7848'), 0.6 * smooth(0.3, 0, wall) * (0.6 + 0.4 * fibre))
      shade(o, 0.98 - 0.06 * smooth(0.1, 0, d / s))
      o.h = s * (0.13 + 0.035 * wall ** 0.6 + 0.03 * noise(i * 7, 1, seed + 2)) * smooth(-0.02, 0.07, d / s)
      o.gloss = 0.55 + 0.3 * wall
    },
  })
}

export const ONION = { 'white-onion': whiteOnion }
