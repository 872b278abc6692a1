/** Milk in all its states. s is a radius or half length. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { outline, piece, slab } from '../shapes.mjs'
import { dollop } from './sauces.mjs'

const WHITE = palette('#d2bf94', '#e9dcbb', '#f5ecd6'),
  TOAST = palette('#e0a24a', '#a8601c', '#5c2a0c'),
  RUN = hex('#e3a566')

/** Melted fresh mozzarella: a pool with a soft shore and a few toasted blisters. */
function meltedMozzarella(c, { x, y, s, rng }) {
  const seed = rng.seed(),
    shape = outline(rng, { wobble: 0.16, ragged: 0.012, lobes: 6 })
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.72, 1),
    rot: rng.angle(),
    outline: shape,
    mode: 'drape',
    even: 0.75,
    height: 7,
    edge: s * 0.42,
    fade: 5,
    gloss: 0.5,
    soft: 0.7,
    paint: (o, u, v, d) => {
      const lump = fbm(u * 0.035, v * 0.035, 2, seed),
        fine = noise(u * 0.12, v * 0.12, seed + 1)
      ramp(o, WHITE, 0.62 + lump * 0.45)
      o.h += lump * 4.2 + fine * 0.25
      over(o, RUN, smooth(s * 0.36, 0, d + lump * 9) * 0.7)
      over(o, RUN, smooth(0.15, 0.5, -lump) * 0.35)
      const toast = smooth(0.05, 0.75, noise(u * 0.04 + 9, v * 0.04, seed + 4) + lump * 0.35 + fine * 0.1)
      if (toast > 0) {
        over(o, TOAST[0], toast * 0.8)
        over(o, TOAST[1], smooth(0.6, 1, toast) * 0.7)
        over(o, TOAST[2], smooth(0.9, 1, toast) * 0.35)
        o.h += toast * 1.8
      }
    },
  })
}

/** A whole melted layer with browning; holes show what lies below. */
export function meltLayer(
  c,
  {
    x,
    y,
    s,
    rng,
    colours = ['#dcae5c', '#ecd08e', '#f6e6bc'],
    holes = 0.25,
    brown = 0.5,
    limit = () => 1,
    edge = 16,
  },
) {
  const seed = rng.seed(),
    list = palette(...colours),
    rest = c.restAt(x, y, s * 0.6)
  piece(c, {
    x,
    y,
    r: s,
    outline: limit,
    mode: 'drape',
    gloss: 0.5,
    soft: 0.6,
    fade: 6,
    form: () => 0,
    paint: (o, u, v, d) => {
      const wx = u + 16 * noise(u * 0.03, v * 0.03, seed + 8),
        wy = v + 16 * noise(u * 0.03 + 5, v * 0.03, seed + 9)
      const big = fbm(wx * 0.021, wy * 0.021, 4, seed),
        fine = fbm(u * 0.12, v * 0.12, 3, seed + 2)
      const thick = big + 0.55 - holes + 0.3 * smooth(0, edge, d) - 0.3
      o.a *= smooth(-0.06, 0.1, thick)
      if (o.a <= 0) return false
      ramp(o, list, 0.32 + thick * 0.55 + fine * 0.16)
      o.h = 5.5 * smooth(-0.06, 0.3, thick) + big * 4.5 + fine * 0.5
      o.h += (rest - o.base) * 0.5 * smooth(0, 0.3, thick)
      const toast = smooth(0.2, 0.62, noise(u * 0.03, v * 0.03, seed + 5) + 0.3 * fine + brown - 0.5)
      over(o, TOAST[0], toast * 0.8)
      over(o, TOAST[1], smooth(0.5, 1, toast) * 0.7)
      over(o, TOAST[2], smooth(0.86, 1, toast) * 0.45)
      o.h += toast * 1.6
      o.gloss = 0.5 - 0.2 * toast
    },
  })
}

function meltPatch(c, p) {
  meltLayer(c, { holes: 0.1, brown: 0.35, ...p, limit: outline(p.rng, { wobble: 0.15, ragged: 0.03 }) })
}

const CREAM = hex('#f3e6c8')

/** A fresh ball, or torn piece, of mozzarella or burrata. */
const ball =
  ({ torn = 0, ooze = false }) =>
  (c, { x, y, s, rng }) => {
    const seed = rng.seed()
    piece(c, {
      x,
      y,
      r: s,
      ry: s * rng.in(0.86, 1),
      rot: rng.angle(),
      outline: outline(rng, { wobble: 0.05 + torn * 0.12, ragged: torn * 0.012 }),
      height: s * (torn ? 0.42 : 0.62),
      edge: s * 0.92,
      gloss: 0.62,
      soft: 0.8,
      paint: (o, u, v) => {
        const n = fbm(u * 0.03, v * 0.03, 2, seed)
        ramp(o, WHITE, 0.75 + n * 0.3)
        o.h += n * (1.5 + torn * 5)
        if (ooze) {
          // The knot's opening: stracciatella and cream run out.
          const q = Math.hypot(u - s * 0.1, v - s * 0.05) / s,
            open = smooth(0.52, 0.38, q + 0.13 * fbm(u * 0.06, v * 0.06, 3, seed + 3))
          // Threads of curd in cream, lying the way they ran.
          const curd = fbm(u * 0.022, v * 0.075, 2, seed + 5)
          o.h += open * (-s * 0.13 + curd * s * 0.09)
          over(o, CREAM, open * 0.5 * smooth(0.1, -0.4, curd))
          o.gloss += open * 0.25
        }
      },
    })
  }

/** Cut from a fresh ball: soft at its rim, layered within, wet with its own milk. */
function mozzarellaSlice(c, { x, y, s, rot, rng }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.88, 0.98),
    rot: rot ?? rng.angle(),
    outline: outline(rng, { wobble: 0.05, ragged: 0.006, lobes: 5 }),
    height: s * 0.2,
    edge: s * 0.22,
    lift: 2,
    gloss: 0.6,
    soft: 0.8,
    paint: (o, u, v, d) => {
      const grain = fbm((u / s) * 3 + 0.4 * fbm((u / s) * 2, (v / s) * 2, 2, seed + 1), (v / s) * 8, 3, seed)
      ramp(o, WHITE, 0.82 + 0.22 * grain)
      over(o, CREAM, 0.35 * smooth(s * 0.12, 0, d))
      o.h += s * 0.022 * grain * smooth(s * 0.1, s * 0.3, d)
    },
  })
}

function crumbs(colours, size, gloss = 0.15) {
  return (c, { x, y, s, rng, n = 10 }) => {
    const list = palette(...colours)
    for (let i = 0; i < n; i++) {
      const a = rng.angle(),
        d = s * Math.sqrt(rng.next()),
        r = size * rng.in(0.5, 1.25),
        t = rng.next(),
        seed = rng.seed()
      piece(c, {
        x: x + Math.cos(a) * d,
        y: y + Math.sin(a) * d,
        r,
        ry: r * rng.in(0.6, 1),
        rot: rng.angle(),
        outline: outline(rng, { wobble: 0.18, ragged: 0.05 }),
        height: r * 0.8,
        rough: r * 0.12,
        gloss,
        soft: 0.5,
        seed,
        paint: (o, u, v) => ramp(o, list, t * 0.6 + 0.3 + 0.4 * fbm(u * 0.12, v * 0.12, 2, seed)),
      })
    }
  }
}

/** Shaved hard cheese: a thin curled flake. */
function shaving(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    list = palette('#d9b45e', '#ecd08a', '#f7e6b4'),
    roll = rng.in(0.15, 0.4)
  slab(c, {
    x,
    y,
    w: s * 2,
    l: s * rng.in(0.5, 0.95),
    rot: rot ?? rng.angle(),
    corner: s * 0.2,
    warp: s * 0.34,
    grain: 0.9 / s,
    height: 2.4,
    edge: 2,
    lift: 2,
    tilt: rng.in(-0.2, 0.2),
    gloss: 0.25,
    soft: 0.5,
    seed,
    paint: (o, u, v) => {
      o.h += (roll * (u * u)) / s + 1.5 * noise(u * 0.08, v * 0.2, seed)
      ramp(o, list, 0.55 + 0.4 * fbm(u * 0.05, v * 0.2, 3, seed))
    },
  })
}

/** Fine snow of grated cheese over a region. */
const grated =
  (colours, n0 = 60) =>
  (c, { x, y, s, rng, n = n0 }) => {
    const list = palette(...colours)
    for (let i = 0; i < n; i++) {
      const a = rng.angle(),
        d = s * Math.sqrt(rng.next()),
        l = rng.in(4, 11),
        t = rng.next()
      slab(c, {
        x: x + Math.cos(a) * d,
        y: y + Math.sin(a) * d,
        w: l,
        l: rng.in(2, 3.2),
        rot: rng.angle(),
        corner: 1.2,
        height: 1.8,
        edge: 1.5,
        lift: 0.4,
        soft: 0.5,
        paint: (o) => ramp(o, list, t),
      })
    }
  }

/** A cut slice of cheese softened over something. */
const slice =
  (colours, gloss = 0.4) =>
  (c, { x, y, s, rot, rng }) => {
    const list = palette(...colours),
      seed = rng.seed()
    slab(c, {
      x,
      y,
      w: s * 2,
      l: s * 2,
      rot: rot ?? rng.angle(),
      corner: s * 0.2,
      warp: s * 0.07,
      grain: 1.1 / s,
      mode: 'drape',
      height: 4.5,
      edge: 6,
      gloss,
      soft: 0.6,
      seed,
      paint: (o, u, v) => {
        ramp(o, list, 0.5 + 0.35 * fbm(u * 0.03, v * 0.03, 2, seed))
      },
    })
  }

export const CHEESES = {
  'melted-mozzarella': meltedMozzarella,
  'melt-patch': meltPatch,
  mozzarella: ball({}),
  'torn-mozzarella': ball({ torn: 1 }),
  'mozzarella-slice': mozzarellaSlice,
  burrata: ball({ ooze: true }),
  ricotta: (c, p) => dollop(c, { ...p, kind: 'bechamel', height: p.s * 0.45, swirl: 1.3 }),
  parmesan: shaving,
  'grated-parmesan': grated(['#e0c078', '#f0dba4', '#faf0cf']),
  'shredded-cheddar': grated(['#d87a10', '#eb9a28', '#f6bb54'], 34),
  'crumbled-blue': crumbs(['#6f7f86', '#d8d4c0', '#f3efdc', '#f8f5e8'], 9),
  feta: crumbs(['#ddd4c0', '#f2ecdc', '#fdfaf0'], 9),
  cotija: crumbs(['#e2d4b2', '#f4ead0', '#fdf8ea'], 4),
  gorgonzola: crumbs(['#5d7a78', '#e6dcb8', '#f4ecd0', '#f8f2de'], 10, 0.35),
  cheddar: slice(['#d8800f', '#ee9f22', '#f7b948']),
  'american-cheese': slice(['#e89312', '#f8b12c', '#ffc854'], 0.55),
  provolone: slice(['#dcc27c', '#efdba4', '#f8ebc8']),
}
