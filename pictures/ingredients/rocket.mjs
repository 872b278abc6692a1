/** Wild arugula: long leaves on a stalk, cut almost to the rib into narrow lobes, dressed so that they shine. s is the length. */
import { fbm, noise } from '../random.mjs'
import { clamp, hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'

const TOP = palette('#234f10', '#3c7a1a', '#63a02e', '#93c450'),
  UNDER = palette('#6f9a4a', '#94bb68', '#b4d48a'),
  RIB = hex('#cfe6a0'),
  STALK = hex('#a9cc74'),
  DARK = hex('#12320a')

/** Two distances as one shape with a rounded inner corner. */
const join = (a, b, k) => {
  const h = clamp(0.5 + (0.5 * (b - a)) / k)
  return b + (a - b) * h - k * h * (1 - h)
}
const oval = (u, v, x, y, rx, ry, turn) => {
  const ca = Math.cos(turn),
    sa = Math.sin(turn),
    p = ((u - x) * ca + (v - y) * sa) / rx,
    q = ((v - y) * ca - (u - x) * sa) / ry
  return (Math.hypot(p, q) - 1) * Math.min(rx, ry)
}

/** The outline, in parts of the length, from the foot of the stalk (0) to the tip (1). */
function shapeOf(rng) {
  const tip = { x: rng.in(0.79, 0.83), rx: rng.in(0.17, 0.2), ry: rng.in(0.1, 0.135) },
    lobes = []
  for (const at of [0.36, 0.5, 0.62])
    for (const side of [-1, 1]) {
      const long = (0.55 + 0.85 * (at - 0.2)) * rng.in(0.13, 0.18),
        turn = side * rng.in(0.75, 1.1),
        x = at + rng.in(-0.03, 0.03)
      lobes.push({
        x: x + Math.cos(turn) * long,
        y: Math.sin(turn) * long,
        rx: long,
        ry: rng.in(0.036, 0.05),
        turn,
      })
    }
  return (t, v) => {
    let d = oval(t, v, tip.x, 0, tip.rx, tip.ry, 0)
    for (const m of lobes) d = join(d, oval(t, v, m.x, m.y, m.rx, m.ry, m.turn), 0.03)
    const blade = t > 0.24 && t < 0.8 ? Math.abs(v) - 0.042 * smooth(0.24, 0.42, t) : 1
    const stalk = t > 0.005 && t < 0.9 ? Math.abs(v) - 0.011 : 1
    return { d: Math.min(join(d, blade, 0.03), stalk), stalk }
  }
}

/** One leaf: rot points along it; t: how far up a heap it lies, which lightens it; narrow: how much it is turned on its side. */
function rocketLeaf(c, { x, y, s, rot, rng, z, t: height = 0.6, narrow = rng.in(0.75, 1.15) }) {
  const seed = rng.seed(),
    shape = shapeOf(rng),
    turn = rot ?? rng.angle(),
    tone = rng.in(-0.12, 0.14) + 0.2 * (height - 0.5),
    lit = rng.chance(0.5) ? 1 : -1,
    back = rng.chance(0.08),
    bend = rng.in(-0.16, 0.16),
    arch = rng.in(0.05, 0.12),
    fold = rng.in(0.2, 0.5),
    rest = z ?? c.restAt(x, y, s * 0.22) + 1.5
  c.stamp(
    x,
    y,
    s * 0.66,
    turn,
    (u, v0, o) => {
      const t = u / s + 0.5
      if (t < 0 || t > 1.02) return false
      const v = (v0 / s - bend * Math.sin(Math.PI * t)) / narrow,
        wave = 0.012 * noise(t * 9, v * 9, seed + 1),
        { d, stalk } = shape(t + wave, v + wave)
      o.a = cover(d * s, c.px)
      if (o.a <= 0) return false
      const side = clamp((v / 0.14) * lit, -1, 1),
        n = fbm(t * 6, v * 12, 2, seed),
        deep = smooth(0, 0.05, -d)
      ramp(o, back ? UNDER : TOP, 0.5 + tone + 0.22 * side + 0.2 * n + 0.06 * (1 - deep))
      over(o, DARK, 0.35 * smooth(0.15, -0.8, side) * (back ? 0.3 : 1))
      // Veins run out into the lobes, slantwise.
      const along = t * 8 - Math.abs(v) * 9,
        vein = smooth(0.14, 0.02, Math.abs(along - Math.round(along))) * deep
      over(o, RIB, 0.22 * vein)
      over(o, RIB, 0.75 * smooth(0.013, 0.004, Math.abs(v)) * smooth(0.98, 0.7, t))
      if (t < 0.34) over(o, STALK, 0.8 * smooth(0.34, 0.26, t))
      o.h =
        s * (arch * Math.sin(Math.PI * clamp(t)) + 0.012) +
        fold * s * 0.12 * side +
        s * 0.02 * smooth(0.004, 0.03, Math.abs(v)) -
        s * 0.006 * vein +
        s * 0.025 * n +
        (stalk < 0 ? s * 0.012 : 0)
      shade(o, 0.84 + 0.26 * height)
      o.gloss = (back ? 0.25 : 0.6) * (0.75 + 0.5 * n)
      o.soft = 0.5
    },
    'solid',
    rest,
  )
}

/** Tossed and dropped from above: the heap is high in the middle and loose at its rim. */
function rocketHeap(c, { x, y, s, rng, n = 115, mound = 0.3, size = 150, squash = 1 }) {
  const base = c.heightAt(x, y)
  for (let i = 0; i < n; i++) {
    const up = i / n,
      q = Math.sqrt(1 - up) * rng.in(0.75, 1.05),
      a = i * 2.4 + rng.in(-0.5, 0.5),
      d = s * Math.min(1.02, q)
    rocketLeaf(c, {
      x: x + Math.cos(a) * d,
      y: y + Math.sin(a) * d * squash,
      s: size * rng.in(0.8, 1.15),
      rot: rng.angle(),
      z: base + s * mound * (1 - q * q) + rng.in(0, 12),
      t: up,
      rng,
    })
  }
}

export const ROCKET = {
  arugula: rocketLeaf,
  'rocket-heap': rocketHeap,
}
