/** Wet things: pools, drizzles, dots, glazes. s is the radius of the pool. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { outline, piece, spline, stroke } from '../shapes.mjs'

/** colours from deep to bright, lumps: how coarse, oil: colour of the fat that parts at its edge. */
export const LIQUIDS = {
  tomato: { colours: ['#5c0f06', '#8a1a0a', '#ac2c10', '#c24a1c'], lump: 0.8, gloss: 0.5, oil: '#e07a1c' },
  arrabbiata: { colours: ['#5a0c05', '#861408', '#a82a0e'], lump: 1, gloss: 0.55, oil: '#e86a10' },
  uccelletto: { colours: ['#6a1c08', '#a03812', '#c85c22', '#dc8038'], lump: 1, gloss: 0.75, oil: '#ec9a2c' },
  vodka: { colours: ['#b8451c', '#d86a34', '#e88a50'], lump: 0.4, gloss: 0.5, oil: '#f0a050' },
  cream: { colours: ['#d6c49c', '#eadfc0', '#f6efdc'], lump: 0.3, gloss: 0.5 },
  pecorino: { colours: ['#c08c34', '#e6bd6a', '#f7dfa2'], lump: 0.3, gloss: 0.8 },
  bechamel: { colours: ['#e0cfa6', '#f0e4c8', '#f8f1e0'], lump: 0.3, gloss: 0.45 },
  pesto: { colours: ['#2d4a10', '#4b6e1a', '#6f9426'], lump: 1.2, gloss: 0.5, oil: '#8a9a1c' },
  genovese: { colours: ['#3f5f10', '#5f801c', '#86a234'], lump: 1.1, gloss: 0.75, oil: '#b4b62c' },
  'salsa-verde': { colours: ['#2f5216', '#4d7a24', '#7da83c'], lump: 1, gloss: 0.5, oil: '#a3ad2c' },
  oil: { colours: ['#8a7a10', '#b5a21c', '#d8c43c'], lump: 0, gloss: 1 },
  'chilli-oil': { colours: ['#8a1c06', '#c03c0c', '#e0661c'], lump: 0.1, gloss: 1 },
  balsamic: { colours: ['#120605', '#2a100b', '#451c12'], lump: 0, gloss: 1 },
  butter: { colours: ['#c08a1c', '#dcab34', '#f0cf6a'], lump: 0.1, gloss: 0.9 },
  jus: { colours: ['#1f0b05', '#3f190b', '#6a2e14'], lump: 0, gloss: 0.95 },
  gravy: { colours: ['#4d2a12', '#7a4a22', '#a06a38'], lump: 0.3, gloss: 0.7 },
  ragu: { colours: ['#4a1508', '#7a2810', '#a84520'], lump: 1.6, gloss: 0.5, oil: '#c8601a' },
  bbq: { colours: ['#1f0603', '#4a1408', '#7c240d'], lump: 0.1, gloss: 0.95 },
  'gold-bbq': { colours: ['#a8680c', '#cf9018', '#eab53a'], lump: 0.2, gloss: 0.85 },
  'white-bbq': { colours: ['#cfc4a8', '#e8e0cc', '#f7f3e6'], lump: 0.4, gloss: 0.6 },
  buffalo: { colours: ['#a82406', '#d8480c', '#f07a24'], lump: 0.1, gloss: 0.95 },
  honey: { colours: ['#9a5508', '#cf8a14', '#f0b93a'], lump: 0, gloss: 1 },
  mayo: { colours: ['#e2d3a4', '#f2e8c8', '#fbf6e4'], lump: 0.2, gloss: 0.6 },
  aioli: { colours: ['#d8bc6c', '#ecd694', '#f6e8b8'], lump: 0.1, gloss: 0.7 },
  mustard: { colours: ['#b8860c', '#d8a81c', '#efc840'], lump: 0.3, gloss: 0.6 },
  'mustard-cream': { colours: ['#bd8d1e', '#dfb746', '#f1d57c'], lump: 0.5, gloss: 0.65 },
  ranch: { colours: ['#d8d2bc', '#eee9d8', '#faf8ee'], lump: 0.4, gloss: 0.6 },
  queso: { colours: ['#cf7f14', '#e8a028', '#f6c252'], lump: 0.2, gloss: 0.7 },
  ketchup: { colours: ['#7a0c06', '#a8140a', '#cf2c1a'], lump: 0.1, gloss: 0.8 },
  yogurt: { colours: ['#dcd6ca', '#f2eee6', '#fdfbf6'], lump: 0.2, gloss: 0.5 },
  'cream-whipped': { colours: ['#e3d5bd', '#f6eddc', '#fffaf0'], lump: 0.4, gloss: 0.25 },
  custard: { colours: ['#d8a83a', '#ecc866', '#f8e09a'], lump: 0.2, gloss: 0.5 },
  chocolate: { colours: ['#1c0a05', '#35160a', '#5a2c16'], lump: 0, gloss: 0.95 },
  caramel: { colours: ['#7a3a08', '#b06414', '#d8922e'], lump: 0, gloss: 1 },
  'peach-juice': { colours: ['#a84a0c', '#d67a1c', '#f0a63c'], lump: 0.15, gloss: 1 },
  'saffron-jus': { colours: ['#8a4a0c', '#b8741c', '#dca038'], lump: 0.35, gloss: 0.8, oil: '#e8a428' },
  'wine-syrup': { colours: ['#30030c', '#560a1a', '#84182c'], lump: 0, gloss: 1 },
  berry: { colours: ['#3d0412', '#7c0c26', '#b02440'], lump: 0.5, gloss: 0.9 },
  strawberry: { colours: ['#8a0c14', '#c02028', '#dc4a48'], lump: 0.6, gloss: 0.9 },
  passion: { colours: ['#c06a08', '#e0961c', '#f4bf48'], lump: 0.3, gloss: 0.9 },
  polenta: { colours: ['#d29a24', '#e6b83e', '#f4d470'], lump: 0.8, gloss: 0.35 },
  'soft-polenta': { colours: ['#d89a20', '#eab93c', '#f5d470'], lump: 0.22, gloss: 0.6 },
  grits: { colours: ['#d8c9a0', '#ece0bf', '#f7efd8'], lump: 0.9, gloss: 0.35 },
  'yellow-grits': { colours: ['#cfa85a', '#e8cb88', '#f5e3b4'], lump: 0.6, gloss: 0.5, oil: '#e8b43c' },
  mash: { colours: ['#d8c088', '#eddba8', '#f8edcc'], lump: 0.9, gloss: 0.3 },
  'pea-puree': { colours: ['#4f7a20', '#79a636', '#a4c95c'], lump: 0.4, gloss: 0.4 },
  squash: { colours: ['#c25a0c', '#e0801c', '#f2a648'], lump: 0.3, gloss: 0.5 },
  minestrone: { colours: ['#8a3208', '#b8521a', '#d87c3a'], lump: 0.4, gloss: 0.8, oil: '#e8a030' },
  chili: { colours: ['#4a1006', '#7a2009', '#a23c14'], lump: 1.6, gloss: 0.55, oil: '#c8560f' },
  broth: { colours: ['#a86a14', '#cf9632', '#e8c06a'], lump: 0, gloss: 0.95, oil: '#f0d060' },
  'pot-liquor': { colours: ['#4a3a0e', '#77601c', '#a4893a'], lump: 0, gloss: 0.95, oil: '#c9a83c' },
  'bean-liquor': { colours: ['#2d1007', '#552008', '#7f3612'], lump: 0.4, gloss: 0.85 },
  guacamole: { colours: ['#5d7a1c', '#86a334', '#b3c65e'], lump: 1.3, gloss: 0.35 },
  salsa: { colours: ['#8a1a0c', '#b8321a', '#d85a34'], lump: 1.5, gloss: 0.6 },
  coffee: { colours: ['#160703', '#2d1208', '#4f2611'], lump: 0, gloss: 0.9 },
}

const CLEAR = { oil: 0.42, butter: 0.5, honey: 0.72, 'chilli-oil': 0.6, jus: 0.97, 'wine-syrup': 0.95 }

/** The brush of a liquid at a point; edge is the distance to its shore. */
export function liquidPaint(name, rng) {
  const kind = LIQUIDS[name]
  if (!kind) throw new Error(`unknown sauce: ${name}`)
  const list = palette(...kind.colours),
    oil = kind.oil && hex(kind.oil),
    seed = rng.seed()
  return (o, u, v, edge = 30) => {
    const lump = fbm(u * 0.055, v * 0.055, 3, seed),
      fine = noise(u * 0.22, v * 0.22, seed + 1)
    ramp(o, list, 0.5 + lump * 0.36 + fine * 0.1 * kind.lump - 0.2 * smooth(10, 0, edge))
    o.h += kind.lump * (1.5 * lump + 0.9 * fine) + (kind.lump ? 0 : 0.4 * lump)
    o.gloss = kind.gloss * (0.85 + 0.3 * lump)
    o.soft = 0.3
    if (oil) {
      const k = smooth(0.28, 0.5, noise(u * 0.05, v * 0.05, seed + 3)) * 0.4 + smooth(9, 1, edge) * 0.45
      over(o, oil, k)
      o.gloss += k * 0.4
    }
  }
}

/** A pool that lies on whatever is below. */
export function pool(
  c,
  {
    x,
    y,
    s,
    ry = s,
    rot = 0,
    rng,
    kind,
    height = 3.5,
    wobble = 0.1,
    ragged = 0.005,
    fade = 0,
    mode = 'drape',
    z,
  },
) {
  const paint = liquidPaint(kind, rng),
    clear = CLEAR[kind] ?? 1
  piece(c, {
    x,
    y,
    r: s,
    ry,
    rot,
    outline: outline(rng, { wobble, ragged, lobes: 7 }),
    height,
    edge: Math.min(14, s * 0.5),
    mode,
    fade,
    z,
    paint: (o, u, v, d) => {
      paint(o, u, v, d)
      o.a *= clear
    },
  })
}

/** Fills a vessel to an even level with a small climb at the wall. */
export function fill(c, { x, y, s, z, rng, kind, waves = 0.6 }) {
  const paint = liquidPaint(kind, rng),
    seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    z,
    rough: waves,
    grain: 0.02,
    seed,
    form: (d) => 2.2 * smooth(7, 0, d),
    outline: () => 1,
    paint,
  })
}

/** A thin stream drawn over the food, thick and thin. */
export function drizzle(c, { x, y, s, rng, kind, turns = 5, width = 4.5, rot = rng.in(-0.8, 0.8) }) {
  // Oil is seen by its shine, not by its colour.
  const paint = liquidPaint(kind, rng),
    seed = rng.seed(),
    points = [],
    clear = CLEAR[kind] ?? 1
  for (let i = 0; i <= turns * 2; i++) {
    const t = (i / (turns * 2)) * 2 - 1,
      side = (i % 2 ? 1 : -1) * Math.sqrt(Math.max(0.06, 1 - t * t)) * rng.in(0.7, 1.02)
    const u = t * s * 0.95,
      v = side * s * 0.92
    points.push([x + u * Math.cos(rot) - v * Math.sin(rot), y + u * Math.sin(rot) + v * Math.cos(rot)])
  }
  stroke(c, {
    points: spline(points, 7),
    r: (t) => width * (0.7 + 0.5 * noise(t * 30, 1, seed)),
    mode: 'drape',
    flat: 0.55,
    paint: (o, along, q) => {
      const h = o.h
      paint(o, along, q * width)
      o.h = h
      o.a *= clear
    },
  })
}

/** Loose drops. */
export function drops(c, { x, y, s, rng, kind, n = 9, size = 6 }) {
  for (let i = 0; i < n; i++) {
    const a = rng.angle(),
      d = s * Math.sqrt(rng.next()),
      r = size * rng.in(0.35, 1.2)
    pool(c, {
      x: x + Math.cos(a) * d,
      y: y + Math.sin(a) * d,
      s: r,
      rng,
      kind,
      height: r * 0.35,
      wobble: 0.08,
      ragged: 0,
    })
  }
}

/** A dollop with a swirl, for cream, ricotta, mash. */
export function dollop(c, { x, y, s, rng, kind, height = s * 0.5, swirl = 1, lift = 0 }) {
  const paint = liquidPaint(kind, rng),
    turn = rng.angle()
  piece(c, {
    x,
    y,
    r: s,
    lift,
    outline: outline(rng, { wobble: 0.09, lobes: 5 }),
    height,
    edge: s * 0.9,
    paint: (o, u, v, d) => {
      const a = Math.atan2(v, u),
        q = Math.hypot(u, v) / s
      o.h += swirl * s * 0.07 * Math.sin(a * 1 + q * 9 + turn) * smooth(0, 0.3, q) * smooth(1, 0.75, q)
      paint(o, u, v, d + 20)
    },
  })
}

export const SAUCES = { pool, fill, drizzle, drops, dollop }
