/** Warm farro in its oil, and what the menu puts on it: roasted delicata, fried sage, pecorino, pumpkin seeds. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const GRAIN = palette('#754a1a', '#b07f38', '#d4a960', '#ecd3a4')

/** One grain: plump, shining, with the crease down its back and pale starch at the tip where it burst. */
function grain(c, { x, y, z, s, rng }) {
  const seed = rng.seed(),
    tone = rng.in(-0.2, 0.22),
    burst = rng.chance(0.3) ? 0.7 : 0
  piece(c, {
    x,
    y,
    z,
    r: s,
    ry: s * rng.in(0.56, 0.7),
    rot: rng.angle(),
    outline: outline(rng, { wobble: 0.05, lobes: 4 }),
    height: s * 0.6,
    edge: s * 0.56,
    gloss: 0.95,
    soft: 0.5,
    paint: (o, u, v) => {
      const p = u / s,
        q = v / s
      ramp(o, GRAIN, 0.55 + tone + 0.25 * noise(p * 2, q * 3, seed) - 0.25 * Math.abs(q))
      const crease = smooth(0.1, 0.02, Math.abs(q + 0.05 * p)) * smooth(0.85, 0.5, Math.abs(p))
      over(o, GRAIN[0], 0.4 * crease)
      o.h -= s * 0.05 * crease
      over(o, hex('#eed3a2'), burst * smooth(0.45, 0.9, p))
    },
  })
}

/** A heap that covers the bottom of its bowl: first a bed of its own oil and starch, then the grains. */
function warmFarro(c, { x, y, s, rng, n = 2400, mound = 0.2 }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s * 0.97,
    mode: 'drape',
    outline: outline(rng, { wobble: 0.03, ragged: 0.012 }),
    form: (d, u, v) =>
      s * mound * Math.max(0, 1 - (u * u + v * v) / (s * s)) + Math.min(5, Math.max(0, d) * 0.5),
    gloss: 0.7,
    soft: 0.4,
    paint: (o, u, v) => ramp(o, GRAIN, 0.12 + 0.2 * fbm(u * 0.06, v * 0.06, 3, seed)),
  })
  const spots = Array.from({ length: n }, () => {
    const a = rng.angle(),
      q = Math.sqrt(rng.next()),
      px = x + Math.cos(a) * s * q,
      py = y + Math.sin(a) * s * q
    return { x: px, y: py, z: c.heightAt(px, py) - 4 + rng.in(0, 6) }
  })
  for (const spot of spots) grain(c, { ...spot, s: rng.in(9, 11.5), rng })
}

const FLESH = palette('#a8480a', '#d36a10', '#ea8f22', '#f6b850'),
  SKIN = palette('#8a6a1c', '#d8b452', '#f0d98a'),
  BROWN = hex('#8a3d0a'),
  DARK = hex('#3f1806')

/** A ring of delicata, or half of one: scalloped skin left on, the flesh caramel where it lay on the tin. */
function delicata(c, { x, y, s, rot, rng, whole = rng.chance(0.16) }) {
  const seed = rng.seed(),
    lobes = 8,
    phase = rng.angle(),
    lean = rng.in(-0.34, 0.34),
    leanV = rng.in(-0.25, 0.25),
    wet = rng.in(-0.06, 0.16)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.9, 1),
    rot: rot ?? rng.angle(),
    lift: 2,
    outline: (a) => 0.96 + 0.04 * Math.abs(Math.cos((a * lobes) / 2 + phase)),
    form: () => 0,
    gloss: 0.75,
    soft: 0.5,
    paint: (o, u, v, d) => {
      const p = u / s,
        q = v / s,
        n = fbm(p * 2.2, q * 2.2, 3, seed),
        fine = fbm(p * 9, q * 9, 2, seed + 1),
        far = Math.hypot(p, q),
        heart = 0.5 + 0.035 * Math.sin(Math.atan2(q, p) * 5 + phase) + 0.03 * n
      if (far < heart || (!whole && q < -0.1 + 0.04 * n)) return false
      const inner = (far - heart) * s,
        round = Math.min(1, Math.min(d, inner, whole ? s : (q + 0.1 - 0.04 * n) * s) / (s * 0.12))
      o.h =
        s *
        (0.24 * Math.sqrt(Math.max(0, 1 - (1 - round) ** 2)) +
          lean * p +
          leanV * q +
          0.035 * n +
          0.012 * fine)
      // Its fibres run from the seeds to the skin.
      const fibre = noise(Math.atan2(q, p) * 9, far * 3.5, seed + 3)
      ramp(o, FLESH, 0.6 + 0.35 * n + 0.1 * fine + 0.15 * round + 0.13 * fibre)
      const hot =
        wet + 0.55 * n + 0.3 * fine + 0.12 * fibre + 0.62 * smooth(s * 0.2, s * 0.03, Math.min(d, inner))
      over(o, BROWN, 0.85 * smooth(0.14, 0.58, hot))
      over(o, DARK, 0.75 * smooth(0.54, 0.88, hot))
      const skin = smooth(s * 0.08, s * 0.05, d)
      if (skin > 0.01) {
        const { r, g, b } = o
        ramp(o, SKIN, 0.55 + 0.4 * noise(Math.atan2(q, p) * 2.6, 3, seed + 2))
        over(o, hex('#4f6a1c'), 0.75 * smooth(0.8, 1, Math.cos(Math.atan2(q, p) * lobes + 2 * phase)))
        o.r = r + (o.r - r) * skin
        o.g = g + (o.g - g) * skin
        o.b = b + (o.b - b) * skin
      }
      o.gloss = 0.6 + 0.35 * n
    },
  })
}

/** A curl of pecorino from the peeler. */
function pecorino(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    roll = rng.in(0.3, 0.6),
    milk = palette('#c79f4e', '#e6cb8a', '#f7e8c0')
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.34, 0.48),
    rot: rot ?? rng.angle(),
    lift: 2,
    outline: outline(rng, { wobble: 0.14, ragged: 0.016, lobes: 6 }),
    form: () => 0,
    gloss: 0.3,
    soft: 0.7,
    paint: (o, u, v, d) => {
      const p = u / s,
        q = v / s,
        n = fbm(p * 2, q * 5, 3, seed)
      ramp(o, milk, 0.68 + 0.18 * n - 0.4 * smooth(0.12, 0, d / s))
      o.h = s * (0.08 + roll * (p * p - 0.7 * q * q) + 0.5 * roll * q + 0.02 * n)
      shade(o, 1 + 0.06 * n)
    },
  })
}

const SEED_TONES = palette('#3f5c16', '#688a2c', '#93b050', '#bcd07c')

/** A toasted pumpkin seed: green, pointed at one end, puffed. */
function pepita(c, { x, y, s, rng }) {
  const tone = rng.in(-0.15, 0.2),
    brown = rng.chance(0.3) ? 0.4 : 0
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.54,
    rot: rng.angle(),
    lift: 1,
    outline: (a) => 0.9 + 0.12 * Math.cos(a) - 0.05 * Math.cos(2 * a),
    height: s * 0.26,
    edge: s * 0.3,
    gloss: 0.7,
    soft: 0.4,
    paint: (o, u, v, d) => {
      ramp(o, SEED_TONES, 0.5 + tone + (0.5 * d) / s - (0.2 * v) / s)
      over(o, hex('#8a5a1c'), brown)
    },
  })
}

export const FARRO = {
  'warm-farro': warmFarro,
  delicata,
  'pecorino-curl': pecorino,
  pepita,
}
