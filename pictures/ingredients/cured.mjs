/** Sliced, salted and from the sea. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'
import { block, disc, nugget, scorch, strip } from './makers.mjs'

/** A thin slice that fell in folds: ham, mortadella. */
const folded =
  ({ colours, fat, edgeFat = 0.5, spots, speck, ratio = 0.6, folds = 0.05, marbling = 0.3 }) =>
  (c, { x, y, s, rot, rng }) => {
    const list = palette(...colours),
      white = hex(fat),
      seed = rng.seed(),
      a = rot ?? rng.angle()
    piece(c, {
      x,
      y,
      r: s,
      ry: s * ratio,
      rot: a,
      lift: 3,
      outline: outline(rng, { wobble: 0.16, ragged: 0.03 }),
      height: 5,
      edge: 4,
      gloss: 0.5,
      soft: 0.6,
      paint: (o, u, v, d) => {
        const w = v + 12 * noise(u * 0.012, v * 0.01, seed),
          f = noise(u * 0.008, w * folds, seed + 1)
        o.h += s * 0.2 * (f + 0.5) + s * 0.05 * Math.sin(w * 0.16 + f * 4)
        ramp(o, list, 0.5 + 0.35 * fbm(u * 0.02, w * 0.05, 3, seed + 2) + f * 0.2)
        over(o, white, smooth(0.22, 0.55, noise(u * 0.02, w * 0.09, seed + 3)) * marbling)
        if (v < 0) over(o, white, smooth(s * 0.15, s * 0.07, d + 4 * f) * edgeFat)
        if (spots) over(o, hex(spots), smooth(0.44, 0.52, noise(u * 0.07, v * 0.07, seed + 4)) * 0.9)
        if (speck) over(o, hex(speck), smooth(0.56, 0.62, noise(u * 0.08, v * 0.08, seed + 5)) * 0.9)
      },
    })
  }

const salami = (colours, fat, size = 7) =>
  disc({
    rings: [
      [0, colours[0]],
      [0.85, colours[1]],
      [0.95, colours[2]],
    ],
    thick: 5,
    edge: 4,
    gloss: 0.6,
    wobble: 0.05,
    extra: (o, u, v, q, seed) => {
      over(o, hex(fat), smooth(0.22, 0.4, noise(u * size, v * size, seed)) * 0.7 * smooth(1, 0.9, q))
    },
  })

/** Baked salami curls into a cup with oil in it and a charred lip. */
const cup = disc({
  rings: [
    [0, '#b02a10'],
    [0.6, '#9a200c'],
    [0.86, '#7a1407'],
    [0.95, '#3a0c05'],
  ],
  thick: 6,
  edge: 3,
  gloss: 0.85,
  wobble: 0.06,
  extra: (o, u, v, q, seed) => {
    over(o, hex('#d8704a'), smooth(0.2, 0.4, noise(u * 6, v * 6, seed)) * 0.55 * smooth(0.95, 0.8, q))
    o.h += 9 * smooth(0.45, 1, q) ** 2 + noise(u * 5, v * 5, seed + 1) * 0.8
    over(o, hex('#140604'), smooth(0.86, 1, q + 0.12 * noise(u * 3, v * 3, seed + 2)) * 0.8)
    over(o, hex('#e07a1c'), smooth(0.4, 0.1, q) * 0.35)
  },
})

/** A clam: two ridged shells agape with the meat inside. */
function clam(c, { x, y, s, rot, rng }) {
  const a = rot ?? rng.angle(),
    seed = rng.seed(),
    shells = palette('#8a7a64', '#c4b49a', '#e8dcc6')
  const shell = (turn, inside) =>
    piece(c, {
      x: x + Math.cos(a + turn) * s * 0.5,
      y: y + Math.sin(a + turn) * s * 0.5,
      r: s * 0.86,
      ry: s * 0.68,
      rot: a + turn,
      outline: outline(rng, { wobble: 0.03 }),
      height: s * 0.4,
      edge: s * 0.7,
      lift: inside ? 0 : 2,
      gloss: 0.55,
      soft: 0.4,
      paint: (o, u, v, d) => {
        const q = Math.hypot(u + s * 0.6, v * 1.1),
          ridge = Math.sin((q * 60) / s)
        if (inside) {
          o.h = 3 + s * 0.3 * smooth(s * 0.3, 0, d)
          ramp(o, palette('#b8a0a0', '#e6dccc', '#f4eee0'), 0.6 + 0.3 * noise(u * 0.05, v * 0.05, seed))
          over(o, hex('#6a5470'), smooth(-s * 0.3, -s * 0.7, u) * 0.5)
        } else {
          ramp(o, shells, 0.5 + 0.25 * ridge + 0.3 * noise(q * 0.08, 1, seed))
          o.h += ridge * 0.9
          over(o, hex('#5a4634'), smooth(0.1, 0.5, noise(q * 0.07, 7, seed)) * 0.5)
        }
      },
    })
  if (rng.chance(0.35)) {
    shell(0, false)
    return
  }
  shell(0.5, true)
  shell(-2.4, true)
  nugget({
    colours: ['#c87a2c', '#e6b06a', '#f4d8a8'],
    long: 1.5,
    rough: 0.14,
    gloss: 0.8,
    wobble: 0.15,
    high: 0.5,
  })(c, {
    x: x + Math.cos(a + 0.5) * s * 0.4,
    y: y + Math.sin(a + 0.5) * s * 0.4,
    s: s * 0.44,
    rng,
    lift: 3,
  })
}

/** A whole roasted fish. */
function fish(c, { x, y, s, rot = -0.35, rng }) {
  const seed = rng.seed(),
    skin = palette('#4d4a40', '#8f8a78', '#c8bfa4', '#e8dcbc'),
    gold = hex('#a8681c'),
    flesh = hex('#f0e6d0')
  const body = (t) =>
    0.27 *
      Math.sin(Math.PI * Math.min(1, t * 0.93 + 0.045) ** 0.72) ** 0.9 *
      (1 - 0.35 * smooth(0.55, 0.95, t)) +
    0.012
  const z = c.restAt(x, y, s * 0.4)
  c.stamp(
    x,
    y,
    s * 1.12,
    rot,
    (u, v, o) => {
      const t = u / (2 * s) + 0.5
      if (t < -0.02 || t > 1.06) return false
      const bowed = v - 0.05 * s * Math.sin(t * 4.2),
        tail = t > 0.86
      const half = tail
        ? s *
          (0.07 +
            1.5 *
              (t - 0.86) *
              (1 - 0.45 * smooth(0, s * 0.07, s * 0.11 - Math.abs(bowed)) * smooth(0.95, 1.06, t)))
        : s * body(Math.max(0, t))
      const fin =
        !tail && t > 0.4 && t < 0.66 && bowed < 0 ? s * 0.07 * Math.sin(((t - 0.4) / 0.26) * Math.PI) : 0
      const d = Math.abs(bowed) - half - fin
      o.a = d < 0 ? Math.min(1, -d / c.px) : 0
      if (o.a <= 0) return false
      const q = bowed / half,
        thin = tail || Math.abs(q) > 1
      ramp(o, skin, 0.42 + 0.3 * q + 0.3 * fbm(u * 0.02, v * 0.03, 3, seed))
      const scale = Math.sin((u + v) * 0.42) * Math.sin((u - v) * 0.42)
      shade(o, 1 + 0.1 * scale)
      over(o, gold, smooth(0.05, 0.55, fbm(u * 0.014, v * 0.02, 3, seed + 1)) * 0.65)
      scorch(o, u, v, seed + 2, 0.3, 0.02)
      o.h = thin
        ? 5 + 1.6 * Math.sin(bowed * 0.5)
        : 4 + s * 0.24 * Math.sqrt(Math.max(0, 1 - q * q)) + scale * 0.5
      o.gloss = 0.65
      o.soft = 0.3
      // Slashes that opened in the oven.
      if (!thin && t > 0.3 && t < 0.82) {
        const k = (((t * 9 + q * 0.35) % 1) + 1) % 1,
          cut = smooth(0.2, 0.08, Math.abs(k - 0.5)) * smooth(0.85, 0.5, Math.abs(q))
        over(o, flesh, cut * 0.9)
        o.h -= cut * 4
        shade(o, 1 - 0.3 * cut * (k > 0.5 ? 1 : 0))
      }
      const gill = smooth(0.012, 0.004, Math.abs(t - 0.235 - 0.03 * (1 - q * q))) * (thin ? 0 : 1)
      shade(o, 1 - 0.6 * gill)
      o.h -= gill * 3
      const eye = Math.hypot(u + s * 0.8, bowed + s * 0.03) / s
      if (eye < 0.04) {
        o.r = o.g = o.b = eye < 0.021 ? 0.02 : 0.7
        o.h += 3
        o.gloss = 0.9
      }
    },
    'solid',
    z,
  )
}

export const CURED = {
  prosciutto: folded({
    colours: ['#9a2c34', '#b84a4c', '#cf7468', '#dd9484'],
    fat: '#f0dcc4',
    edgeFat: 0.9,
    ratio: 0.55,
    folds: 0.03,
  }),
  ham: folded({ colours: ['#c8705c', '#dd9480', '#ecb4a0'], fat: '#f4dccc', edgeFat: 0.4, marbling: 0.2 }),
  mortadella: folded({
    colours: ['#d88878', '#e8a898', '#f2c4b4'],
    fat: '#fbe8dc',
    edgeFat: 0,
    spots: '#fdf0e4',
    speck: '#7a8a2c',
    ratio: 0.75,
    marbling: 0.1,
  }),
  coppa: folded({
    colours: ['#6a1420', '#90282e', '#b04a44'],
    fat: '#f2dac4',
    edgeFat: 0.3,
    ratio: 0.85,
    marbling: 0.9,
    folds: 0.02,
  }),
  carpaccio: folded({
    colours: ['#7a0f1c', '#9a1c28', '#b43a3c'],
    fat: '#dc9a8a',
    edgeFat: 0,
    ratio: 0.85,
    marbling: 0.25,
    folds: 0.006,
  }),
  'porchetta-fold': folded({
    colours: ['#b07850', '#cf9e78', '#e4c0a0'],
    fat: '#f6e6d0',
    edgeFat: 0.5,
    speck: '#5a6a24',
    ratio: 0.5,
    marbling: 0.55,
    folds: 0.02,
  }),
  crackling: strip({
    colours: ['#6a2c08', '#a8541a', '#d8903c'],
    width: 0.17,
    bow: 0.22,
    gloss: 0.8,
    flat: 0.7,
    extra: (o, u, q, t, seed) => {
      o.h += 3 * noise(u * 0.14, q * 2, seed)
    },
  }),
  bacon: strip({
    colours: ['#5a180c', '#a04028', '#e0a880'],
    width: 0.2,
    bow: 0.2,
    gloss: 0.7,
    char: 0.25,
    flat: 0.5,
    extra: (o, u, q) => {
      o.h += 2 * Math.sin(u * 0.2)
      over(o, hex('#ecc49a'), smooth(0.2, 0.5, Math.sin(q * 4 + 1)) * 0.6)
    },
  }),
  salami: salami(['#a83230', '#96262a', '#e0ccb4'], '#f0d4bc'),
  finocchiona: salami(['#9a3a34', '#8c2e2c', '#dcc8b0'], '#efd0b8', 5),
  'spicy-salami': cup,
  guanciale: block({
    colours: ['#7a2410', '#b4552c', '#dc9c5c', '#f0cf96'],
    long: 1.7,
    corner: 0.3,
    warp: 0.2,
    high: 0.7,
    gloss: 0.75,
    char: 0.34,
    extra: (o, u, v) => {
      over(o, hex('#f2d8a8'), smooth(0.1, 0.4, Math.sin(v * 6 + u)) * 0.5)
    },
  }),
  anchovy: strip({
    colours: ['#4a2414', '#8a5438', '#b88a68'],
    width: 0.13,
    bow: 0.25,
    gloss: 0.85,
    taper: 0.5,
  }),
  tuna: nugget({
    colours: ['#a87454', '#d0a484', '#ecd0b4'],
    wobble: 0.16,
    ragged: 0.06,
    high: 0.7,
    gloss: 0.45,
    extra: (o, u, v) => {
      o.h += 1.4 * Math.sin(v * 16 + u * 4)
    },
  }),
  'tuna-flake': nugget({
    colours: ['#b08468', '#d4ae92', '#ead0ba', '#f4e4d4'],
    long: 1.5,
    wobble: 0.2,
    ragged: 0.025,
    high: 0.5,
    rough: 0.05,
    grain: 7,
    gloss: 0.35,
    extra: (o, u, v, d, seed) => {
      const flake = fbm(u * 2, v * 5, 2, seed)
      o.h += 2.2 * flake
      shade(o, 1 + 0.16 * flake)
    },
  }),
  clam,
  fish,
  egg: (c, p) =>
    disc({
      rings: [
        [0, '#f0a018'],
        [0.36, '#eda820'],
        [0.5, '#f8f4ea'],
        [0.95, '#e8e0d0'],
      ],
      thick: p.s * 0.3,
      edge: p.s * 0.3,
      squash: 0.76,
      gloss: 0.7,
      bleed: 0.04,
      extra: (o, u, v, q) => {
        o.h += 3 * smooth(0.5, 0.38, q)
      },
    })(c, p),
  'egg-yolk': nugget({
    colours: ['#d8780a', '#f0a018', '#f8bc3c'],
    high: 0.75,
    gloss: 1,
    soft: 0.6,
    wobble: 0.02,
    mottle: 0.1,
  }),
  'shank-bone': disc({
    rings: [
      [0, '#d8a468'],
      [0.45, '#e8c08c'],
      [0.6, '#f2e8d4'],
      [0.9, '#cfb48a'],
    ],
    thick: 16,
    gloss: 0.75,
    wobble: 0.08,
    extra: (o, u, v, q, seed) => {
      if (q < 0.55) {
        o.h -= 4
        over(o, hex('#a86a34'), 0.3 + 0.3 * noise(u * 6, v * 6, seed))
        o.gloss = 0.9
      }
    },
  }),
  shank: (c, p) =>
    nugget({
      colours: ['#2f1208', '#5f2c14', '#8d4c26', '#a86c3e'],
      wobble: 0.13,
      ragged: 0.03,
      rough: 0.08,
      high: 0.42,
      edge: 0.5,
      gloss: 0.85,
      extra: (o, u, v) => {
        o.h += 2.4 * Math.sin(Math.atan2(v, u) * 13 + u * 6)
        shade(o, 0.9 + 0.16 * Math.sin(Math.atan2(v, u) * 13 + u * 6))
      },
    })(c, p),
}
