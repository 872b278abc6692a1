/** A salad of wild arugula: narrow, deeply cut leaves that stand on one another, dressed so that they shine. */
import { noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { leaf } from '../shapes.mjs'

const TOP = palette('#2c5f14', '#4c8a22', '#74b038', '#a2cf5c'),
  UNDER = palette('#6f9a4a', '#94bb68', '#b4d48a'),
  RIB = hex('#d9ecb0'),
  DARK = hex('#143806')

/** One leaf: a pale rib from a long stalk, lobes that point to the tip, one half of the blade turned to the light. */
function rocketLeaf(c, { x, y, s, rot, rng, z, t: height = 0.5 }) {
  const seed = rng.seed(),
    tone = rng.in(-0.14, 0.14) + 0.2 * (height - 0.5),
    lit = rng.chance(0.5) ? 1 : -1,
    back = rng.chance(0.09),
    pairs = rng.int(3, 4),
    fold = rng.in(0.2, 0.55)
  leaf(c, {
    x,
    y,
    rot,
    l: s,
    w: s * rng.in(0.42, 0.54),
    bend: rng.in(-0.17, 0.17),
    curl: rng.in(0.15, 0.5),
    puff: 0.1,
    veins: 7,
    z,
    gloss: back ? 0.25 : 0.62,
    soft: 0.5,
    lobes: pairs,
    profile: (t) => 0.13 + 0.87 * Math.sin(Math.PI * t ** 1.7),
    paint: (o, t, q, vein) => {
      const side = q * lit,
        n = noise(t * 5, q * 2.5, seed)
      ramp(o, back ? UNDER : TOP, 0.48 + tone + 0.2 * side + 0.16 * n - 0.12 * (1 - t))
      over(o, DARK, 0.3 * smooth(0.1, -0.9, side) * (back ? 0.3 : 1))
      over(o, RIB, (vein > 0.75 ? 0.75 : 0.28) * vein)
      if (t < 0.32) over(o, RIB, 0.6)
      o.h += fold * s * 0.1 * side
      shade(o, 0.82 + 0.26 * height)
      o.gloss *= 0.7 + 0.5 * n
    },
  })
}

/** Tossed and dropped from above: the heap is high in the middle and loose at its rim. */
function rocketHeap(c, { x, y, s, rng, n = 130, mound = 0.3 }) {
  const base = c.heightAt(x, y)
  for (let i = 0; i < n; i++) {
    const up = i / n,
      q = Math.sqrt(1 - up) * rng.in(0.75, 1.05),
      a = i * 2.4 + rng.in(-0.5, 0.5),
      d = s * Math.min(1.02, q)
    rocketLeaf(c, {
      x: x + Math.cos(a) * d,
      y: y + Math.sin(a) * d,
      s: rng.in(104, 150),
      rot: rng.angle(),
      z: base + s * mound * (1 - q * q) + rng.in(0, 12),
      t: up,
      rng,
    })
  }
}

export const ROCKET = {
  'rocket-heap': rocketHeap,
}
