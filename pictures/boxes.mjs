/** What food is carried away in: a folded box of brown board, open, with paper in it. */
import { fbm, noise } from './random.mjs'
import { hex, mix, over, set, shade, smooth } from './colour.mjs'
import { boxDistance, cover, slab } from './shapes.mjs'
import { sheet } from './vessels.mjs'

/** Brown board: short fibres in every direction, a few dark specks. */
function board(o, u, v, seed, base, dark, pale) {
  set(o, base)
  over(o, dark, 0.14 + 0.2 * fbm(u * 0.05, v * 0.12, 3, seed))
  over(o, pale, 0.16 * smooth(0.1, 0.6, noise(u * 0.3, v * 0.2, seed + 1)))
  over(o, dark, 0.5 * smooth(0.6, 0.75, noise(u * 0.4, v * 0.4, seed + 2)))
  o.gloss = 0.05
  o.soft = 0.15
}

/** @returns {{x:number,y:number,r:number,z:number}} the floor: where food goes; its lid is folded back above it */
export function box(
  c,
  {
    x,
    y,
    w = 700,
    l = 460,
    rot = 0,
    rng,
    colour = '#9a6f42',
    deep = 40,
    paper = '#d9cdb0',
    check = '#a03a22',
  },
) {
  const base = hex(colour),
    dark = mix(base, hex('#3a200c'), 0.6),
    pale = mix(base, hex('#f0d8ac'), 0.5),
    seed = rng.seed(),
    z = c.restAt(x, y, l * 0.4),
    wall = 26,
    ca = Math.cos(rot),
    sa = Math.sin(rot),
    place = (u, v) => ({ x: x + u * ca - v * sa, y: y + u * sa + v * ca })
  const lid = l * 0.8
  slab(c, {
    ...place(0, -l / 2 - lid / 2 + 2),
    w: w - 18,
    l: lid,
    rot,
    corner: 14,
    z: z + deep * 0.5,
    mode: 'stand',
    form: () => 0,
    paint: (o, u, v, d) => {
      board(o, u, v, seed + 5, base, dark, pale)
      // The lid's own walls stand up along its sides.
      o.h = 16 * smooth(20, 6, d) * smooth(lid * 0.5 - 4, lid * 0.5 - 26, v) - 0.06 * v
      shade(o, 1 - 0.25 * smooth(3, 0, d))
    },
  })
  c.stamp(
    x,
    y,
    Math.hypot(w, l) / 2 + 4,
    rot,
    (u, v, o) => {
      const d = -boxDistance(u, v, w / 2, l / 2, 12)
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      board(o, u, v, seed, base, dark, pale)
      o.h =
        d < 7
          ? deep + 3 * Math.sqrt(Math.max(0, 1 - ((d - 3.5) / 3.5) ** 2))
          : 3 + deep * smooth(wall + 6, 7, d)
      if (d < 7) over(o, pale, 0.45)
      // The folds of the corners.
      const fold = Math.abs(w / 2 - Math.abs(u) - (l / 2 - Math.abs(v)))
      shade(o, 1 - 0.35 * smooth(3, 0.5, fold) * smooth(wall + 8, wall - 4, d))
    },
    'stand',
    z,
  )
  sheet(c, {
    ...place(0, 4),
    w: w - wall * 2.2,
    l: l - wall * 2.2,
    rot: rot + rng.in(-0.02, 0.02),
    rng,
    colour: paper,
    check,
    stain: 0.35,
    z: z + 5,
  })
  return { x, y, r: l / 2 - wall, z: z + 8 }
}
