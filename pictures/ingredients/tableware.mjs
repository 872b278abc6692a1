/** What lies around a dish: cutlery, cloth, glasses from above, small cups of sauce. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, set, shade, smooth } from '../colour.mjs'
import { piece, slab, spline, stroke } from '../shapes.mjs'
import { pot } from '../vessels.mjs'
import { fill } from './sauces.mjs'

const STEEL = palette('#4a4844', '#8f8c86', '#d8d4cc')
const metal = (rng) => {
  const seed = rng.seed()
  return (o, along, q) => {
    ramp(o, STEEL, 0.45 + 0.25 * noise(along * 0.01, q, seed) - 0.2 * q)
  }
}

function cutlery(head) {
  return (c, { x, y, s, rot = 0, rng }) => {
    const ca = Math.cos(rot),
      sa = Math.sin(rot),
      at = (u, v) => [x + u * ca - v * sa, y + u * sa + v * ca],
      paint = metal(rng),
      z = c.restAt(x, y, 20) + 2
    stroke(c, {
      points: spline([at(-s, 0), at(-s * 0.4, 0), at(s * 0.3, 0)], 8),
      r: (t) => s * (0.05 - 0.03 * smooth(0, 0.7, t)),
      flat: 0.5,
      z: z + 2,
      gloss: 0.95,
      paint,
    })
    head(c, { at, s, rot, paint, z })
  }
}
const tines = (c, { at, s, paint, z }) => {
  stroke(c, {
    points: [at(s * 0.28, 0), at(s * 0.4, 0), at(s * 0.58, 0)],
    r: (t) => s * (0.03 + 0.06 * smooth(0, 0.5, t)),
    flat: 0.4,
    z: z + 3,
    gloss: 0.95,
    paint,
  })
  for (let i = 0; i < 4; i++) {
    const v = (i - 1.5) * s * 0.045
    stroke(c, {
      points: [at(s * 0.55, v), at(s * 0.8, v), at(s, v * 0.9)],
      r: s * 0.014,
      flat: 0.8,
      z: z + 3,
      gloss: 0.95,
      paint,
    })
  }
}
const blade = (c, { at, s, rot, z }) => {
  const [x, y] = at(s * 0.62, s * 0.02)
  slab(c, {
    x,
    y,
    w: s * 0.76,
    l: s * 0.13,
    rot,
    corner: s * 0.06,
    height: 4,
    edge: s * 0.05,
    z,
    gloss: 0.95,
    paint: (o, u, v) => {
      ramp(o, STEEL, 0.6 + 0.3 * Math.sin(v * 0.2))
    },
  })
}
const spoonBowl = (c, { at, s, rot, z }) => {
  const [x, y] = at(s * 0.62, 0)
  piece(c, {
    x,
    y,
    r: s * 0.34,
    ry: s * 0.19,
    rot,
    z,
    height: 7,
    edge: 6,
    gloss: 1,
    paint: (o, u, v, d) => {
      ramp(o, STEEL, 0.6 - 0.3 * (u / s))
      o.h -= 6 * smooth(4, s * 0.14, d)
    },
  })
}

/** A napkin folded in three. */
function napkin(c, { x, y, s, rot = 0, rng, colour = '#8f9a7c', stripe = '' }) {
  const base = hex(colour),
    line = stripe && hex(stripe)
  for (const [k, w] of [
    [0, 1],
    [1, 0.94],
  ]) {
    const seed = rng.seed()
    slab(c, {
      x: x + k * 5,
      y: y + k * 4,
      w: s * 2 * w,
      l: s * 1.1 * w,
      rot: rot + k * 0.035,
      corner: 5,
      warp: 7,
      grain: 0.012,
      seed,
      height: 6,
      edge: 7,
      lift: 1,
      soft: 0.25,
      paint: (o, u, v) => {
        const t = (Math.sin(u * 1.3) + Math.sin(v * 1.3)) * 0.25
        set(o, base)
        shade(o, 0.92 + t * 0.2 + 0.1 * fbm(u * 0.01, v * 0.01, 3, seed))
        if (line) over(o, line, 0.8 * smooth(3.5, 2.5, Math.abs(Math.abs(v) - s * 0.4)))
        o.h += t * 0.6 + 7 * fbm(u * 0.009, v * 0.012, 3, seed + 1)
      },
    })
  }
}

/** A glass seen from straight above: thin rim, dark wall, drink with its ring of light. */
const glassTop =
  (colours, { ice = 0, foam = '', clear = 0.1 } = {}) =>
  (c, { x, y, s, rng }) => {
    const list = palette(...colours),
      seed = rng.seed(),
      head = foam && hex(foam),
      cubes = Array.from({ length: ice }, () => [
        rng.in(-0.4, 0.4) * s,
        rng.in(-0.4, 0.4) * s,
        rng.in(0.28, 0.36) * s,
        rng.angle(),
      ])
    piece(c, {
      x,
      y,
      r: s,
      height: 46,
      edge: 5,
      gloss: 0.9,
      soft: 0.5,
      form: () => 0,
      paint: (o, u, v) => {
        const q = Math.hypot(u, v) / s,
          wall = q > 0.93
        ramp(
          o,
          list,
          wall
            ? 0.75
            : 0.25 +
                0.4 * smooth(-0.4, 0.8, (u + v) / s) +
                0.1 * noise(u * 0.03, v * 0.03, seed) +
                0.3 * smooth(0.12, 0, Math.abs(q - 0.86)),
        )
        if (wall) over(o, hex('#f4f0e8'), 0.45)
        o.h = wall ? 48 - 200 * (q - 0.965) ** 2 * 100 * 0.02 : 34
        o.gloss = wall ? 1 : 0.5
        o.a *= wall ? 1 : 1 - clear
        if (head && !wall) {
          over(o, head, 0.9)
          o.h += 1.5 * fbm(u * 0.08, v * 0.08, 3, seed)
          o.gloss = 0.2
        }
        if (!wall)
          for (const [cu, cv, r, a] of cubes) {
            const du = (u - cu) * Math.cos(a) + (v - cv) * Math.sin(a),
              dv = (v - cv) * Math.cos(a) - (u - cu) * Math.sin(a),
              e = Math.max(Math.abs(du), Math.abs(dv)) / r
            if (e < 1) {
              over(o, hex('#ffffff'), 0.18 + 0.3 * smooth(0.75, 0.98, e))
              o.h = 38 + 5 * (1 - e)
              o.gloss = 1
            }
          }
      },
    })
  }

/** A small pot with something wet. */
function ramekin(c, { x, y, s, rng, kind, glaze = 'white', depth = 0.4 }) {
  const at = pot(c, { x, y, r: s, rng, glaze, wall: 0.11, depth })
  fill(c, { x, y, s: at.r * 0.99, z: at.z + s * depth * 0.5, rng, kind })
}

/** A paper cup of sauce, pleated. */
function souffle(c, { x, y, s, rng, kind }) {
  const z = c.restAt(x, y, s * 0.5)
  piece(c, {
    x,
    y,
    z,
    r: s,
    outline: (a) => 1 + 0.015 * Math.sin(a * 28),
    form: () => 0,
    gloss: 0.1,
    soft: 0.4,
    paint: (o, u, v) => {
      const q = Math.hypot(u, v) / s
      set(o, hex('#e6ddcc'))
      o.h = 6 + 22 * smooth(0.7, 1, q)
      shade(o, 0.9 + 0.08 * Math.sin(Math.atan2(v, u) * 28))
    },
  })
  fill(c, { x, y, s: s * 0.86, z: z + 17, rng, kind })
}

export const TABLEWARE = {
  fork: cutlery(tines),
  knife: cutlery(blade),
  spoon: cutlery(spoonBowl),
  napkin,
  ramekin,
  souffle,
  'red-wine-glass': glassTop(['#12020a', '#3d0612', '#7a1424'], { clear: 0 }),
  'white-wine-glass': glassTop(['#a8903c', '#dcc878', '#f4e8b8'], { clear: 0.3 }),
  'water-glass': glassTop(['#a8b4b4', '#d0dad8', '#f0f4f2'], { ice: 2, clear: 0.55 }),
  'spritz-glass': glassTop(['#c03c08', '#f0742a', '#fcb060'], { ice: 3 }),
  'tea-glass': glassTop(['#3d1404', '#8a3c0c', '#d08038'], { ice: 4 }),
  'lemonade-glass': glassTop(['#b89c2c', '#e4cc5c', '#f8eca8'], { ice: 4 }),
  'beer-glass': glassTop(['#94560a', '#d89a24', '#f4cc60'], { foam: '#f6ead0' }),
}
