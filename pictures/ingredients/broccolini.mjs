/** Broccolini off the grill: a slim stem that parts into stalks, loose heads of buds, a small leaf; charred where it touched. s is the length. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { leaf, outline, piece, spline, stroke } from '../shapes.mjs'

const STEM = palette('#3f6a1e', '#6a9a34', '#94bd54', '#bcd986'),
  BUD = palette('#17380f', '#2c5a1a', '#477c28', '#6d9c3c'),
  BLADE = palette('#28521a', '#4a7f2a', '#7aa644'),
  CHAR = hex('#1c1408'),
  TOAST = hex('#6b5a1c')

function stalk(c, { points, r, z, seed, burnt }) {
  stroke(c, {
    points: spline(points, 4),
    r: (t) => r * (1 - 0.3 * t),
    z: (px, py, t) => z + 2 * Math.sin(t * 3),
    gloss: 0.7,
    soft: 0.5,
    paint: (o, along, q, t) => {
      const n = fbm(along * 0.02, q * 1.4, 3, seed),
        line = noise(along * 0.01, q * 6, seed + 1)
      ramp(o, STEM, 0.6 - 0.22 * Math.abs(q) + 0.22 * n + 0.12 * line)
      const hot = smooth(0.2, 0.55, noise(along * 0.028, q * 0.8, seed + 2) + burnt)
      over(o, TOAST, 0.6 * hot)
      over(o, CHAR, 0.8 * smooth(0.55, 1, hot + 0.3 * n) + 0.5 * smooth(0.03, 0, t) * burnt)
      o.gloss = 0.7 - 0.35 * hot
    },
  })
}

/** A head: buds heaped on a dome, each with its own light. */
function head(c, { x, y, r, z, rng, burnt }) {
  const n = Math.round(44 + r * 1.2)
  for (let i = 0; i < n; i++) {
    const q = Math.sqrt(1 - i / n),
      a = i * 2.4 + rng.in(-0.3, 0.3),
      d = r * q * rng.in(0.82, 1.08),
      b = r * rng.in(0.15, 0.22),
      seed = rng.seed(),
      tone = rng.in(-0.14, 0.16) + 0.26 * (1 - q),
      hot = smooth(0.45, 0.9, rng.next() * 0.6 + burnt + 0.25 * q)
    piece(c, {
      x: x + Math.cos(a) * d,
      y: y + Math.sin(a) * d * 0.9,
      r: b,
      ry: b * rng.in(0.75, 1),
      rot: rng.angle(),
      z: z + r * 0.5 * (1 - q * q),
      outline: outline(rng, { wobble: 0.14, lobes: 5 }),
      height: b * 0.9,
      edge: b,
      gloss: 0.45,
      soft: 0.35,
      paint: (o, u, v, depth) => {
        ramp(o, BUD, 0.4 + tone + 0.3 * smooth(0, b * 0.7, depth) + 0.15 * noise(u * 0.3, v * 0.3, seed))
        over(o, TOAST, 0.5 * hot)
        over(o, CHAR, 0.7 * smooth(0.5, 1, hot))
        shade(o, 0.9 + 0.2 * (1 - q))
      },
    })
  }
}

/** rot points from the cut end to the heads. */
function broccolini(c, { x, y, s, rot, rng, lift = 0 }) {
  const turn = rot ?? rng.angle(),
    cu = Math.cos(turn),
    su = Math.sin(turn),
    at = (t, v) => [x + (t - 0.5) * s * cu - v * s * su, y + (t - 0.5) * s * su + v * s * cu],
    z = c.restAt(x, y, s * 0.12) + lift,
    bend = rng.in(-0.05, 0.05),
    burnt = rng.in(0.05, 0.3),
    fork = rng.in(0.46, 0.56),
    arms = rng.int(4, 5),
    heads = []
  for (let i = 0; i < arms; i++) {
    const k = arms === 1 ? 0 : (i / (arms - 1)) * 2 - 1,
      reach = rng.in(0.8, 0.88) - 0.1 * Math.abs(k),
      v = k * rng.in(0.1, 0.125),
      from = fork - 0.1 * rng.next()
    stalk(c, {
      points: [at(from, bend * 0.6), at((from + reach) / 2, bend * 0.6 + v * 0.4), at(reach, bend * 0.3 + v)],
      r: s * 0.017,
      z: z + s * 0.01,
      seed: rng.seed(),
      burnt,
    })
    heads.push([...at(reach + 0.02, bend * 0.3 + v), s * rng.in(0.062, 0.08) * (1 - 0.12 * Math.abs(k))])
  }
  stalk(c, {
    points: [at(0, -bend), at(0.2, 0), at(0.42, bend * 0.7), at(fork + 0.06, bend * 0.6)],
    r: s * 0.03,
    z: z + s * 0.012,
    seed: rng.seed(),
    burnt,
  })
  const side = rng.chance(0.5) ? 1 : -1,
    [lx, ly] = at(0.55, side * 0.055),
    seed = rng.seed()
  leaf(c, {
    x: lx,
    y: ly,
    rot: turn + side * 0.5,
    l: s * rng.in(0.13, 0.19),
    w: s * 0.058,
    curl: 0.4,
    veins: 6,
    gloss: 0.5,
    z: z + s * 0.03,
    paint: (o, t, q, vein) => {
      const n = fbm(t * 4, q * 2, 2, seed)
      ramp(o, BLADE, 0.5 + 0.35 * n + 0.2 * q)
      over(o, STEM[3], 0.4 * vein)
      over(o, CHAR, 0.7 * smooth(0.78, 1.1, t + 0.3 * n + burnt * 0.5))
    },
  })
  for (const [hx, hy, r] of heads) head(c, { x: hx, y: hy, r, z: z + s * 0.02, rng, burnt })
}

export const BROCCOLINI = { broccolini }
