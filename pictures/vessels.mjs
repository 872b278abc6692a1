/** Plates, bowls, boards, trays and cups. Each returns the place and height of its inside, where the food goes. */
import { fbm, noise } from './random.mjs'
import { hex, mix, over, shade, set, smooth } from './colour.mjs'
import { boxDistance, cover, outline, round, slab } from './shapes.mjs'
import { crumple } from './surfaces.mjs'

const GLAZES = {
  white: ['#f3efe6', '#cfc6b6'],
  cream: ['#ead9bb', '#b8996a'],
  sage: ['#8f9a7c', '#5c6650'],
  terracotta: ['#b5623c', '#7c3a1e'],
  ink: ['#2c3138', '#14171b'],
  char: ['#2a2725', '#121010'],
  enamel: ['#e9e7e0', '#24303c'],
  sand: ['#c9ad86', '#8c7048'],
  blue: ['#5d7f95', '#2f4a5c'],
}

/**
 * A round vessel from its profile (`section`): its height as a function of the distance from the middle, 0 to 1. `squash` is its apparent depth relative to its
 * width, below 1 if it is seen a little from the front.
 */
function turned(
  c,
  {
    x,
    y,
    r,
    rng,
    glaze = 'white',
    speckle = 0.25,
    section,
    gloss = 0.55,
    rim = 0.03,
    wobble = 0.004,
    squash = 1,
  },
) {
  const [main, edge] = GLAZES[glaze].map(hex),
    seed = rng.seed(),
    shape = outline(rng, { wobble, lobes: 4 })
  const z = c.restAt(x, y, r * 0.5)
  c.stamp(
    x,
    y,
    r * 1.05,
    0,
    (u, v, o) => {
      const q = Math.hypot(u, v / squash) / r / shape(Math.atan2(v, u))
      o.a = cover((q - 1) * r, c.px)
      if (o.a <= 0) return false
      set(o, main)
      over(o, edge, 0.12 + 0.14 * fbm(u * 0.02, v * 0.02, 3, seed))
      over(o, edge, smooth(1 - rim, 1 - rim * 0.3, q + 0.01 * noise(u * 0.05, v * 0.05, seed + 1)) * 0.85)
      over(o, edge, speckle * smooth(0.42, 0.6, noise(u * 0.33, v * 0.33, seed + 2)))
      o.h = section(q) * r + 0.5 * noise(u * 0.02, v * 0.02, seed + 3)
      o.gloss = gloss
      o.soft = 0.15
    },
    'stand',
    z,
  )
  return z
}

/** @returns {{x:number,y:number,r:number,z:number}} the inside, where the food goes */
export function plate(c, p) {
  const z = turned(c, {
    ...p,
    section: (q) =>
      0.012 + 0.05 * smooth(0.62, 0.98, q) + 0.028 * smooth(0.66, 0.72, q) - 0.02 * smooth(0.975, 1, q),
  })
  return { x: p.x, y: p.y, r: p.r * 0.66, z: z + p.r * 0.012 }
}

export function bowl(c, p) {
  const depth = p.depth ?? 0.3
  const z = turned(c, {
    rim: 0.035,
    ...p,
    section: (q) => 0.03 + depth * smooth(0.25, 0.96, q) ** 1.4 - 0.03 * smooth(0.965, 1, q),
  })
  return { x: p.x, y: p.y, r: p.r * 0.86, z: z + p.r * 0.04 }
}

/** A pot, ramekin or cup seen from above: a wall and a flat inside. */
export function pot(c, p) {
  const wall = p.wall ?? 0.1,
    depth = p.depth ?? 0.35
  const z = turned(c, {
    rim: 0.05,
    ...p,
    section: (q) => 0.05 + depth * smooth(1 - wall - 0.07, 1 - wall * 0.8, q) - 0.06 * smooth(0.97, 1, q),
  })
  return { x: p.x, y: p.y, r: p.r * (1 - wall), z: z + p.r * 0.05 }
}

/** A band from one place to another: a handle. */
export function handle(c, { x, y, r, angle, length, width, glaze = 'white', hole = false }) {
  const [main, edge] = GLAZES[glaze].map(hex)
  slab(c, {
    x: x + Math.cos(angle) * (r + length / 2 - 3),
    y: y + Math.sin(angle) * (r + length / 2 - 3),
    w: length,
    l: width,
    rot: angle,
    corner: width * 0.45,
    height: width * 0.3,
    edge: width * 0.4,
    gloss: 0.5,
    z: c.heightAt(x + Math.cos(angle) * (r + length), y + Math.sin(angle) * (r + length)),
    paint: (o, u, v) => {
      set(o, main)
      over(o, edge, 0.15)
      if (hole && Math.hypot(u - length * 0.22, v) < width * 0.2) {
        shade(o, 0.12)
        o.h = 0
        o.gloss = 0
      }
    },
  })
}

function grain(o, u, v, seed, base, dark, pale) {
  const b = v + 14 * noise(u * 0.005, v * 0.012, seed)
  const rings = Math.sin(b * 0.13 + 4 * fbm(u * 0.003, b * 0.016, 3, seed + 1)),
    fibre = fbm(u * 0.014, b * 0.5, 3, seed + 2)
  set(o, base)
  over(o, dark, 0.16 + rings * 0.16 + fibre * 0.3)
  over(o, pale, 0.2 + 0.3 * fbm(u * 0.01, b * 0.05, 2, seed + 3))
  return fibre
}

/** A wooden board: round (pizza peel) when w is missing. */
export function board(c, { x, y, r, w, l, rot = 0, rng, colour = '#a9743f', handled = true, thick = 13 }) {
  const base = hex(colour),
    dark = mix(base, hex('#2a1206'), 0.6),
    pale = mix(base, hex('#f2d3a0'), 0.4),
    seed = rng.seed()
  const reach = w ? Math.hypot(w, l) / 2 : r * 1.7,
    z = c.restAt(x, y, (r ?? l / 2) * 0.8)
  c.stamp(
    x,
    y,
    reach,
    rot,
    (u, v, o) => {
      let d = w ? boxDistance(u, v, w / 2, l / 2, 16) : Math.hypot(u, v) - r
      if (handled) {
        const at = w ? w / 2 : r,
          size = (w ? l : r * 2) * 0.17
        const tail = boxDistance(u - at - size, v, size * 1.25, size * 0.45, size * 0.42)
        const soft = Math.max(0, 1 - Math.abs(d - tail) / 24)
        d = Math.min(d, tail) - 6 * soft * soft
        d = Math.max(d, size * 0.2 - Math.hypot(u - at - size * 1.75, v))
      }
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      const fibre = grain(o, u, v, seed, base, dark, pale)
      o.h = thick * round(-d, 6) + fibre * 0.5
      o.gloss = 0.16
      shade(o, 0.75 + 0.25 * smooth(0, 7, -d))
    },
    'stand',
    z,
  )
  return { x, y, r: r ? r * 0.95 : Math.min(w, l) * 0.48, z: z + thick }
}

const METALS = {
  steel: ['#5f6265', '#a9abad', 0.6],
  black: ['#1b1a1a', '#454240', 0.35],
  tin: ['#a8a49c', '#e6e3dc', 0.5],
}

/** A rimmed rectangular tray, lined with butcher paper unless told otherwise. */
export function tray(
  c,
  { x, y, w, l, rot = 0, rng, metal = 'steel', lined = true, paper = '#94714d', deep = 15 },
) {
  const [main, shine, gloss] = METALS[metal],
    base = hex(main),
    bright = hex(shine),
    seed = rng.seed(),
    z = c.restAt(x, y, l * 0.45)
  c.stamp(
    x,
    y,
    Math.hypot(w, l) / 2 + 4,
    rot,
    (u, v, o) => {
      const d = boxDistance(u, v, w / 2, l / 2, 38)
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      const brush = fbm(u * 0.008, v * 0.7, 3, seed)
      set(o, base)
      over(o, bright, 0.18 + brush * 0.35)
      // Rolled rim, wall, floor.
      o.h = d > -11 ? deep + 5 * round(5.5 - Math.abs(-d - 5.5), 5.5) : deep * smooth(30, 11, -d) + 2
      o.gloss = gloss
    },
    'stand',
    z,
  )
  if (lined) {
    sheet(c, {
      x: x + rng.in(-6, 6),
      y: y + rng.in(-6, 6),
      w: w - 34,
      l: l - 30,
      rot: rot + rng.in(-0.025, 0.025),
      rng,
      colour: paper,
      z: z + 7,
    })
  }
  return { x, y, r: l * 0.42, z: z + 11 }
}

/** A sheet of paper, flat in the middle, with raised edges. */
export function sheet(c, { x, y, w, l, rot = 0, rng, colour = '#94714d', z, stain = 0.5, check = '' }) {
  const base = hex(colour),
    dark = mix(base, hex('#4a2a12'), 0.45),
    pale = mix(base, hex('#fff2dd'), 0.4),
    greasy = hex('#7a4a20'),
    seed = rng.seed()
  const checks = check && hex(check)
  slab(c, {
    x,
    y,
    w,
    l,
    rot,
    corner: 3,
    warp: 7,
    grain: 0.012,
    seed,
    mode: 'stand',
    z: z ?? c.restAt(x, y, l * 0.4) + 1,
    gloss: 0.04,
    soft: 0.15,
    form: () => 0,
    paint: (o, u, v, d) => {
      const k = crumple(u, v, seed),
        fibre = fbm(u * 0.1, v * 0.3, 2, seed + 2)
      set(o, base)
      over(o, dark, 0.16 + fibre * 0.22)
      over(o, pale, k.crease * 0.13)
      if (checks) {
        const on = (t) => smooth(-0.1, 0.1, Math.sin(t * 0.17))
        over(o, checks, 0.42 * on(u) + 0.42 * on(v))
      }
      const grease = smooth(0.1, 0.5, fbm(u * 0.009, v * 0.009, 3, seed + 8)) * stain
      over(o, greasy, grease * 0.3)
      o.gloss += grease * 0.12
      o.h = 1.5 + k.lift * 0.45 + 9 * smooth(40, 0, d) * (0.5 + 0.5 * noise(u * 0.01, v * 0.01, seed + 3))
    },
  })
}
