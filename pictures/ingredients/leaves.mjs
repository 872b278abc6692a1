/** Green things: single leaves, sprigs and chopped herbs. s is the length of the piece. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade } from '../colour.mjs'
import { leaf, outline, piece, spline, stroke } from '../shapes.mjs'

const blade = (colours, veinColour, veinStrength = 0.5) => {
  const list = palette(...colours),
    vc = hex(veinColour)
  return (rng) => {
    const seed = rng.seed(),
      tone = rng.in(-0.12, 0.12)
    return (o, t, q, vein) => {
      ramp(o, list, 0.45 + tone + 0.3 * noise(t * 3, q * 2, seed) - 0.25 * (1 - t) + 0.2 * q)
      over(o, vc, vein * veinStrength)
    }
  }
}

/** Makes a leaf ingredient from its measures. */
const kind =
  (paint, m) =>
  (c, { x, y, s, rot, rng, lift }) =>
    leaf(c, {
      x,
      y,
      rot: rot ?? rng.angle(),
      l: s * rng.in(0.85, 1.15),
      w: s * m.w * rng.in(0.85, 1.15),
      bend: rng.in(-1, 1) * (m.bend ?? 0.1),
      curl: (m.curl ?? 0.25) * rng.in(0.6, 1.4),
      puff: m.puff ?? 0.05,
      veins: m.veins ?? 6,
      teeth: m.teeth,
      lobes: m.lobes,
      profile: m.profile,
      gloss: m.gloss ?? 0.3,
      soft: 0.35,
      lift,
      paint: paint(rng),
    })

const BASIL = blade(['#17400f', '#2a671a', '#42862a', '#6ba53c'], '#9cc068', 0.34)
const oneBasil = kind(BASIL, { w: 0.66, curl: 0.3, puff: 0.085, veins: 5, gloss: 0.42, bend: 0.1 })

/** A sprig's head: two or three leaves from one point. */
const basilSprig = (c, p) => {
  const n = p.rng.int(2, 3),
    a = p.rot ?? p.rng.angle()
  for (let i = 0; i < n; i++) {
    const b = a + (i - (n - 1) / 2) * p.rng.in(1.2, 1.9),
      k = p.s * (i === 1 ? 0.9 : 0.75)
    oneBasil(c, { ...p, s: k, rot: b, x: p.x + Math.cos(b) * k * 0.42, y: p.y + Math.sin(b) * k * 0.42 })
  }
}

const lettuceBlade = blade(['#3d7a1e', '#6ea832', '#a4cc58', '#d6e598'], '#eef3c8', 0.55)
const romaine = (c, { x, y, s, rot, rng }) =>
  leaf(c, {
    x,
    y,
    rot: rot ?? rng.angle(),
    l: s,
    w: s * 0.5,
    bend: rng.in(-0.1, 0.1),
    curl: 0.4,
    puff: 0.12,
    veins: 7,
    gloss: 0.35,
    soft: 0.4,
    profile: (t) =>
      0.35 +
      0.65 *
        Math.sin(Math.PI * Math.min(1, t * 0.86 + 0.05)) *
        (1 + 0.09 * Math.sin(t * 43)) *
        (t > 0.95 ? Math.sqrt((1 - t) / 0.05) : 1),
    paint: lettuceBlade(rng),
  })

/** Branching herb: a stem with small leaves at both sides. */
const sprig =
  ({ leafKind, stem, pairs, size, from = 0.15, spread = 0.9, thick = 0.012 }) =>
  (c, { x, y, s, rot, rng }) => {
    const a = rot ?? rng.angle(),
      bend = rng.in(-0.25, 0.25),
      z = c.restAt(x, y, s * 0.3) + 1
    const at = (t) => [x + Math.cos(a + bend * t) * (t - 0.5) * s, y + Math.sin(a + bend * t) * (t - 0.5) * s]
    const sc = hex(stem)
    stroke(c, {
      points: spline([at(0), at(0.35), at(0.7), at(0.96)], 5),
      r: s * thick,
      z: z + s * 0.03,
      paint: (o) => over(Object.assign(o, { r: sc[0], g: sc[1], b: sc[2] }), sc, 0),
      gloss: 0.2,
    })
    for (let i = 0; i < pairs; i++) {
      const t = from + ((1 - from) * (i + 0.5)) / pairs,
        [px, py] = at(t)
      for (const side of [-1, 1]) {
        const k = s * size * rng.in(0.75, 1.2) * (1 - 0.35 * t),
          b = a + bend + side * spread * rng.in(0.75, 1.2) * (1 - t * 0.45)
        leafKind(c, {
          x: px + Math.cos(b) * k * 0.5,
          y: py + Math.sin(b) * k * 0.5,
          s: k,
          rot: b,
          rng,
          lift: 2,
        })
      }
    }
  }

const PARSLEY = blade(['#1d4a12', '#34731f', '#559a30'], '#86b95a', 0.3)
const parsleyLeaf = kind(PARSLEY, { w: 0.85, lobes: 3, curl: 0.4, puff: 0.1, veins: 3 })
const MINT = blade(['#1f5a22', '#3c8a38', '#6fb455'], '#b2d98e', 0.45)
const rosemaryNeedle = kind(blade(['#5a7a48', '#80a068', '#a8c08c'], '#a9b98c', 0.3), {
  w: 0.13,
  curl: 0.6,
  puff: 0,
  veins: 1,
})
const thymeLeaf = kind(blade(['#5d7d3c', '#80a052', '#a8c078'], '#a5b87a', 0.2), { w: 0.5, veins: 1 })
const dillThread = kind(blade(['#4d8a2c', '#74b048', '#98c868'], '#8fbb62', 0.1), {
  w: 0.09,
  puff: 0,
  veins: 1,
})

/** A pinch of chopped green over a spot. */
const chopped =
  (colours, size) =>
  (c, { x, y, s, rng, n = 14 }) => {
    const list = palette(...colours)
    for (let i = 0; i < n; i++) {
      const a = rng.angle(),
        d = s * Math.sqrt(rng.next()),
        r = size * rng.in(0.6, 1.3),
        t = rng.next()
      piece(c, {
        x: x + Math.cos(a) * d,
        y: y + Math.sin(a) * d,
        r,
        ry: r * rng.in(0.4, 0.7),
        rot: rng.angle(),
        outline: outline(rng, { wobble: 0.25 }),
        height: 2,
        lift: 0.5,
        gloss: 0.2,
        soft: 0.3,
        paint: (o, u) => ramp(o, list, t * 0.8 + u * 0.05),
      })
    }
  }

/** Little green rings. */
const ringlets =
  (colours, inner) =>
  (c, { x, y, s, rng, n = 12 }) => {
    const list = palette(...colours)
    for (let i = 0; i < n; i++) {
      const a = rng.angle(),
        d = s * Math.sqrt(rng.next()),
        r = rng.in(4, 6.5)
      piece(c, {
        x: x + Math.cos(a) * d,
        y: y + Math.sin(a) * d,
        r,
        ry: r * rng.in(0.6, 1),
        rot: rng.angle(),
        lift: 0.5,
        gloss: 0.3,
        soft: 0.3,
        paint: (o, u, v, depth) => {
          if (depth > r * (1 - inner)) return false
          o.h = 4 * Math.sqrt(Math.max(0, 1 - ((depth / r) * 2.4 - 1) ** 2)) + 1
          ramp(o, list, depth / r + 0.2)
        },
      })
    }
  }

const frilly =
  (colours, rib) =>
  (c, { x, y, s, rot, rng }) => {
    const list = palette(...colours),
      ribs = hex(rib),
      seed = rng.seed(),
      shape = outline(rng, { wobble: 0.16, ragged: 0.1, lobes: 7 })
    piece(c, {
      x,
      y,
      r: s * 0.5,
      ry: s * 0.42,
      rot: rot ?? rng.angle(),
      outline: shape,
      height: s * 0.1,
      edge: s * 0.1,
      gloss: 0.28,
      soft: 0.4,
      paint: (o, u, v, d) => {
        const ruffle = noise(u * 0.09, v * 0.09, seed) * Math.max(0, 1 - d / (s * 0.3)),
          fold = fbm(u * 0.02, v * 0.02, 3, seed + 1)
        o.h += ruffle * s * 0.09 + fold * s * 0.12
        ramp(o, list, 0.7 - d / (s * 0.55) + ruffle * 0.25 + fold * 0.2)
        over(o, ribs, 0.45 * Math.max(0, 1 - Math.abs(v + fold * 10) / (s * 0.05)))
        shade(o, 0.85 + 0.3 * ruffle)
      },
    })
  }

export const LEAVES = {
  'basil-leaf': oneBasil,
  basil: basilSprig,
  'purple-basil': kind(blade(['#2d1226', '#4d2140', '#6b3a55'], '#8a5a70', 0.3), { w: 0.6, puff: 0.08 }),
  spinach: kind(blade(['#173f14', '#2a6120', '#44822f'], '#86ad5c', 0.4), { w: 0.62, curl: 0.4, puff: 0.1 }),
  'baby-leaf': kind(blade(['#3a1420', '#4f3322', '#4e7a2c', '#7aa640'], '#b04a58', 0.45), {
    w: 0.5,
    curl: 0.5,
    puff: 0.1,
  }),
  sage: kind(blade(['#5d6f4e', '#7f9168', '#a3b089'], '#b9c4a0', 0.3), { w: 0.34, puff: 0.05, gloss: 0.1 }),
  bay: kind(blade(['#3d5a26', '#587a36', '#7c9650'], '#a5b878', 0.5), { w: 0.36, curl: 0.3 }),
  mint: sprig({
    leafKind: kind(MINT, { w: 0.6, teeth: 0.16, puff: 0.12, veins: 6 }),
    stem: '#5c8a3c',
    pairs: 3,
    size: 0.5,
    from: 0.3,
  }),
  'mint-leaf': kind(MINT, { w: 0.6, teeth: 0.16, puff: 0.12, veins: 6 }),
  parsley: sprig({ leafKind: parsleyLeaf, stem: '#5d8a3a', pairs: 2, size: 0.55, from: 0.45, spread: 1 }),
  'parsley-leaf': parsleyLeaf,
  cilantro: sprig({
    leafKind: kind(blade(['#2a6a1c', '#479030', '#78b44c'], '#9fcb72', 0.25), {
      w: 0.9,
      lobes: 2,
      curl: 0.4,
      puff: 0.1,
    }),
    stem: '#6d9a48',
    pairs: 2,
    size: 0.5,
    from: 0.45,
  }),
  rosemary: sprig({
    leafKind: rosemaryNeedle,
    stem: '#6b5a38',
    pairs: 13,
    size: 0.24,
    spread: 0.75,
    thick: 0.014,
  }),
  thyme: sprig({ leafKind: thymeLeaf, stem: '#6f5a3c', pairs: 9, size: 0.13, thick: 0.008 }),
  dill: sprig({ leafKind: dillThread, stem: '#5d8a3a', pairs: 8, size: 0.34, spread: 0.7, thick: 0.008 }),
  romaine,
  lettuce: frilly(['#4f8a24', '#86b83c', '#bcd878', '#e2eeb4'], '#eef4cc'),
  'red-lettuce': frilly(['#5a1626', '#7a3a2c', '#7f9a3c', '#c4d880'], '#dfe8b4'),
  kale: frilly(['#1d3f22', '#2f5c30', '#4b7a46', '#7d9c70'], '#a3bd92'),
  'chopped-parsley': chopped(['#2a5c18', '#42801f', '#6aa63a'], 4.2),
  chives: ringlets(['#2f6a1c', '#5a9a32', '#a0cc6a'], 0.4),
  scallion: ringlets(['#3a7a20', '#7ab548', '#e4efc4'], 0.4),
}
