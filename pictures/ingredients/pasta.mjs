/** Pasta in its shapes; s is the radius of the heap or half the piece. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, slab, spline, stroke } from '../shapes.mjs'
import { scorch } from './makers.mjs'
import { liquidPaint } from './sauces.mjs'

const EGG = palette('#b8802c', '#dcae58', '#f0d08a', '#f8e4b4')

/** Colour of dough that took some of its sauce. */
function coated(rng, sauce, coat) {
  const wet = sauce && liquidPaint(sauce, rng),
    seed = rng.seed(),
    keep = { r: 0, g: 0, b: 0, h: 0, gloss: 0 }
  return (o, u, v, light) => {
    ramp(o, EGG, light)
    if (!wet) return
    const k = coat * smooth(-0.5, 0.35, fbm(u * 0.02, v * 0.02, 2, seed))
    keep.r = o.r
    keep.g = o.g
    keep.b = o.b
    keep.h = o.h
    keep.gloss = o.gloss
    wet(o, u, v, 30)
    o.r = keep.r + (o.r - keep.r) * k
    o.g = keep.g + (o.g - keep.g) * k
    o.b = keep.b + (o.b - keep.b) * k
    o.h = keep.h + (o.h - keep.h) * k * 0.4
    o.gloss = Math.max(keep.gloss, o.gloss * k)
  }
}

/**
 * A nest of strands: loops that circle the heap's middle at many sizes, over and under one another.
 * flat < 1 makes ribbons; hollow shows the bore of bucatini at the ends.
 */
const nest =
  ({ r, flat = 1, count, swirl = 0.75 }) =>
  (c, { x, y, s, rng, n = count, sauce, coat = 0.6, mound = 0.3 }) => {
    const z0 = c.restAt(x, y, s * 0.5),
      paint = coated(rng, sauce, coat),
      seed = rng.seed()
    for (let i = 0; i < n; i++) {
      const layer = i / n,
        round = rng.chance(swirl),
        pts = []
      const cx = x + rng.bell() * s * 0.3,
        cy = y + rng.bell() * s * 0.3,
        start = rng.angle(),
        dir = rng.chance(0.5) ? 1 : -1
      const size = s * rng.in(0.25, 0.82) * (1 - 0.3 * layer),
        arc = rng.in(2, 5),
        squash = rng.in(0.55, 1),
        lean = rng.angle()
      for (let k = 0; k <= 9; k++) {
        const a = start + dir * (k / 9) * arc,
          wob = 1 + 0.16 * noise(k * 0.7, i * 3.1, seed)
        let u, v
        if (round) {
          u = Math.cos(a) * size * wob
          v = Math.sin(a) * size * wob * squash
        } else {
          u = (k / 9 - 0.5) * size * 2.3
          v = size * 0.35 * Math.sin(k * 0.8 + start) + noise(k * 0.5, i, seed) * size * 0.3
        }
        let px = cx + u * Math.cos(lean) - v * Math.sin(lean),
          py = cy + u * Math.sin(lean) + v * Math.cos(lean)
        const d = Math.hypot(px - x, py - y),
          lim = s * (0.96 + 0.06 * noise(k, i, seed + 2))
        if (d > lim) {
          px = x + ((px - x) / d) * lim
          py = y + ((py - y) / d) * lim
        }
        pts.push([px, py])
      }
      const lift = rng.in(0, 1),
        tone = rng.in(-0.12, 0.12)
      stroke(c, {
        points: spline(pts, Math.max(4, r * 0.9)),
        r,
        flat,
        gloss: 0.5,
        soft: 0.5,
        z: (px, py, t) => {
          const q = Math.min(1, Math.hypot(px - x, py - y) / s)
          return z0 + s * mound * (1 - q * q) + layer * r * 5 + lift * r * 2 + r * 1.6 * Math.sin(t * 8 + i)
        },
        paint: (o, along, q) => {
          paint(o, along + i * 97, q * r * 3 + i * 31, 0.62 + tone - 0.34 * Math.abs(q) + 0.18 * layer)
          shade(o, 0.8 + 0.2 * layer)
        },
      })
    }
  }

/** Tubes seen mostly from the side; the near end shows its bore. */
const tube =
  ({ l, r, ridged = false, curl = 0, cut = 0 }) =>
  (c, { x, y, rot, rng, sauce, coat = 0.5, z }) => {
    const a = rot ?? rng.angle(),
      paint = coated(rng, sauce, coat),
      off = rng.in(0, 900),
      b = curl * l * rng.in(0.7, 1.2)
    const at = (u, v) => [x + Math.cos(a) * u - Math.sin(a) * v, y + Math.sin(a) * u + Math.cos(a) * v]
    const base = z ?? c.restAt(x, y, r)
    const tip = rng.in(0, r * 0.5)
    stroke(c, {
      points: spline([at(-l, b), at(-l * 0.4, -b * 0.4), at(l * 0.4, -b * 0.4), at(l, b)], 5),
      r,
      z: (px, py, t) => base + tip * t,
      gloss: 0.55,
      soft: 0.5,
      paint: (o, along, q) => {
        const g = ridged ? Math.sin(q * 15) : 0
        paint(o, along + off, q * r + off, 0.66 - 0.3 * Math.abs(q) + g * 0.07)
        o.h += g * 0.6
      },
    })
    const [ex, ey] = at(l * 1.02, b)
    piece(c, {
      x: ex,
      y: ey,
      r: r * 0.96,
      ry: r * (0.55 + cut * 0.3),
      rot: a + Math.PI / 2 + cut,
      z: base + tip + r * 0.5,
      height: r * 0.55,
      edge: r * 0.3,
      gloss: 0.5,
      soft: 0.5,
      paint: (o, u, v, d) => {
        paint(o, u + off, v + off, 0.75)
        const inside = smooth(r * 0.16, r * 0.3, d)
        shade(o, 1 - 0.72 * inside)
        o.h -= inside * r * 0.9
        o.gloss *= 1 - inside
      },
    })
  }

/** Little ears: a deep thumb-print that holds oil and shade, a thick lip around it; some lie on their face. */
const ear = (c, { x, y, s, rng, sauce, coat = 0.4, z }) => {
  const r = s * rng.in(0.92, 1.1),
    ry = r * rng.in(0.76, 0.92),
    paint = coated(rng, sauce, coat),
    up = rng.chance(0.72),
    lip = rng.angle(),
    seed = rng.seed(),
    tone = rng.in(-0.05, 0.05),
    hollow = hex('#a8641c')
  piece(c, {
    x,
    y,
    z,
    r,
    ry,
    rot: rng.angle(),
    outline: outline(rng, { wobble: 0.055, ragged: 0.004 }),
    height: r * 0.55,
    edge: r * (up ? 0.46 : 0.95),
    gloss: 0.65,
    soft: 0.6,
    paint: (o, u, v) => {
      const q = Math.hypot(u / r, v / ry),
        drag = noise(u * 0.12, v * 0.32, seed),
        side = Math.cos(Math.atan2(v, u) - lip)
      paint(o, u + (seed % 500), v, 0.74 + tone + 0.06 * drag)
      if (up) {
        const k = smooth(0.95, 0.05, q + 0.14 * side)
        o.h += r * (0.2 * side * smooth(0.45, 0.9, q) - 0.42 * k)
        over(o, hollow, 0.26 * k)
        o.gloss += 0.2 * k
      }
      o.h += 0.35 * drag
    },
  })
}

const BASIL = hex('#2c5510'),
  GENOVESE = palette('#567c14', '#8aa62c', '#bccb54', '#e4e294')

/** A pinch of dough rolled to two points and twisted; bright pesto clings to it, its leaves and cheese in the grooves. */
const twist = (c, { x, y, s, rng, z }) => {
  const a = rng.angle(),
    l = s * rng.in(0.9, 1.2),
    b = rng.in(-0.26, 0.26) * l,
    seed = rng.seed(),
    tone = rng.in(-0.07, 0.07),
    base = z ?? c.restAt(x, y, s * 0.4)
  const at = (u, v) => [x + Math.cos(a) * u - Math.sin(a) * v, y + Math.sin(a) * u + Math.cos(a) * v]
  stroke(c, {
    points: spline([at(-l, b), at(-l * 0.4, -b * 0.5), at(l * 0.4, -b * 0.5), at(l, b)], 3),
    r: (t) => s * 0.23 * Math.max(0.1, 1 - Math.abs(t * 2 - 1) ** 3) ** 0.8,
    z: base,
    gloss: 0.85,
    soft: 0.55,
    paint: (o, along, q) => {
      const turn = Math.sin(((along / s) * 10 + q * 1.9) * 1.15),
        film = fbm(along * 0.05, q * 1.4, 2, seed)
      ramp(o, GENOVESE, 0.6 + tone + 0.2 * turn - 0.16 * Math.abs(q) - 0.16 * film)
      over(o, EGG[2], 0.7 * smooth(0.1, 0.5, -film) * smooth(-0.5, 0.6, turn))
      over(o, BASIL, 0.75 * smooth(0.36, 0.56, noise(along * 0.26, q * 2.6, seed + 1) - 0.12 * turn))
      o.h += turn * s * 0.035
    },
  })
}

/** A pillow with a pinked edge. */
const ravioli = (c, { x, y, s, rot, rng, sauce, coat = 0.25, z }) => {
  const paint = coated(rng, sauce, coat),
    seed = rng.seed(),
    off = rng.in(0, 900)
  slab(c, {
    x,
    y,
    w: s * 2,
    l: s * 2,
    rot: rot ?? rng.angle(),
    z,
    lift: 1,
    corner: 4,
    warp: s * 0.07,
    grain: 1.3 / s,
    seed,
    gloss: 0.55,
    soft: 0.6,
    form: () => 0,
    tilt: rng.in(-0.1, 0.1),
    tiltU: rng.in(-0.1, 0.1),
    paint: (o, u, v, d) => {
      const pink = 2.2 * Math.abs(Math.sin((Math.abs(u) > Math.abs(v) ? v : u) * 0.42))
      if (d < pink) return false
      const puff = smooth(s * 0.2, s * 0.75, d),
        dent = noise(u * 0.05, v * 0.05, seed)
      o.h += 4 + s * 0.42 * Math.sqrt(puff) + dent * 2.2
      paint(o, u + off, v + off, 0.66 + 0.12 * puff + dent * 0.14 - 0.2 * smooth(6, 0, d))
      shade(o, 1 - 0.12 * smooth(s * 0.06, 0, Math.abs(d - s * 0.22)))
    },
  })
}

/** A heap of short pieces. */
const heap =
  (one, size, density = 1.25) =>
  (c, { x, y, s, rng, n, mound = 0.3, ...rest }) => {
    const z = c.restAt(x, y, s * 0.6),
      count = n ?? Math.round((s / size) ** 2 * density)
    // From the rim inwards and upwards, so that the top pieces lie whole. The bowl is measured before it is filled:
    // near its wall a piece rests on the wall.
    const spots = Array.from({ length: count }, (_, i) => {
      const q = Math.sqrt(1 - i / count) * rng.in(0.85, 1.05),
        a = rng.angle(),
        d = s * Math.min(1, q) * 0.95,
        px = x + Math.cos(a) * d,
        py = y + Math.sin(a) * d
      return {
        x: px,
        y: py,
        z: Math.max(z + s * mound * (1 - q * q), c.heightAt(px, py) - size * 0.1) + (i / count) * size * 0.8,
      }
    })
    for (const spot of spots) one(c, { ...spot, s: size, rng, ...rest })
  }

/** A cut of lasagna or parmigiana from above and a little from the side: blistered top, layered flank. */
function bake(
  c,
  {
    x,
    y,
    s,
    rot = rngRot,
    rng,
    top = 'ragu',
    long = 1.25,
    layers: bands = ['#7a2810', '#e8d4a0', '#5d6a24', '#8a3010', '#efe0b8', '#5d6a24', '#7a2810'],
  },
) {
  const seed = rng.seed(),
    list = bands.map(hex),
    paint = liquidPaint(top, rng),
    cheese = palette('#c8862c', '#e8bc60', '#f6e0a4'),
    w = s * 2 * long,
    l = s * 2,
    flank = s * 0.4,
    turn = typeof rot === 'number' ? rot : rot(rng)
  slab(c, {
    x,
    y,
    w,
    l,
    rot: turn,
    corner: 10,
    warp: s * 0.06,
    grain: 1.4 / s,
    seed,
    gloss: 0.5,
    soft: 0.45,
    form: () => 0,
    paint: (o, u, v, d) => {
      const wave = 5 * noise(u * 0.02, v * 0.03, seed),
        t = v - (l / 2 - flank) + wave
      if (t > 0) {
        const k = (t / flank) * list.length + 0.5 * noise(u * 0.03, t * 0.05, seed + 1),
          i = Math.min(list.length - 1, Math.max(0, Math.floor(k))),
          f = k - Math.floor(k)
        const b = list[i]
        o.r = b[0]
        o.g = b[1]
        o.b = b[2]
        shade(o, 0.72 + 0.3 * Math.sin(f * Math.PI) + 0.2 * noise(u * 0.12, t * 0.2, seed + 2))
        o.h = s * 0.42 * (1 - t / flank) ** 0.8 + 2.4 * Math.sin(f * Math.PI)
      } else {
        paint(o, u, v, 30)
        o.h = s * 0.42 + 2.5 * fbm(u * 0.05, v * 0.05, 3, seed + 3) - 6 * smooth(10, 0, d)
        const k = smooth(-0.12, 0.1, fbm(u * 0.02, v * 0.02, 3, seed + 4)),
          { r, g, b } = o
        if (k > 0) {
          ramp(o, cheese, 0.55 + 0.4 * fbm(u * 0.05, v * 0.05, 3, seed + 5))
          o.r = r + (o.r - r) * k
          o.g = g + (o.g - g) * k
          o.b = b + (o.b - b) * k
          o.h += 3.5 * k
        }
        scorch(o, u, v, seed + 6, 0.36, 0.03)
      }
    },
  })
}
const rngRot = (rng) => rng.in(-0.25, 0.1)

export const PASTA = {
  spaghetti: nest({ r: 4.6, count: 120 }),
  tonnarelli: nest({ r: 5.4, count: 115 }),
  bucatini: nest({ r: 6.6, count: 85 }),
  rigatoni: heap(tube({ l: 33, r: 17, ridged: true }), 24, 0.95),
  cavatappi: heap(tube({ l: 24, r: 10, curl: 0.5, ridged: true }), 17, 1.05),
  orecchiette: heap(ear, 30, 1.75),
  trofie: heap(twist, 38, 3.4),
  ravioli,
  bake,
}
