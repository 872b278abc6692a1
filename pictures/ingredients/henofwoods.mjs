/** A whole maitake pulled into thick clusters and grilled: pale stems branch from one foot into frilled, charred caps. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, spline, stroke } from '../shapes.mjs'

const CAP = palette('#3f1d0b', '#7a4518', '#b87a32', '#dcaa5c', '#f3d9a4'),
  STEM = palette('#a8763e', '#d6ac70', '#efd6a4', '#faeccb'),
  CHAR = hex('#180b05'),
  SEAR = hex('#8a4a18')

/** One cap, a fan that widens from its neck to a frilled rim. */
function cap(c, { x, y, l, rot, rng, z, tone }) {
  const seed = rng.seed(),
    open = rng.in(0.62, 0.86),
    frills = rng.in(4.5, 7)
  c.stamp(
    x,
    y,
    l * 1.3,
    rot,
    (u, v, o) => {
      const a = Math.atan2(v, u + l * 0.12),
        q = Math.hypot(u + l * 0.12, v) / l
      const wave = fbm((u / l) * 2.6, (v / l) * 2.6, 3, seed + 6),
        rim =
          0.92 +
          0.13 * noise(a * 2.4, 5, seed) +
          0.09 * Math.abs(Math.sin(a * frills + seed + 0.8 * wave)) +
          0.035 * fbm(a * 9, 3, 3, seed + 1) -
          0.2 * (a / open) ** 2,
        side = (Math.abs(a) - open * (1 + 0.3 * noise(q * 4, 2, seed))) * q * l,
        d = Math.max((q - rim) * l, side)
      o.a = cover(d, c.px)
      if (o.a <= 0 || u < -l * 0.1) return false
      const t = q / rim,
        rays = noise(a * 22, t * 1.6, seed + 2),
        n = fbm((u / l) * 3, (v / l) * 3, 3, seed + 3)
      ramp(o, CAP, 0.58 + tone + 0.42 * n + 0.07 * rays - 0.16 * t + 0.05 * Math.sin(t * 15 + wave * 2) * t)
      over(o, STEM[2], 0.85 * smooth(0.6, 0.2, t + 0.1 * rays))
      over(o, SEAR, 0.42 * smooth(0.1, 0.45, n))
      over(o, CHAR, 0.9 * smooth(0.82, 1.0, t + 0.2 * n + 0.04 * rays))
      over(o, STEM[1], 0.5 * smooth(-l * 0.03, -l * 0.008, d) * smooth(0.1, 0.4, wave))
      o.h = l * (0.3 * t * t + 0.16 * t * wave + 0.03 * n + 0.008 * rays) - l * 0.1 * smooth(-l * 0.09, 0, d)
      o.gloss = 0.7 + 0.3 * n
      o.soft = 0.3
      shade(o, 0.86 + 0.2 * t)
    },
    'solid',
    z,
  )
}

/** The stem of one cap, from the foot of the cluster. */
function stem(c, { from, to, r, z, bow, seed }) {
  const [ax, ay] = from,
    [bx, by] = to
  stroke(c, {
    points: spline([from, [(ax + bx) / 2 - (by - ay) * bow, (ay + by) / 2 + (bx - ax) * bow], to], 5),
    r: (t) => r * (1.2 - 0.45 * t),
    z: (px, py, t) => z + r * 0.3 * t,
    flat: 0.8,
    gloss: 0.6,
    soft: 0.5,
    paint: (o, along, q) => {
      const n = fbm(along * 0.03, q * 1.6, 3, seed)
      ramp(o, STEM, 0.62 + 0.3 * n - 0.22 * Math.abs(q))
      over(o, SEAR, 0.75 * smooth(0.08, 0.4, noise(along * 0.028, q * 0.8, seed + 1)))
    },
  })
}

/** Where the knife cut the foot: pale, seared flat on the iron. */
function foot(c, { x, y, s, rot, rng, z }) {
  const seed = rng.seed()
  c.stamp(
    x,
    y,
    s * 0.62,
    rot,
    (u, v, o) => {
      const d = (Math.hypot(u / 0.8, v) / s - 0.4 - 0.06 * noise((u / s) * 3, (v / s) * 3, seed)) * s
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      const n = fbm((u / s) * 4, (v / s) * 4, 3, seed + 1)
      ramp(o, STEM, 0.62 + 0.4 * n)
      over(o, SEAR, 0.85 * smooth(-0.15, 0.3, n + 0.2 * smooth(-s * 0.16, 0, d)))
      o.h = s * 0.22 * Math.sqrt(Math.min(1, -Math.min(0, d) / (s * 0.16))) + s * 0.03 * n
      o.gloss = 0.7
      o.soft = 0.4
    },
    'solid',
    z,
  )
}

/** s: from the foot to the rim is some two of it. */
function cluster(c, { x, y, s, rot = 0, rng }) {
  const z = c.restAt(x, y, s * 0.4),
    up = rot - Math.PI / 2,
    fx = x - Math.cos(up) * s * 0.8,
    fy = y - Math.sin(up) * s * 0.8
  const rows = [
    { n: 7, reach: 1.16, wide: 0.98, l: 0.6, lift: 0 },
    { n: 6, reach: 0.86, wide: 0.9, l: 0.54, lift: 0.14 },
    { n: 4, reach: 0.62, wide: 0.66, l: 0.5, lift: 0.26 },
    { n: 3, reach: 0.46, wide: 0.4, l: 0.44, lift: 0.34 },
  ]
  for (const { n, reach, wide, l, lift } of rows)
    for (let i = 0; i < n; i++) {
      const a = up + wide * ((i / (n - 1)) * 2 - 1) + rng.in(-0.1, 0.1),
        far = s * reach * rng.in(0.88, 1.1),
        to = [fx + Math.cos(a) * far, fy + Math.sin(a) * far],
        high = z + s * (lift + rng.in(0, 0.1))
      stem(c, {
        from: [fx + rng.in(-0.12, 0.12) * s, fy + rng.in(-0.08, 0.08) * s],
        to,
        r: s * rng.in(0.11, 0.15),
        z: high - s * 0.08,
        bow: rng.in(-0.1, 0.1),
        seed: rng.seed(),
      })
      cap(c, {
        x: to[0],
        y: to[1],
        l: s * l * rng.in(0.88, 1.12),
        rot: a + rng.in(-0.4, 0.4),
        rng,
        z: high + s * 0.1,
        tone: rng.in(-0.12, 0.08),
      })
    }
  foot(c, { x: fx, y: fy, s: s * 0.8, rot: up, rng, z: z + s * 0.2 })
}

export const HEN_OF_THE_WOODS = { 'maitake-cluster': cluster }
