/** Rigatoni lying in egg and cheese: short ridged tubes, each showing its open end. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, outline, piece } from '../shapes.mjs'

const SAUCE = palette('#d39a34', '#e8bb58', '#f4d583', '#fcebb6')

const DOUGH = palette('#b9781f', '#dba544', '#efc970', '#f8e2a4', '#fdf2cc'),
  EGG = hex('#f6c542'),
  HOLE = hex('#6e3c0c')

/** The end that is turned to the eye: a rim of dough around the dark inside. */
function mouth(o, { e, side, r, z }) {
  const hole = smooth(0.76, 0.68, e)
  ramp(o, DOUGH, 0.82 - 0.1 * side)
  over(o, HOLE, hole * (0.82 + 0.16 * side))
  over(o, hex('#c98a2a'), hole * 0.55 * smooth(0.1, 0.75, -side))
  o.h = z + r * (0.75 - 0.6 * hole)
  o.gloss = 0.7 - 0.3 * hole
}

function tube(c, { x, y, r, l, rot, rng, z, tone }) {
  const seed = rng.seed(),
    squat = rng.in(0.4, 0.58),
    bend = rng.in(-0.1, 0.1),
    ridges = 8
  c.stamp(
    x,
    y,
    l + r * 1.3,
    rot,
    (u, v0, o) => {
      const v = v0 + bend * r * (1 - (u / l) ** 2),
        q = v / r,
        aq = Math.abs(q),
        bow = Math.sqrt(Math.max(0, 1 - q * q)) * squat * r,
        e = Math.hypot((u - l) / (squat * r), q),
        d = Math.max((aq - 1) * r, -u - l - bow, u - l - bow)
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      o.soft = 0.5
      if (e <= 1) return mouth(o, { e, side: q, r, z })
      const phase = (Math.asin(Math.max(-1, Math.min(1, q))) / Math.PI) * ridges * 2 * Math.PI * 0.5,
        ridge = Math.cos(phase * 2),
        n = fbm(u * 0.025, q * 0.9, 3, seed),
        sauce = smooth(-0.12, 0.28, noise(u * 0.03, q * 1.1, seed + 1))
      ramp(o, DOUGH, 0.62 + tone + 0.16 * n - 0.26 * aq * aq + 0.09 * ridge * (1 - 0.6 * sauce))
      over(o, EGG, 0.5 * sauce)
      o.h = z + r * (0.95 * Math.sqrt(Math.max(0, 1 - q * q)) + 0.045 * ridge * (1 - 0.7 * sauce))
      o.gloss = 0.65 + 0.35 * sauce
      shade(o, 1 - 0.12 * smooth(0.6, 1, aq))
    },
    'level',
  )
}

/** The sauce: thick, smooth, shining; it runs below the tubes and over some of them. */
function sauce(c, { x, y, r, rng, height }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r,
    ry: r * rng.in(0.8, 1),
    rot: rng.angle(),
    mode: 'drape',
    height,
    edge: Math.min(r * 0.5, 26),
    outline: outline(rng, { wobble: r > 100 ? 0.06 : 0.28, lobes: 6 }),
    gloss: 1,
    soft: 0.5,
    paint: (o, u, v) => {
      const n = fbm(u * 0.018, v * 0.018, 3, seed)
      ramp(o, SAUCE, 0.55 + 0.4 * n)
      o.h += 2.2 * n
    },
  })
}

/** Three layers, each drawn over the one below. */
function carbonara(c, { x, y, s, rng }) {
  const z = c.restAt(x, y, s * 0.4),
    r = s * 0.082
  sauce(c, { x, y, r: s * 0.77, rng, height: 7 })
  for (const [reach, n, up] of [
    [0.68, 38, 0],
    [0.6, 28, 1],
    [0.44, 14, 1.8],
  ])
    for (let i = 0; i < n; i++) {
      const a = i * 2.39996 + up,
        far = reach * s * Math.sqrt((i + 0.5) / n) * rng.in(0.95, 1.05)
      tube(c, {
        x: x + Math.cos(a) * far,
        y: y + Math.sin(a) * far,
        r: r * rng.in(0.94, 1.06),
        l: r * rng.in(1.5, 1.9),
        rot: rng.angle(),
        rng,
        z: z + up * r * 1.2,
        tone: rng.in(-0.06, 0.06) - 0.06 * (1.8 - up),
      })
      if (rng.chance(0.4))
        sauce(c, {
          x: x + Math.cos(a) * far + rng.in(-1, 1) * r,
          y: y + Math.sin(a) * far + rng.in(-1, 1) * r,
          r: r * rng.in(0.7, 1.3),
          rng,
          height: 3,
        })
    }
}

export const RIGATONI = { 'rigatoni-carbonara': carbonara }
