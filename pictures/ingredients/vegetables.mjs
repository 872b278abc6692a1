/** From the garden. s is a radius or half length. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, spline, stroke } from '../shapes.mjs'
import { block, disc, grilled, nugget, strip } from './makers.mjs'

const SEED = hex('#e8c070'),
  GEL = hex('#c8581c'),
  FLESH = hex('#e07050')

/** Chambers with seeds between the spokes of a cut tomato. */
const tomatoInside = (o, u, v, q, seed) => {
  const a = Math.atan2(v, u),
    n = 5,
    t = Math.abs((((((a / (Math.PI * 2)) * n + seed * 1e-9 * 7) % 1) + 1) % 1) - 0.5) * 2
  const gel = smooth(0.35, 0.6, t) * smooth(0.2, 0.34, q) * smooth(0.84, 0.74, q)
  over(o, GEL, gel * 0.8)
  o.h -= gel * 1.6
  o.gloss += gel * 0.4
  const k = cells(u * 6, v * 6, seed)
  const pip = gel * smooth(0.3, 0.18, k.f1) * (k.id > 0.35 ? 1 : 0)
  over(o, SEED, pip * 0.9)
  o.h += pip * 1.5
  over(o, FLESH, 0.35 * smooth(0.2, 0.05, q))
}

/** Half a cherry tomato, cut side up or down. */
const cherryCut = disc({
  rings: [
    [0, '#d8553a'],
    [0.25, '#c03a20'],
    [0.86, '#a81c10'],
    [0.95, '#8a0e08'],
  ],
  thick: 9,
  gloss: 0.75,
  extra: tomatoInside,
})
const cherryWhole = nugget({
  colours: ['#6f0a05', '#a8180c', '#cf3a1e'],
  high: 0.95,
  gloss: 0.85,
  soft: 0.4,
  wobble: 0.02,
})

/** A pointed head: artichoke quarter or half, layered from outside in. */
const artichoke =
  (colours) =>
  (c, { x, y, s, rot, rng }) => {
    const a0 = rot ?? rng.angle(),
      greens = colours.map(hex)
    for (let ring = 0; ring < 4; ring++) {
      const n = 5 - ring
      for (let i = 0; i < n; i++) {
        const a = a0 + (i - (n - 1) / 2) * (0.5 - ring * 0.05),
          k = s * (1 - ring * 0.17),
          seed = rng.seed()
        piece(c, {
          x: x + Math.cos(a) * k * 0.35,
          y: y + Math.sin(a) * k * 0.35,
          r: k * 0.62,
          ry: k * 0.26,
          rot: a,
          lift: ring * 1.5,
          height: k * 0.16,
          gloss: 0.5,
          soft: 0.4,
          outline: (t) => 1 - 0.16 * Math.abs(Math.sin(t)),
          paint: (o, u, v) => {
            const t = u / k + 0.5,
              g = greens[Math.min(3, ring)]
            o.r = g[0]
            o.g = g[1]
            o.b = g[2]
            over(o, greens[3], 0.3 + 0.3 * noise(u * 0.05, v * 0.3, seed))
            over(o, hex('#5a3418'), smooth(0.75, 1.1, t) * 0.8)
          },
        })
      }
    }
  }

/** A stem with a crowded head of buds. */
const floret =
  ({ stem, buds, char = 0.2, head = 0.3 }) =>
  (c, { x, y, s, rot, rng }) => {
    const a = rot ?? rng.angle(),
      bend = rng.in(-0.4, 0.4),
      z = c.restAt(x, y, s * 0.5),
      sc = hex(stem)
    const at = (t) => [
      x + Math.cos(a + bend * t) * (t - 0.5) * 2 * s,
      y + Math.sin(a + bend * t) * (t - 0.5) * 2 * s,
    ]
    stroke(c, {
      points: spline([at(0), at(0.3), at(0.6), at(0.85)], 6),
      r: (t) => s * (0.085 - 0.03 * t),
      z: z + 4,
      gloss: 0.5,
      soft: 0.4,
      paint: (o, u, q) => {
        o.r = sc[0]
        o.g = sc[1]
        o.b = sc[2]
        shade(o, 0.85 + 0.3 * q * q)
      },
    })
    const bud = nugget({ colours: buds, high: 0.9, rough: 0.16, grain: 5, ragged: 0.08, gloss: 0.3, char })
    const [hx, hy] = at(0.88)
    for (let i = 0; i < 11; i++) {
      const b = rng.angle(),
        d = Math.sqrt(rng.next()) * s * head
      bud(c, {
        x: hx + Math.cos(b) * d,
        y: hy + Math.sin(b) * d,
        s: s * rng.in(0.09, 0.16),
        rng,
        z: z + 6 + (s * head - d) * 0.35,
      })
    }
  }

/** A bulb's quarter out of the oven: its ribs spread from the foot, caramel where they touched the tin, a frond on top. */
function fennelFan(c, { x, y, s, rot, rng }) {
  const a = rot ?? rng.angle(),
    z = c.restAt(x, y, s * 0.5),
    n = 6,
    pale = palette('#9a6a2c', '#cfae68', '#ead8a2', '#f8efd0'),
    brown = hex('#9a5414'),
    green = hex('#8f9a3a')
  const at = (u, v) => [x + Math.cos(a) * u - Math.sin(a) * v, y + Math.sin(a) * u + Math.cos(a) * v]
  for (let i = 0; i < n; i++) {
    const k = (i / (n - 1)) * 2 - 1,
      seed = rng.seed(),
      long = s * (1.02 - 0.2 * k * k) * rng.in(0.92, 1.06)
    stroke(c, {
      points: spline(
        [
          at(-s * 0.55, k * s * 0.1),
          at(-s * 0.15, k * s * 0.36),
          at(s * 0.25, k * s * 0.42),
          at(long * 0.72, k * s * 0.3),
        ],
        4,
      ),
      r: (t) => s * 0.115 * (0.75 + 0.5 * Math.sin(Math.PI * Math.min(1, t * 1.15 + 0.1))),
      flat: 0.8,
      z: () => z + s * 0.05 * (1 - k * k) + (i % 2) * s * 0.04,
      gloss: 0.8,
      soft: 0.65,
      paint: (o, along, q, t) => {
        ramp(o, pale, 0.72 - 0.3 * Math.abs(q) + 0.22 * noise(along * 0.02, q * 4, seed))
        over(o, green, 0.6 * smooth(0.6, 1, t))
        const hot = fbm(along * 0.035, q * 1.2, 3, seed + 1) + 0.4 * smooth(0.3, 0, t) + 0.25 * Math.abs(q)
        over(o, brown, 0.75 * smooth(0, 0.5, hot))
        over(o, hex('#3a1808'), 0.6 * smooth(0.5, 0.9, hot))
      },
    })
  }
}

/** A cob in rows of kernels. */
function cob(c, { x, y, s, rot, rng }) {
  const a = rot ?? rng.angle(),
    seed = rng.seed(),
    z = c.restAt(x, y, s * 0.3)
  const deep = hex('#b8780c'),
    bright = hex('#f0bc34'),
    char = hex('#2a1206')
  const at = (t) => [x + Math.cos(a) * t * s, y + Math.sin(a) * t * s]
  stroke(c, {
    points: spline([at(-1), at(-0.5), at(0), at(0.5), at(1)], 5),
    r: (t) => s * 0.24 * Math.sqrt(Math.max(0.2, 1 - Math.abs(t - 0.42) ** 3 * 5)),
    z,
    gloss: 0.75,
    soft: 0.5,
    paint: (o, along, q) => {
      const row = Math.asin(Math.max(-1, Math.min(1, q))) * 4.2,
        ru = along / (s * 0.1) + (Math.floor(row) % 2) * 0.5
      const ku = Math.abs((((ru % 1) + 1) % 1) - 0.5) * 2,
        kv = Math.abs((((row % 1) + 1) % 1) - 0.5) * 2
      const body = 1 - Math.max(ku ** 3, kv ** 3)
      o.r = deep[0]
      o.g = deep[1]
      o.b = deep[2]
      over(o, bright, smooth(0, 0.7, body) * (0.8 + 0.4 * noise(Math.floor(ru), Math.floor(row) * 3.1, seed)))
      o.h += body * s * 0.035
      over(
        o,
        char,
        smooth(
          0.3,
          0.55,
          noise(along * 0.03, row * 0.7, seed + 1) +
            0.25 * noise(Math.floor(ru) * 1.7, Math.floor(row) * 1.3, seed + 4),
        ) * 0.85,
      )
    },
  })
}

const thin = (rings, more = {}) => disc({ rings, thick: 4, edge: 3, gloss: 0.45, ...more })
const hole = (from) => (o, u, v, q) => {
  if (q < from) o.a = 0
  else o.h *= Math.sqrt(Math.max(0, 1 - (((q - from) / (1 - from)) * 2 - 1) ** 2)) + 0.3
}
const seeds =
  (ringAt, colour, n = 11) =>
  (o, u, v, q) => {
    const a = (Math.atan2(v, u) / (Math.PI * 2)) * n,
      t = Math.abs((((a % 1) + 1) % 1) - 0.5) * 2
    over(o, hex(colour), smooth(0.7, 0.4, t) * smooth(0.09, 0.04, Math.abs(q - ringAt)) * 0.85)
  }

export const VEGETABLES = {
  'tomato-slice': disc({
    rings: [
      [0, '#d9694a'],
      [0.16, '#b83418'],
      [0.8, '#c23a20'],
      [0.93, '#8f140a'],
    ],
    thick: 8,
    gloss: 0.7,
    extra: tomatoInside,
  }),
  'yellow-tomato-slice': disc({
    rings: [
      [0, '#eac06a'],
      [0.16, '#d89018'],
      [0.8, '#e0a22c'],
      [0.93, '#b8700c'],
    ],
    thick: 8,
    gloss: 0.7,
    extra: tomatoInside,
  }),
  'cherry-tomato': (c, p) => (p.rng.chance(0.55) ? cherryCut : cherryWhole)(c, p),
  'cherry-whole': cherryWhole,
  'tomato-dice': block({
    colours: ['#8a140a', '#b8301a', '#d85a3a'],
    high: 0.6,
    corner: 0.3,
    warp: 0.2,
    gloss: 0.7,
  }),
  'red-onion': strip({
    colours: ['#6a1838', '#b06a86', '#ecd8d8'],
    width: 0.1,
    bow: 0.5,
    gloss: 0.4,
    soft: 0.5,
  }),
  'pickled-onion': strip({
    colours: ['#b02a62', '#d85a8a', '#f0a8c0'],
    width: 0.1,
    bow: 0.55,
    gloss: 0.7,
    soft: 0.6,
  }),
  'sweet-onion': strip({
    colours: ['#a87434', '#d8b070', '#efdcae'],
    width: 0.1,
    bow: 0.5,
    gloss: 0.5,
    soft: 0.5,
    char: 0.25,
  }),
  'onion-ring': thin(
    [
      [0, '#f0e8dc'],
      [0.72, '#f5efe4'],
      [0.8, '#d8c8d0'],
      [0.93, '#b48aa0'],
    ],
    { extra: hole(0.74) },
  ),
  'raw-onion': thin(
    [
      [0, '#e8e4d4'],
      [0.5, '#f6f2e6'],
      [0.86, '#e8e6d0'],
      [0.95, '#cfd0a8'],
    ],
    {
      extra: (o, u, v, q) => {
        const t = Math.sin(q * 26)
        o.h += t * 1.2
        shade(o, 0.93 + 0.07 * t)
      },
    },
  ),
  'crispy-onion': strip({ colours: ['#5a2c0a', '#a8641c', '#d8a04a'], width: 0.12, bow: 0.7, gloss: 0.35 }),
  'roast-pepper': strip({
    colours: ['#7a1006', '#b42a10', '#d8522a'],
    width: 0.2,
    bow: 0.3,
    gloss: 0.85,
    char: 0.3,
    flat: 0.4,
  }),
  'yellow-pepper': strip({
    colours: ['#b8780c', '#dca422', '#f0c850'],
    width: 0.2,
    bow: 0.3,
    gloss: 0.85,
    char: 0.3,
    flat: 0.4,
  }),
  'pickled-pepper': nugget({
    colours: ['#a8240c', '#d0481c', '#e87a3a'],
    long: 2,
    gloss: 0.85,
    high: 0.8,
    wobble: 0.1,
  }),
  'black-olive': disc({
    rings: [
      [0, '#120a10'],
      [0.42, '#2a1a26'],
      [0.5, '#43303c'],
      [0.9, '#241420'],
    ],
    thick: 9,
    gloss: 0.85,
    extra: hole(0.4),
  }),
  'whole-olive': nugget({
    colours: ['#1a0c14', '#33202c', '#584250'],
    long: 1.25,
    gloss: 0.9,
    high: 0.95,
    wobble: 0.02,
  }),
  'green-olive': nugget({
    colours: ['#5d6418', '#858c2c', '#aeb254'],
    long: 1.2,
    gloss: 0.85,
    high: 0.95,
    wobble: 0.02,
  }),
  caper: nugget({ colours: ['#3d4a1c', '#5f6c30', '#8a9458'], high: 0.95, gloss: 0.6, wobble: 0.08 }),
  chilli: thin(
    [
      [0, '#f0d8b0'],
      [0.4, '#d8340f'],
      [0.82, '#b81c0c'],
      [0.94, '#8a0c06'],
    ],
    {
      extra: (o, u, v, q) => {
        if (q < 0.34) o.a = 0
      },
    },
  ),
  jalapeno: thin(
    [
      [0, '#d8e0a0'],
      [0.3, '#b8cc70'],
      [0.66, '#6f9a2c'],
      [0.86, '#3d6a16'],
    ],
    { thick: 6, gloss: 0.65, extra: seeds(0.45, '#f4ecc0', 6) },
  ),
  'garlic-slice': disc({
    rings: [
      [0, '#e8c88a'],
      [0.7, '#f0dcae'],
      [0.92, '#c0843a'],
    ],
    thick: 4,
    squash: 0.66,
    gloss: 0.5,
    wobble: 0.1,
    char: 0.15,
  }),
  'garlic-clove': nugget({ colours: ['#b07a34', '#e0b870', '#f4e0b0'], long: 1.6, gloss: 0.5, char: 0.25 }),
  'garlic-head': disc({
    rings: [
      [0, '#a8702a'],
      [0.15, '#d8a858'],
      [0.85, '#e8cfa4'],
      [0.95, '#cdb694'],
    ],
    thick: 18,
    gloss: 0.5,
    extra: (o, u, v) => {
      const t = Math.abs(Math.sin(Math.atan2(v, u) * 5))
      shade(o, 0.55 + 0.45 * smooth(0, 0.35, t))
      o.h += 4 * smooth(0, 0.5, t)
    },
  }),
  artichoke: artichoke(['#5d6a2a', '#7f8a3e', '#a3a85c', '#c4bf82']),
  zucchini: disc({
    rings: [
      [0, '#cdd08a'],
      [0.3, '#dfe0a6'],
      [0.85, '#a8b85a'],
      [0.93, '#3f6a1c'],
    ],
    thick: 5,
    gloss: 0.6,
    char: 0.22,
    extra: seeds(0.3, '#f2efc8', 8),
  }),
  'eggplant-slice': disc({
    rings: [
      [0, '#d2a661'],
      [0.5, '#c8964e'],
      [0.84, '#b88546'],
      [0.9, '#45183a'],
    ],
    thick: 9,
    gloss: 0.7,
    char: 0.04,
    squash: 0.8,
    wobble: 0.06,
    extra: (o, u, v, q, seed) => {
      grilled(o, u * 46, v * 46, seed, 17, 0.7 * smooth(0.95, 0.85, q))
    },
  }),
  cucumber: disc({
    rings: [
      [0, '#d0dca0'],
      [0.35, '#dde6b8'],
      [0.82, '#a8c46a'],
      [0.93, '#2f5a20'],
    ],
    thick: 5,
    gloss: 0.6,
    extra: seeds(0.3, '#f2f4d4', 9),
  }),
  pickle: disc({
    rings: [
      [0, '#a8a038'],
      [0.35, '#b4ac48'],
      [0.82, '#8a9030'],
      [0.92, '#4a5a18'],
    ],
    thick: 5,
    gloss: 0.75,
    wobble: 0.07,
    extra: (o, u, v, q, seed) => {
      seeds(0.35, '#dcd68a', 9)(o, u, v, q, seed)
      o.h += 1.4 * Math.sin(u * 18)
    },
  }),
  'pickle-spear': strip({
    colours: ['#4a5a18', '#8a9030', '#c0bc60'],
    width: 0.16,
    bow: 0.08,
    gloss: 0.75,
    flat: 0.8,
  }),
  'potato-dice': block({
    colours: ['#d8a83c', '#ecc868', '#f6e0a0'],
    corner: 0.35,
    high: 0.85,
    gloss: 0.35,
    warp: 0.15,
  }),
  fry: strip({
    colours: ['#a8641a', '#d89a3a', '#f0c468'],
    width: 0.11,
    bow: 0.08,
    gloss: 0.45,
    flat: 1,
    char: 0.16,
  }),
  rapini: floret({ stem: '#4d7a2c', buds: ['#1c3a14', '#2f5a20', '#4a7a30'], char: 0.15, head: 0.36 }),
  asparagus: strip({
    colours: ['#3f6420', '#628a34', '#93b058'],
    width: 0.08,
    bow: 0.06,
    gloss: 0.5,
    char: 0.3,
  }),
  'green-bean': strip({ colours: ['#2f5a1c', '#4d8030', '#7aa850'], width: 0.09, bow: 0.3, gloss: 0.55 }),
  celery: strip({
    colours: ['#7a9a3c', '#a8c060', '#d0dc98'],
    width: 0.15,
    bow: 0.08,
    gloss: 0.5,
    extra: (o, u, q) => {
      o.h += 0.8 * Math.sin(q * 16)
    },
  }),
  carrot: disc({
    rings: [
      [0, '#f0a040'],
      [0.4, '#e07a1c'],
      [0.9, '#c85c10'],
    ],
    thick: 5,
    gloss: 0.55,
  }),
  'carrot-dice': block({ colours: ['#b8540c', '#dc7a1e', '#f0a04a'], corner: 0.25, gloss: 0.6 }),
  radish: disc({
    rings: [
      [0, '#f4efe8'],
      [0.85, '#f6e8ea'],
      [0.92, '#c02a52'],
    ],
    thick: 3,
    gloss: 0.5,
  }),
  'cabbage-red': strip({ colours: ['#4a1240', '#7a2a68', '#c490b4'], width: 0.09, bow: 0.4, gloss: 0.45 }),
  'cabbage-green': strip({ colours: ['#8aa850', '#c4d48c', '#eef0cc'], width: 0.09, bow: 0.4, gloss: 0.45 }),
  'carrot-shred': strip({ colours: ['#b8540c', '#e08024', '#f2a450'], width: 0.06, bow: 0.4, gloss: 0.5 }),
  fennel: strip({ colours: ['#a8b878', '#dfe4c0', '#f6f6e6'], width: 0.13, bow: 0.4, gloss: 0.4, soft: 0.6 }),
  // A whole smoked cap, seen from its side.
  'portobello-cap': nugget({
    colours: ['#2f180c', '#55331c', '#7d5330', '#a0744a'],
    long: 2.3,
    high: 0.8,
    wobble: 0.05,
    rough: 0.03,
    grain: 5,
    gloss: 0.85,
    soft: 0.4,
    char: 0.1,
    mottle: 0.45,
    extra: (o, u, v, d, seed) => {
      const ray = fbm(u * 9, v * 2, 2, seed + 7)
      shade(o, 1 + 0.16 * ray)
      o.h += ray
    },
  }),
  'fennel-fan': fennelFan,
  squash: (c, p) => {
    const r = p.s
    piece(c, {
      x: p.x,
      y: p.y,
      r,
      ry: r,
      rot: p.rot ?? p.rng.angle(),
      outline: outline(p.rng, { wobble: 0.03 }),
      height: 9,
      edge: 5,
      gloss: 0.5,
      soft: 0.5,
      paint: (o, u, v, d) => {
        const q = Math.hypot(u / r, (v / r + 0.55) * 0.9)
        if (q < 0.72 || v < -r * 0.5) return false
        const a = hex('#d88a1c'),
          b = hex('#f0b448')
        o.r = a[0]
        o.g = a[1]
        o.b = a[2]
        over(o, b, 0.5 + 0.5 * noise(u * 0.1, v * 0.1, 3))
        over(o, hex('#4a5a1c'), smooth(5, 1, d))
        over(o, hex('#6a3408'), smooth(0.2, 0.5, fbm(u * 0.06, v * 0.06, 3, 7)) * 0.8)
      },
    })
  },
  corn: nugget({ colours: ['#c88a10', '#eab830', '#f8d868'], long: 1.2, gloss: 0.7, high: 0.9, char: 0.16 }),
  cob,
  'avocado-slice': strip({
    colours: ['#c8cc70', '#a8b848', '#5f8424'],
    width: 0.18,
    bow: 0.35,
    gloss: 0.4,
    taper: 0.6,
  }),
  plantain: disc({
    rings: [
      [0, '#d89a2c'],
      [0.5, '#e4ac3c'],
      [0.9, '#a8641a'],
    ],
    thick: 10,
    gloss: 0.5,
    char: 0.3,
    squash: 0.62,
    wobble: 0.08,
  }),
}
