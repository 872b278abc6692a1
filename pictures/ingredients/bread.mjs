/** From the baker. s is a radius or half length. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, outline, piece, slab } from '../shapes.mjs'
import { block, disc, grilled, nugget, scorch } from './makers.mjs'

const CRUMB = palette('#d8b070', '#ecd09a', '#f8e8c4'),
  CRUST = palette('#3d1a08', '#74380f', '#a8621e', '#cf9440', '#e8bc70')

/** The open holes of a slow dough. */
function crumb(o, u, v, seed, size = 0.06, depth = 3) {
  const k = cells(u * size + noise(u * 0.03, v * 0.03, seed), v * size, seed + 1),
    hole = smooth(0.34, 0.12, k.f1) * (k.id > 0.3 ? 1 : 0.3)
  ramp(o, CRUMB, 0.7 + 0.35 * fbm(u * 0.05, v * 0.05, 3, seed + 2))
  shade(o, 1 - 0.3 * hole)
  o.h += -depth * hole + 1.1 * fbm(u * 0.15, v * 0.15, 3, seed + 3)
}

/** A slice of country loaf: dark crust round an open crumb, toasted or grilled. */
const slice =
  ({ toast = 0.35, grill = 0, w = 1, l = 0.66, square = false, white = false, fine = false }) =>
  (c, { x, y, s, rot, rng, lift = 0 }) => {
    const seed = rng.seed(),
      a = rot ?? rng.angle()
    slab(c, {
      x,
      y,
      w: s * 2 * w,
      l: s * 2 * l,
      rot: a,
      corner: square ? s * 0.16 : s * l * 0.75,
      warp: square ? s * 0.03 : s * 0.07,
      grain: 1.2 / s,
      height: s * 0.16,
      edge: 5,
      lift,
      seed,
      gloss: 0.12,
      soft: 0.45,
      paint: (o, u, v, d) => {
        crumb(o, u, v, seed, fine ? 0.2 : 0.055, fine ? 1.2 : 3.4)
        if (white) over(o, hex('#f6ecd6'), 0.55)
        const brown = smooth(0, 1, toast + 0.5 * fbm(u * 0.02, v * 0.02, 3, seed + 5))
        over(o, hex('#b8742a'), brown * 0.62)
        over(o, hex('#5a2a0c'), smooth(0.6, 1, brown) * 0.5)
        if (grill) grilled(o, u * 0.7 - v * 0.7, u * 0.7 + v * 0.7, seed, grill, 0.75)
        const skin = smooth(s * 0.07, s * 0.03, d + 2 * noise(u * 0.05, v * 0.05, seed))
        if (skin > 0) {
          const { r, g, b } = o
          ramp(o, CRUST, (white ? 0.6 : 0.34) + 0.2 * noise(u * 0.05, v * 0.05, seed + 6))
          o.r = r + (o.r - r) * skin
          o.g = g + (o.g - g) * skin
          o.b = b + (o.b - b) * skin
        }
      },
    })
  }

/** The top of a bun, shining. */
const bun =
  ({
    seeds = 0,
    long = 1,
    colours = ['#5a280a', '#a05a18', '#cf8a34', '#e4ae5c'],
    gloss = 0.6,
    flour = 0,
    high = 0.62,
  }) =>
  (c, { x, y, s, rot, rng, lift = 0, z }) => {
    const seed = rng.seed(),
      list = palette(...colours),
      a = rot ?? rng.angle()
    piece(c, {
      x,
      y,
      z,
      r: s,
      ry: s / long,
      rot: a,
      lift,
      outline: outline(rng, { wobble: 0.025 + 0.05 * flour, ragged: 0.01 * flour }),
      height: (s / long) * high,
      edge: (s / long) * 0.9,
      gloss,
      soft: 0.4,
      paint: (o, u, v, d) => {
        const n = fbm(u * 0.02, v * 0.02, 4, seed)
        ramp(o, list, 0.62 + n * 0.34 - 0.55 * smooth(s * 0.3, 0, d) + 0.1 * smooth(s * 0.3, s, d))
        o.h += n * 3 + (flour ? 1.5 * fbm(u * 0.1, v * 0.1, 3, seed + 1) : 0)
        if (flour) over(o, hex('#f2e6d0'), flour * smooth(-0.1, 0.4, fbm(u * 0.05, v * 0.05, 4, seed + 2)))
        if (seeds) {
          const k = cells(u * 0.055, v * 0.055, seed + 3),
            pip =
              smooth(0.2, 0.13, k.f1 * (1 + 0.5 * Math.sin(k.id * 40))) *
              (k.id < seeds ? 1 : 0) *
              smooth(s * 0.1, s * 0.3, d)
          over(o, hex('#f4e2b8'), pip)
          o.h += pip * 2.6
        }
      },
    })
  }

/** A wedge: cut sides open, round side crusted. */
const wedge = ({ top, side, angle = 0.75, high = 0.3, char = 0.2, extra }) => {
  const list = palette(...top),
    cutList = palette(...side)
  return (c, { x, y, s, rot = -0.4, rng }) => {
    const seed = rng.seed(),
      z = c.restAt(x, y, s * 0.4)
    c.stamp(
      x,
      y,
      s * 1.1,
      rot,
      (u0, v, o) => {
        const u = u0 + s * 0.72,
          a = Math.atan2(v, u),
          q = Math.hypot(u, v),
          rag = 3 * fbm(u * 0.04, v * 0.04, 3, seed)
        const side1 = (Math.abs(a) - angle / 2) * q,
          d = Math.max(side1, q - s * 1.6) + rag * 0.5
        o.a = cover(d, c.px)
        if (o.a <= 0 || u < 0) return false
        const flank = a > 0 ? smooth(s * 0.26, s * 0.22, -side1 + rag) : 0,
          n = fbm(u * 0.025, v * 0.025, 4, seed + 1),
          f = fbm(u * 0.12, v * 0.12, 3, seed + 2)
        ramp(o, list, 0.5 + n * 0.4 + f * 0.2)
        over(o, CRUST[1], smooth(s * 1.36, s * 1.58, q) * 0.55)
        scorch(o, u, v, seed + 3, char, 0.03)
        o.h = s * high + n * 3 + f * 1.5 - 5 * smooth(6, 0, -d)
        extra?.(o, u / s, v / s, seed)
        if (flank > 0) {
          const { r, g, b } = o
          ramp(o, cutList, 0.5 + f * 0.5 + 0.3 * n)
          const k = flank
          o.r = r + (o.r - r) * k
          o.g = g + (o.g - g) * k
          o.b = b + (o.b - b) * k
          o.h = s * high * (0.12 + 0.88 * smooth(0, s * 0.24, -side1)) + f * 2
          o.gloss *= 0.6
        }
        o.soft = 0.45
        o.gloss += 0.2
      },
      'solid',
      z,
    )
  }
}

/** A folded, sealed half moon. */
function calzone(c, { x, y, s, rot = 0.1, rng }) {
  const seed = rng.seed(),
    shape = outline(rng, { wobble: 0.03 })
  piece(c, {
    x,
    y: y + s * 0.25,
    r: s,
    ry: s,
    rot,
    outline: (a) => {
      const d = Math.sin(a)
      return (d > 0 ? 1 - 0.62 * d ** 1.6 : 1 + 0.02 * d) * shape(a)
    },
    height: s * 0.34,
    edge: s * 0.4,
    soft: 0.45,
    gloss: 0.22,
    paint: (o, u, v, d) => {
      const n = fbm(u * 0.018, v * 0.018, 4, seed),
        f = fbm(u * 0.1, v * 0.1, 3, seed + 1),
        seam = smooth(s * 0.16, s * 0.09, d) * (v < s * 0.05 ? 1 : 0.35)
      ramp(o, [...CRUST.slice(1), hex('#f0d8a0')], 0.62 + n * 0.45 + f * 0.12 - seam * 0.2)
      const k = cells(u * 0.022 + n * 0.4, v * 0.022, seed + 2),
        spot = smooth(0.2 + 0.5 * k.id, 0.08, k.f1 + 0.16 * f) * (k.id < 0.42 ? 1 : 0)
      over(o, CRUST[2], 0.5 * smooth(0.05, 0.5, n + 0.3 * f))
      over(o, CRUST[1], spot * 0.8)
      over(o, hex('#241006'), smooth(0.6, 1, spot) * 0.75)
      const crimp = Math.abs(Math.sin(Math.atan2(v, u) * 17))
      o.h += n * 9 + f * 1.4 + spot * 2 - seam * (6 + 5 * (1 - crimp))
    },
  })
}

export const BREADS = {
  toast: slice({ toast: 0.35, grill: 20 }),
  sourdough: slice({ toast: 0.1 }),
  'texas-toast': slice({ toast: 0.66, w: 1, l: 0.8, square: true, white: true, fine: true }),
  bun: bun({}),
  'sesame-bun': bun({ seeds: 0.62 }),
  'potato-roll': bun({ colours: ['#8a4a0c', '#cf8c24', '#eab84c', '#f4d080'], gloss: 0.7 }),
  ciabatta: bun({
    long: 1.5,
    flour: 0.75,
    colours: ['#6a3a10', '#b47c34', '#d8a860', '#ecc890'],
    gloss: 0.1,
    high: 0.4,
  }),
  hero: bun({
    long: 2.3,
    seeds: 0.5,
    colours: ['#5a2a0a', '#a8641c', '#d2913c', '#e8b868'],
    gloss: 0.4,
    high: 0.6,
  }),
  rosetta: bun({
    long: 1.05,
    flour: 0.45,
    colours: ['#6a3408', '#b87a2c', '#dca654', '#eec888'],
    gloss: 0.2,
  }),
  cornbread: wedge({
    top: ['#8a4a0c', '#c8841c', '#e6b03c', '#f2c860'],
    side: ['#d8a02c', '#f0c860', '#f8dc90'],
    char: 0.16,
  }),
  calzone,
  pretzel: nugget({ colours: ['#3d1806', '#7a380c', '#a8601c'], long: 1.3, gloss: 0.6 }),
  'gnocco-fritto': nugget({
    colours: ['#a86a1c', '#d8a448', '#ecc880', '#f6e0b0'],
    long: 1.3,
    wobble: 0.12,
    high: 0.6,
    rough: 0.06,
    grain: 6,
    gloss: 0.3,
    char: 0.12,
  }),
  // Dropped from a spoon, split by the heat, sugared.
  biscuit: nugget({
    colours: ['#8a4a10', '#c47f2a', '#e2ad58', '#f2d293'],
    wobble: 0.09,
    ragged: 0.012,
    rough: 0.05,
    grain: 4,
    high: 0.62,
    gloss: 0.22,
    char: 0.16,
    mottle: 0.5,
    extra: (o, u, v, d, seed) => {
      const k = cells(u * 1.7 + 0.2 * noise(u * 4, v * 4, seed), v * 1.7, seed + 7),
        split =
          smooth(0.07, 0.01, k.f2 - k.f1) *
          smooth(0.15, 0.4, d) *
          smooth(-0.2, 0.3, noise(u * 2, v * 2, seed + 9))
      over(o, hex('#f8e4b4'), split * 0.6)
      over(o, hex('#7a3c0c'), 0.55 * smooth(0.14, 0.02, d))
      o.h -= split * 1.4
      const sugar = cells(u * 16, v * 16, seed + 8)
      over(o, hex('#fff6e2'), smooth(0.22, 0.1, sugar.f1) * (sugar.id > 0.72 ? 0.8 : 0))
    },
  }),
  chip: (c, p) => {
    const list = palette('#b87a1c', '#dcac44', '#f0cc70'),
      seed = p.rng.seed()
    piece(c, {
      ...p,
      r: p.s,
      rot: p.rot ?? p.rng.angle(),
      lift: 2,
      height: 4,
      edge: 3,
      gloss: 0.25,
      soft: 0.4,
      outline: (a) => 0.56 / Math.max(0.5, Math.cos(((a + 6.283) % 2.094) - 1.047)),
      paint: (o, u, v) => {
        ramp(o, list, 0.55 + 0.4 * noise(u * 0.08, v * 0.08, seed))
        o.h += 0.004 * u * u + 2 * noise(u * 0.03, v * 0.03, seed + 1) + 0.15 * v
        scorch(o, u, v, seed, 0.2, 0.06)
      },
    })
  },
  wafer: block({
    colours: ['#a8641c', '#d89c4c', '#ecc484'],
    long: 2.6,
    high: 0.2,
    corner: 0.05,
    warp: 0.02,
    gloss: 0.2,
    extra: (o, u, v) => {
      const g = Math.max(Math.cos(u * 18), Math.cos(v * 18)) > 0.75 ? 1 : 0
      shade(o, 1 - 0.2 * g)
      o.h += g * 1.3
    },
  }),
  'nilla-wafer': disc({
    rings: [
      [0, '#e8bc6c'],
      [0.6, '#e0ac54'],
      [0.85, '#b8741e'],
      [0.95, '#a0601a'],
    ],
    thick: 9,
    edge: 9,
    gloss: 0.2,
  }),
}
