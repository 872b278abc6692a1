/** A bread salad, tossed: toasted bread that drinks, tomato and cucumber in halves, rings of red onion. s is a half length. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, spline, stroke } from '../shapes.mjs'

const CRUMB = palette('#a5601f', '#d0913c', '#eabb68', '#f7dc9f'),
  CRUST = palette('#3a1806', '#6b300c', '#9a5216', '#bf7a2c'),
  TOAST = hex('#a4571a'),
  BURNT = hex('#4a200a'),
  SOAKED = hex('#b84a1a')

/** Torn by hand from a loaf: flat broken faces, crust along one side, toasted where it stands out, red where it drank. */
function chunk(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    tops = Array.from({ length: 3 }, (_, i) => {
      const a = (i / 3) * Math.PI * 2 + rng.in(-0.5, 0.5)
      return { ca: Math.cos(a), sa: Math.sin(a), steep: rng.in(0.35, 0.7), off: rng.in(-0.2, 0.2) }
    }),
    shell = rng.chance(0.7) ? rng.in(0.42, 0.6) : 9,
    wet = rng.in(-0.25, 0.3),
    tone = rng.in(-0.1, 0.08)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.72, 0.95),
    rot: rot ?? rng.angle(),
    outline: outline(rng, { wobble: 0.13, ragged: 0.012, lobes: 5 }),
    form: () => 0,
    gloss: 0.12,
    soft: 0.45,
    paint: (o, u, v, d) => {
      const p = u / s,
        q = v / s,
        n = fbm(p * 2.2, q * 2.2, 3, seed),
        fine = fbm(p * 9, q * 9, 3, seed + 1),
        planes = tops.map((t) => 0.62 - t.steep * (p * t.ca + q * t.sa - t.off)).sort((a, b) => a - b),
        ridge = smooth(0.16, 0, planes[1] - planes[0]),
        rise = Math.min(planes[0], 0.62, 0.12 + (d / s) * 2.4)
      const big = cells(p * 2.6 + 0.7 * n, q * 3.6 + 0.3 * fine, seed + 2),
        pores = smooth(0.12, 0.5, fbm(p * 7 + 9, q * 8, 2, seed + 3)),
        hole = Math.max(smooth(0.5, 0.1, big.f1 + 0.14 * fine) * (big.id > 0.45 ? 1 : 0), 0.55 * pores)
      ramp(o, CRUMB, 0.8 + tone + 0.28 * n + 0.1 * fine - 0.5 * hole)
      o.h = s * (rise + 0.07 * n + 0.02 * fine - 0.07 * hole)
      const hot = Math.max(ridge * (0.55 + 0.6 * n), smooth(s * 0.3, s * 0.04, d) * (0.7 + 0.6 * n))
      over(o, TOAST, 0.85 * smooth(0.1, 0.75, hot))
      over(o, BURNT, 0.6 * smooth(0.72, 1.15, hot + 0.25 * fine))
      const drank = smooth(0.1, 0.5, fbm(p * 1.2 + 3, q * 1.2, 2, seed + 4) + wet)
      over(o, SOAKED, 0.4 * drank)
      o.gloss += 0.55 * drank
      const skin = smooth(shell, shell + 0.06, p + 0.16 * q * q + 0.05 * n)
      if (skin > 0) {
        const { r, g, b } = o
        ramp(o, CRUST, 0.55 + 0.5 * n + 0.15 * fine - 0.3 * smooth(shell + 0.1, 1, p))
        o.r = r + (o.r - r) * skin
        o.g = g + (o.g - g) * skin
        o.b = b + (o.b - b) * skin
        o.h += s * 0.05 * hole * skin
        o.gloss *= 1 - 0.5 * skin
      }
    },
  })
}

const RIPE = palette('#8a1206', '#b3200c', '#cf3a1a', '#df6440'),
  GEL = hex('#d9641c'),
  PIP = hex('#f0cf86')

/** Half of a thick slice: skin round the bow, wet chambers with seeds, the pale core at the cut. */
function halfTomato(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    shift = rng.in(0, 1),
    lean = rng.in(-0.16, 0.16),
    tip = rng.in(0.05, 0.22)
  piece(c, {
    x,
    y,
    r: s,
    rot: rot ?? rng.angle(),
    lift: 1,
    outline: outline(rng, { wobble: 0.05, lobes: 5 }),
    height: s * 0.24,
    edge: s * 0.16,
    gloss: 0.7,
    soft: 0.5,
    paint: (o, u, v, d) => {
      const p = u / s,
        q = v / s,
        n = fbm(p * 3, q * 3, 3, seed)
      if (q < -0.12 + 0.05 * n) return false
      const far = Math.hypot(p, q),
        turn = Math.atan2(q, p) / Math.PI,
        t = Math.abs(((((turn * 3 + shift) % 1) + 1) % 1) - 0.5) * 2,
        gel = smooth(0.3, 0.5, t + 0.12 * n) * smooth(0.22, 0.34, far) * smooth(0.8, 0.7, far + 0.05 * n)
      ramp(o, RIPE, 0.6 + 0.35 * n + 0.3 * smooth(0.3, 0.05, far))
      over(o, GEL, 0.75 * gel)
      o.h -= s * 0.05 * gel
      o.h += s * (lean * p + tip * q)
      o.gloss += 0.3 * gel
      const k = cells(p * 5.5, q * 5.5, seed + 1),
        pip = gel * smooth(0.32, 0.2, k.f1) * (k.id > 0.3 ? 1 : 0)
      over(o, PIP, 0.9 * pip)
      o.h += s * 0.03 * pip
      over(o, RIPE[0], 0.9 * smooth(s * 0.11, s * 0.05, d))
    },
  })
}

const FLESH = palette('#a3bf62', '#c3d68a', '#dbe6b2', '#e6eec6')

/** A thick half moon of cucumber, glassy where the seeds sit. */
function halfCucumber(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    lean = rng.in(-0.2, 0.2)
  piece(c, {
    x,
    y,
    r: s,
    rot: rot ?? rng.angle(),
    lift: 1,
    outline: outline(rng, { wobble: 0.03, lobes: 4 }),
    height: s * 0.26,
    edge: s * 0.12,
    gloss: 0.6,
    soft: 0.6,
    paint: (o, u, v, d) => {
      const p = u / s,
        q = v / s,
        n = fbm(p * 3, q * 3, 2, seed)
      if (q < -0.08 + 0.03 * n) return false
      const far = Math.hypot(p, q),
        seeds = smooth(0.62, 0.52, far)
      ramp(o, FLESH, 0.8 + 0.25 * n - 0.35 * seeds - 0.5 * smooth(0.72, 0.95, far))
      const a = Math.atan2(q, p) * 4.2,
        pip = smooth(0.5, 0.3, Math.hypot((a - Math.round(a)) * 1.3, (far - 0.4) * 4.6))
      over(o, hex('#f1f0cc'), 0.85 * pip)
      o.h += s * (lean * p + 0.04 * pip)
      over(o, hex('#4f7a24'), 0.9 * smooth(s * 0.14, s * 0.08, d))
      over(o, hex('#23480f'), 0.9 * smooth(s * 0.08, s * 0.03, d))
    },
  })
}

/** A ring of red onion, cut thin, or most of one. */
function onionRing(c, { x, y, s, rot, rng }) {
  const turn = rot ?? rng.angle(),
    squash = rng.in(0.55, 0.85),
    sweep = rng.in(3.4, 5.6),
    seed = rng.seed(),
    z = c.restAt(x, y, s * 0.8)
  const points = Array.from({ length: 9 }, (_, i) => {
    const a = (i / 8) * sweep,
      k = s * (1 + 0.06 * noise(i * 0.7, 2, seed)),
      u = Math.cos(a) * k,
      v = Math.sin(a) * k * squash
    return [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)]
  })
  const tones = palette('#6a1644', '#93306a', '#cf8fb4', '#f3e0e4')
  stroke(c, {
    points: spline(points, 4),
    r: () => s * 0.115,
    flat: 0.9,
    z: (px, py) => Math.max(z - s * 0.06, c.heightAt(px, py) - s * 0.1),
    gloss: 0.55,
    soft: 0.6,
    paint: (o, along, q) => {
      // Outside purple, inside white: the ring is drawn one way round.
      ramp(o, tones, 0.46 - 0.62 * q + 0.14 * noise(along * 0.06, 1, seed + 1))
      shade(o, 1 - 0.12 * Math.abs(q))
    },
  })
}

export const PANZANELLA = {
  'bread-chunk': chunk,
  'tomato-half-moon': halfTomato,
  'cucumber-half-moon': halfCucumber,
  'onion-ring': onionRing,
}
