/** Warm farro in its oil, and what the menu puts on it: roasted delicata, fried sage, pecorino, pumpkin seeds. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const GRAIN = palette('#7d4a14', '#b8802f', '#dbab58', '#f2d592')

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
    ry: s * rng.in(0.5, 0.62),
    rot: rng.angle(),
    outline: outline(rng, { wobble: 0.05, lobes: 4 }),
    height: s * 0.5,
    edge: s * 0.48,
    gloss: 0.95,
    soft: 0.5,
    paint: (o, u, v) => {
      const p = u / s,
        q = v / s
      ramp(o, GRAIN, 0.55 + tone + 0.25 * noise(p * 2, q * 3, seed) - 0.25 * Math.abs(q))
      const crease = smooth(0.1, 0.02, Math.abs(q + 0.05 * p)) * smooth(0.85, 0.5, Math.abs(p))
      over(o, GRAIN[0], 0.6 * crease)
      o.h -= s * 0.07 * crease
      over(o, hex('#f3dcae'), burst * smooth(0.45, 0.9, p))
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

const FLESH = palette('#b04a08', '#d8690c', '#ee8a1c', '#f6ae48'),
  SKIN = palette('#8a6a1c', '#d8b452', '#f0d98a'),
  BROWN = hex('#8a3d0a'),
  DARK = hex('#3f1806')

/** A ring of delicata, or half of one: scalloped skin left on, the flesh caramel where it lay on the tin. */
function delicata(c, { x, y, s, rot, rng, whole = rng.chance(0.35) }) {
  const seed = rng.seed(),
    lobes = 8,
    phase = rng.angle(),
    lean = rng.in(-0.14, 0.14)
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
        round = Math.min(1, Math.min(d, inner) / (s * 0.1))
      o.h = s * (0.2 * Math.sqrt(Math.max(0, 1 - (1 - round) ** 2)) + lean * p + 0.03 * n)
      ramp(o, FLESH, 0.62 + 0.35 * n + 0.1 * fine + 0.15 * round)
      const hot = 0.5 * n + 0.3 * fine + 0.55 * smooth(s * 0.2, s * 0.04, Math.min(d, inner))
      over(o, BROWN, 0.85 * smooth(0.2, 0.65, hot))
      over(o, DARK, 0.7 * smooth(0.62, 0.95, hot))
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
    roll = rng.in(0.16, 0.34),
    milk = palette('#cfa650', '#ecd28c', '#f9eabd')
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.4, 0.56),
    rot: rot ?? rng.angle(),
    lift: 2,
    outline: outline(rng, { wobble: 0.1, ragged: 0.016, lobes: 6 }),
    form: () => 0,
    gloss: 0.3,
    soft: 0.7,
    paint: (o, u, v, d) => {
      const p = u / s,
        q = v / s,
        n = fbm(p * 2, q * 4, 2, seed)
      ramp(o, milk, 0.7 + 0.25 * n - 0.3 * smooth(0.1, 0, d / s))
      o.h = s * (0.08 + roll * p * p + 0.25 * roll * q + 0.02 * n)
      shade(o, 1 + 0.06 * n)
    },
  })
}

const SAGE = palette('#3c5226', '#5f7a3a', '#86a056', '#a9bd78')

/** A leaf of sage fried in butter: crisp, curled at its edge, still green. */
function friedSage(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    bend = rng.in(-0.2, 0.2),
    curl = rng.in(0.3, 0.5)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.42,
    rot: rot ?? rng.angle(),
    lift: 3,
    outline: (a) => 0.94 - 0.16 * Math.abs(Math.sin(a)) + 0.02 * Math.sin(a * 17),
    form: () => 0,
    gloss: 0.55,
    soft: 0.35,
    paint: (o, u, v, d) => {
      const p = u / s,
        q = v / s - bend * (0.5 - p * p) * 0.5,
        vein = smooth(0.05, 0.01, Math.abs(q)),
        rib = smooth(0.16, 0.03, Math.abs(((((p * 5 - Math.abs(q) * 4) % 1) + 1.5) % 1) - 0.5)),
        n = fbm(p * 5, q * 7, 3, seed)
      ramp(o, SAGE, 0.5 + 0.3 * n + 0.2 * (1 - rib))
      over(o, SAGE[3], 0.5 * vein + 0.08 * rib)
      over(o, hex('#6a4a14'), 0.55 * smooth(s * 0.1, 0, d + s * 0.04 * n))
      o.h = s * (0.06 + curl * q * q * 2.2 + 0.1 * p * p + 0.012 * (1 - rib) - 0.03 * vein)
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
  'fried-sage': friedSage,
  pepita,
}
