/** From the pastry bench and the coffee machine. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, scatter, spline, stroke } from '../shapes.mjs'
import { block, nugget, scorch } from './makers.mjs'
import { liquidPaint } from './sauces.mjs'

/** A fried shell with cream at both ends. */
function cannolo(c, { x, y, s, rot = -0.5, rng, ends = 'pistachio' }) {
  const seed = rng.seed(),
    shell = palette('#4a1f08', '#8a4a16', '#b8762c', '#d8a050'),
    cream = liquidPaint('cream-whipped', rng),
    z = c.restAt(x, y, s * 0.3),
    dx = Math.cos(rot),
    dy = Math.sin(rot)
  for (const side of [-1, 1]) {
    const ex = x + dx * s * 0.86 * side,
      ey = y + dy * s * 0.86 * side
    piece(c, {
      x: ex,
      y: ey,
      r: s * 0.3,
      z: z + 4,
      outline: outline(rng, { wobble: 0.07, ragged: 0.03 }),
      height: s * 0.3,
      edge: s * 0.3,
      soft: 0.7,
      gloss: 0.3,
      paint: (o, u, v, d) => cream(o, u, v, d + 20),
    })
    const bit =
      ends === 'pistachio'
        ? nugget({ colours: ['#4d5a14', '#86983a', '#b4c06a'], wobble: 0.2, high: 0.8 })
        : nugget({ colours: ['#140804', '#351a0c', '#5a3018'], wobble: 0.2, high: 0.8, gloss: 0.5 })
    for (let i = 0; i < 16; i++) {
      const a = rng.angle(),
        d = Math.sqrt(rng.next()) * s * 0.27
      bit(c, {
        x: ex + dx * side * s * 0.06 + Math.cos(a) * d,
        y: ey + dy * side * s * 0.06 + Math.sin(a) * d,
        s: rng.in(3, 6),
        rng,
      })
    }
  }
  stroke(c, {
    points: spline(
      [
        [x - dx * s * 0.8, y - dy * s * 0.8],
        [x, y],
        [x + dx * s * 0.8, y + dy * s * 0.8],
      ],
      6,
    ),
    r: (t) => s * (0.3 + 0.05 * Math.abs(t - 0.5)),
    z: z + 6,
    gloss: 0.3,
    soft: 0.35,
    paint: (o, along, q, t) => {
      if (Math.abs(t - 0.5) > 0.49) return false
      const n = fbm(along * 0.05, q * 2.4, 3, seed),
        k = cells(along * 0.07, q * 3, seed + 1),
        blister = smooth(0.4, 0.1, k.f1)
      ramp(o, shell, 0.5 + n * 0.4 + blister * 0.22 - 0.15 * Math.abs(q))
      o.h += blister * 3 + n * 2
      const lap = smooth(0.07, 0.02, Math.abs(q - 0.15 - 0.15 * Math.sin(t * 3)))
      shade(o, 1 - 0.5 * lap)
      o.h -= lap * 2
    },
  })
}

/** Shell pastry in a hundred ridges, fanned from one end. */
function sfogliatella(c, { x, y, s, rot = -0.6, rng }) {
  const seed = rng.seed(),
    list = palette('#5a2808', '#a8621a', '#d89a40', '#f0c880')
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.72,
    rot,
    outline: (a) => 1 + 0.14 * Math.cos(a) - 0.1 * Math.abs(Math.sin(a)),
    height: s * 0.4,
    edge: s * 0.6,
    gloss: 0.4,
    soft: 0.4,
    paint: (o, u, v) => {
      const q = Math.hypot(u + s * 1.05, v * 1.15),
        ridge = Math.sin((q / s) * 52 + 1.5 * noise(u * 0.02, v * 0.05, seed)),
        t = q / s
      ramp(o, list, 0.5 + 0.28 * ridge + 0.25 * noise(u * 0.03, v * 0.03, seed + 1))
      o.h += ridge * 2.6 + ((t * 8.3) % 1) * 1.5
      scorch(o, u, v, seed + 2, 0.12, 0.03)
    },
  })
}

/** Half a width of a pear along its length: 0 at the flower's end, 1 at the stem. */
const pearWidth = (t) =>
  0.5 *
  Math.sqrt(Math.max(0, 1 - ((Math.min(t, 0.34) - 0.34) / 0.34) ** 2)) *
  (1 - 0.66 * smooth(0.34, 0.82, t)) *
  Math.sqrt(Math.max(0, 1 - smooth(0.9, 1, t)))

/** A pear poached in red wine: `half`, its cut side up, wine-dark at the rim and rosy to the core; or whole, on its side. */
function pear(c, { x, y, s, rot = -0.9, rng, half = false }) {
  const seed = rng.seed(),
    skin = palette('#4a0818', '#7a1428', '#a42c3c', '#c8545a', '#dc8078'),
    cut = palette('#7c1428', '#b03c4a', '#d47a78', '#ecb09c', '#f4cdb4'),
    pip = hex('#3a140c'),
    vein = hex('#f8e0c4'),
    dx = Math.cos(rot),
    dy = Math.sin(rot),
    long = s * 1.9,
    z = c.restAt(x, y, s * 0.4)
  const bend = (t) => s * 0.07 * smooth(0.45, 1, t)
  c.stamp(
    x,
    y,
    s * 1.05,
    rot,
    (u, v0, o) => {
      const t = u / long + 0.5
      if (t < 0 || t > 1) return false
      const v = v0 - bend(t),
        wide = pearWidth(t) * s * 1.24,
        d = wide - Math.abs(v)
      // The ends are blunt: distance to the outline along the axis counts as well.
      const depth = Math.min(d, t * long * 0.9 + 0.5, (1 - t) * long)
      o.a = Math.min(1, d / c.px)
      if (o.a <= 0) return false
      const q = v / Math.max(1, wide),
        n = fbm(u * 0.018, v * 0.018, 3, seed),
        fine = fbm(u * 0.09, v * 0.09, 2, seed + 1)
      if (!half) {
        ramp(o, skin, 0.5 + 0.3 * n + 0.2 * (t - 0.4) - 0.25 * q * q - 0.18 * q)
        o.h = wide * 0.92 * Math.sqrt(Math.max(0, 1 - q * q)) + fine
        o.gloss = 0.9
        o.soft = 0.5
        return true
      }
      ramp(o, cut, smooth(0, s * 0.34, depth + 7 * n) * 0.92 + 0.1 * n + 0.05 * fine)
      const core = Math.hypot((t - 0.3) / 0.13, v / (s * 0.17))
      over(o, vein, 0.45 * smooth(0.2, 0, Math.abs(core - 1)))
      over(o, cut[1], 0.3 * smooth(1, 0.4, core))
      over(o, vein, 0.4 * smooth(4, 1.5, Math.abs(v)) * smooth(0.4, 0.5, t) * smooth(0.95, 0.8, t))
      o.h = s * 0.24 + s * 0.06 * Math.sqrt(Math.min(1, Math.max(0, depth) / (s * 0.09))) + fine * 0.8
      o.h -= 5 * smooth(1, 0.3, core)
      for (const side of [-1, 1]) {
        const seedAt = Math.hypot((t - 0.3) / 0.058, (v - side * s * 0.07) / (s * 0.035))
        over(o, pip, smooth(1.1, 0.85, seedAt))
        o.h += 4 * smooth(1.1, 0.6, seedAt)
      }
      o.gloss = 0.6
      o.soft = 0.55
    },
    'solid',
    z,
  )
  const at = (k, off) => [x + dx * long * k - dy * (off + bend(1)), y + dy * long * k + dx * (off + bend(1))]
  stroke(c, {
    points: spline([at(0.46, 0), at(0.54, 3), at(0.62, 12)], 4),
    r: (t) => s * (0.026 + 0.012 * t),
    z: z + s * (half ? 0.2 : 0.14),
    gloss: 0.4,
    paint: (o, u, q) => {
      ramp(o, palette('#2a1008', '#5a3018', '#7a4a28'), 0.5 - 0.4 * q)
    },
  })
}

/** Coffee in its cup: crema, or milk drawn into a leaf. */
function coffeeTop(c, { x, y, s, z, rng, art = 'crema' }) {
  const seed = rng.seed(),
    crema = palette('#3a190a', '#70401c', '#9c6432', '#c48e56'),
    milk = palette('#d8ac78', '#f2e0c0', '#faf0de')
  piece(c, {
    x,
    y,
    r: s,
    z,
    form: (d) => 1.8 * smooth(5, 0, d),
    gloss: 0.5,
    soft: 0.3,
    paint: (o, u, v) => {
      const n = fbm(u * 0.03, v * 0.03, 4, seed),
        f = noise(u * 0.2, v * 0.2, seed + 1),
        q = Math.hypot(u, v) / s
      ramp(o, crema, 0.45 + n * 0.35 + f * 0.08 - 0.25 * smooth(0.75, 1, q))
      const X = u / s,
        Y = v / s + 0.06
      let m = 0
      if (art === 'rosetta') {
        const body = smooth(0.04, -0.04, Math.hypot(X * 1.35, Y) - 0.7),
          leafy = Math.sin((Y * 0.9 - Math.abs(X) * 0.9) * 21 + 1)
        m = body * smooth(-0.45, 0.2, leafy + 0.25 * n) * (1 - smooth(0.02, 0, Math.abs(X)) * 0.7)
      } else if (art === 'heart')
        m = smooth(0.04, -0.03, Math.hypot(X, Y + 0.1 - 0.62 * Math.sqrt(Math.abs(X)) * 0.8) - 0.48)
      else if (art === 'stain') m = smooth(0.05, -0.1, Math.hypot(X, Y) - 0.4 + 0.1 * n)
      else if (art === 'foam') m = smooth(0.1, -0.2, q - 0.86 + 0.2 * n)
      else if (art === 'espresso') {
        // A thick crema: hazel, drawn out in streaks around where it was poured, dark at the rim.
        const turn = Math.atan2(Y, X) + q * 0.9 + 0.9 * n,
          streak = fbm(Math.cos(turn) * q * 2.4 + n, Math.sin(turn) * q * 4.2, 3, seed + 4)
        ramp(
          o,
          palette('#6a3410', '#96561e', '#bb7c36', '#d59c56'),
          0.56 + 0.16 * n + 0.34 * streak + 0.05 * f,
        )
        over(
          o,
          hex('#e6bc80'),
          0.5 * smooth(0.5, 0.05, Math.hypot(X - 0.08, Y - 0.02)) * (0.6 + 0.5 * streak),
        )
        over(o, hex('#4a220a'), 0.7 * smooth(0.86, 1, q))
        o.gloss = 0.4
      } else over(o, hex('#e0ac6c'), 0.4 * smooth(0.3, 0.6, noise(u * 0.05 + n, v * 0.05, seed + 4)))
      if (m > 0) {
        const { r, g, b } = o
        ramp(o, milk, 0.65 + 0.3 * f)
        o.r = r + (o.r - r) * m
        o.g = g + (o.g - g) * m
        o.b = b + (o.b - b) * m
        o.gloss = 0.35
      }
      const k = cells(u * 0.09, v * 0.09, seed + 5),
        bub = smooth(0.24, 0.16, k.f1) * (k.id > 0.82 ? 1 : 0) * smooth(0.6, 0.95, q)
      shade(o, 1 - bub * 0.3)
      o.h += bub
    },
  })
}

/** Meringue in one soft bed, pulled up into peaks that the flame has caught. */
function meringue(c, { x, y, s, rng, n = 15 }) {
  const white = palette('#ead8b4', '#f7eed9', '#fffaf0'),
    tan = hex('#d39a52'),
    brown = hex('#8a4f1c')
  const mound = (px, py, r, high, toast) => {
    const seed = rng.seed(),
      turn = rng.angle(),
      lean = rng.in(0.1, 0.25)
    piece(c, {
      x: px,
      y: py,
      r,
      outline: outline(rng, { wobble: 0.1, lobes: 5 }),
      height: r * high,
      edge: r,
      gloss: 0.25,
      soft: 0.75,
      seed,
      paint: (o, u, v) => {
        const du = u / r - Math.cos(turn) * lean,
          dv = v / r - Math.sin(turn) * lean,
          q = Math.hypot(du, dv),
          swirl = Math.sin(Math.atan2(dv, du) + q * 7 + turn),
          n1 = fbm((u / r) * 2.2, (v / r) * 2.2, 3, seed)
        ramp(o, white, 0.72 + 0.2 * n1 + 0.12 * swirl)
        const up = toast * smooth(0.75, 0.1, q - 0.3 * n1 - 0.1 * swirl)
        over(o, tan, up * 0.75)
        over(o, brown, up * 0.7 * smooth(0.3, 0.02, q - 0.2 * n1))
        o.h += r * (0.1 * swirl * smooth(0, 0.3, q) * smooth(1, 0.6, q) + 0.3 * smooth(0.4, 0, q) * toast)
      },
    })
  }
  mound(x, y, s * 0.86, 0.22, 0)
  for (const [px, py] of scatter(rng, n, s * 0.66, { x, y })) mound(px, py, s * rng.in(0.23, 0.31), 0.62, 1)
}

export const SWEETS = {
  cannolo,
  sfogliatella,
  pear,
  meringue,
  'coffee-top': coffeeTop,
  bombolone: nugget({
    colours: ['#6a340c', '#b06a1c', '#d8983c', '#e8b464'],
    high: 0.85,
    wobble: 0.03,
    gloss: 0.15,
    soft: 0.4,
    extra: (o, u, v, d, seed) => {
      const k = cells(u * 15, v * 15, seed)
      const g = smooth(0.36, 0.2, k.f1) * 0.85
      over(o, hex('#fbf6ec'), g)
      o.h += g * 1.4
      over(o, hex('#f0d49c'), 0.4 * smooth(0.12, 0.02, Math.abs(d - 0.1)))
    },
  }),
  'panna-cotta': (c, { x, y, s, rng }) => {
    const seed = rng.seed(),
      list = palette('#dcc8a0', '#f2e6cc', '#faf2e0')
    piece(c, {
      x,
      y,
      r: s,
      height: s * 0.62,
      edge: s * 0.26,
      gloss: 0.75,
      soft: 0.85,
      outline: (a) => 1 + 0.012 * Math.cos(a * 12),
      paint: (o, u, v, d) => {
        ramp(o, list, 0.7 + 0.2 * noise(u * 0.02, v * 0.02, seed))
        over(o, hex('#2d1a0c'), 0.8 * smooth(0.62, 0.68, noise(u * 0.17, v * 0.17, seed + 1)))
        if (d > s * 0.3) o.h += 1
      },
    })
  },
  'chocolate-shard': block({
    colours: ['#1c0a05', '#3a1a0c', '#5a3018'],
    long: 1.5,
    high: 0.3,
    corner: 0.05,
    warp: 0.25,
    gloss: 0.6,
  }),
  savoiardo: nugget({
    colours: ['#c88c3c', '#e8bc74', '#f6dca4'],
    long: 2.8,
    high: 0.6,
    rough: 0.06,
    gloss: 0.12,
    dust: ['#fdf8ee', 0.4],
  }),
}
