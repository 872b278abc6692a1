/** Long pasta turned on a fork: strands lie beside one another in bundles that circle the heap, and what clings to them. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { spline, stroke } from '../shapes.mjs'

const SAUCED = {
  pomodoro: {
    film: palette('#8a2206', '#cc4413', '#e4742e', '#f2aa66', '#f9d49c'),
    pulp: hex('#b8240c'),
    much: 0.34,
  },
  amatriciana: {
    film: palette('#7a1c06', '#b83c0e', '#da6a20', '#ee9c4a', '#f6c078'),
    pulp: hex('#a01c08'),
    much: 0.44,
  },
  vongole: {
    film: palette('#b07a2c', '#d9a950', '#edc87c', '#f6dea2', '#fbebc4'),
    pulp: hex('#f7e6b4'),
    much: 0.1,
  },
}

/** The line of one strand of a bundle. */
function line({ x, y, s, r }, b, off, own, rng) {
  const points = [],
    from = b.start + rng.in(-0.22, 0.22),
    arc = b.arc + rng.in(-0.3, 0.3)
  for (let k = 0; k <= 10; k++) {
    const a = from + (arc * k) / 10,
      sway = 2.6 * noise(k * 0.4, 0.5, b.seed) + 1.1 * noise(k * 0.7, own * 3.7, b.seed + 1),
      R = Math.max(r * 1.4, b.R + off + sway * r * 1.9)
    const u = b.u + Math.cos(a) * R,
      v = b.v + Math.sin(a) * R * b.squash,
      d = Math.hypot(u, v),
      lim = s * (0.98 + 0.07 * noise(k * 0.6, own, b.seed))
    points.push(d > lim ? [x + (u / d) * lim, y + (v / d) * lim] : [x + u, y + v])
  }
  return points
}

const twirl =
  (name, { r, bundles, strands, mound = 0.42 }) =>
  (c, { x, y, s, rng }) => {
    const { film, pulp, much } = SAUCED[name],
      z0 = c.restAt(x, y, s * 0.5),
      seed = rng.seed()
    for (let i = 0; i < bundles; i++) {
      const t = i / (bundles - 1),
        out = s * (0.84 - 0.72 * t) * rng.in(0.9, 1.05),
        way = rng.angle(),
        drift = s * 0.3 * rng.next() * (1 - 0.6 * t)
      const b = {
        seed: rng.seed(),
        u: Math.cos(way) * drift,
        v: Math.sin(way) * drift,
        R: out,
        start: i * 2.4 + rng.in(-0.5, 0.5),
        arc: rng.in(1.9, 3) + 1.6 * t,
        squash: rng.in(0.72, 1.08),
      }
      for (let j = 0; j < strands; j++) {
        const off = (j - (strands - 1) / 2) * r * 1.75 * (1 - 0.25 * t),
          lift = rng.in(0, 1),
          tone = rng.in(-0.08, 0.08)
        stroke(c, {
          points: spline(line({ x, y, s, r }, b, off, j, rng), Math.max(4, r * 0.9)),
          r: (k) => r * (0.8 + 0.2 * smooth(0, 0.06, k) * smooth(1, 0.94, k)),
          gloss: 0.85,
          soft: 0.5,
          z: (px, py, k) => {
            const q = Math.min(1, Math.hypot(px - x, py - y) / s)
            return (
              z0 + s * mound * (1 - q * q) + t * r * 5 + lift * r * 1.5 + r * Math.sin(k * 6 + i + j * 0.4)
            )
          },
          paint: (o, along, q) => {
            const n = fbm(along * 0.02, q * 0.6 + j * 0.37 + i * 5, 2, seed),
              clot = noise(along * 0.07, q * 1.4 + j * 2.1, b.seed + 2)
            ramp(o, film, 0.62 + tone - 0.34 * Math.abs(q) + 0.24 * n + 0.08 * t)
            const k = smooth(0.46 - much * 0.5, 0.86 - much * 0.5, clot)
            over(o, pulp, 0.8 * k)
            o.h += k * r * 0.14
            o.gloss = 0.8 - 0.3 * k
            shade(o, 0.84 + 0.16 * t)
          },
        })
      }
    }
  }

export const TWIRLS = {
  'linguine-vongole': twirl('vongole', { r: 6.8, bundles: 17, strands: 10 }),
  'spaghetti-pomodoro': twirl('pomodoro', { r: 6.2, bundles: 17, strands: 11 }),
  'bucatini-amatriciana': twirl('amatriciana', { r: 8.4, bundles: 15, strands: 8 }),
}
