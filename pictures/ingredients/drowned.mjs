/** What stands in coffee, and potatoes cut before they roast: both keep the faces that heat and the pour leave them. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const ESPRESSO = palette('#170803', '#301507', '#532a10', '#8a5222')
const CREMA = palette('#8a501e', '#b67a38', '#d6a262')
const GELATO = palette('#d9c490', '#efe0b8', '#f8edd0', '#fdf6e4')
const MELT = hex('#d9b98a')

/** A double espresso in its cup: dark, with crema along the wall and cream that melts around what stands in it. */
function espressoPool(c, { x, y, s, z, rng, balls }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    z,
    outline: () => 1,
    form: (d) => 1.6 * smooth(6, 0, d),
    gloss: 0.75,
    soft: 0.2,
    paint: (o, u, v) => {
      const q = Math.hypot(u, v) / s,
        n = fbm(u * 0.018, v * 0.018, 4, seed),
        f = noise(u * 0.2, v * 0.2, seed + 1)
      ramp(o, ESPRESSO, 0.46 + 0.36 * n)
      const foam = smooth(0.84, 1, q + 0.16 * n)
      const { r, g, b } = o
      ramp(o, CREMA, 0.5 + 0.35 * n + 0.12 * f)
      o.r = r + (o.r - r) * foam
      o.g = g + (o.g - g) * foam
      o.b = b + (o.b - b) * foam
      o.gloss = 0.8 - 0.35 * foam
      const near = Math.min(...balls.map((k) => Math.hypot(u - k.u * s, v - k.v * s) / (k.r * s)))
      const swirl = fbm(u * 0.02 + 0.8 * n, v * 0.02 - 0.7 * n, 2, seed + 2)
      const melt = smooth(1.32, 1.04, near + 0.26 * swirl)
      over(o, MELT, melt * 0.8)
      over(o, GELATO[2], melt * melt * smooth(1.16, 1, near + 0.12 * swirl))
    },
  })
}

/** One ball, its foot torn by the spoon, espresso running down from where it was poured. */
function ball(c, { x, y, s, z, rng, pour }) {
  const seed = rng.seed(),
    turn = rng.angle(),
    ca = Math.cos(turn),
    sa = Math.sin(turn),
    reach = outline(rng, { wobble: 0.3, lobes: 9 })
  piece(c, {
    x,
    y,
    z,
    r: s,
    outline: outline(rng, { wobble: 0.05, lobes: 5 }),
    form: (d) => s * 0.96 * Math.sqrt(Math.max(0, 1 - (1 - Math.min(1, d / s)) ** 2)),
    gloss: 0.35,
    soft: 0.9,
    seed,
    paint: (o, u, v, d) => {
      const along = u * ca + v * sa,
        across = v * ca - u * sa,
        drag = fbm(along * 0.014 + 0.5 * noise(u * 0.02, v * 0.02, seed + 3), across * 0.026, 2, seed),
        n = fbm(u * 0.07, v * 0.07, 3, seed + 1),
        foot = smooth(s * 0.2, s * 0.02, d)
      ramp(o, GELATO, 0.6 + 0.34 * drag + 0.16 * n - 0.25 * foot)
      o.h += s * (0.06 * drag + 0.008 * n) + foot * s * 0.05 * n
      o.gloss = 0.3 + 0.35 * foot
      const pu = u - pour[0] * s,
        pv = v - pour[1] * s,
        far = Math.hypot(pu, pv) / s / reach(Math.atan2(pv, pu)),
        wet = smooth(0.72, 0.6, far + 0.06 * n)
      over(o, hex('#b07a44'), 0.5 * smooth(0.98, 0.66, far + 0.12 * n))
      const { r, g, b } = o
      ramp(o, ESPRESSO, 0.5 + 0.1 * n + 0.5 * smooth(0.35, 0.72, far))
      const k = wet * 0.94
      o.r = r + (o.r - r) * k
      o.g = g + (o.g - g) * k
      o.b = b + (o.b - b) * k
      o.gloss += wet * 0.4
      o.h += wet * (1.6 - s * 0.02 * n)
    },
  })
}

/** Two balls of gelato in a double espresso; s is the radius of the coffee. */
function affogato(c, { x, y, s, rng }) {
  const z = c.heightAt(x, y) + 1,
    balls = [
      { u: -0.24, v: -0.16, r: 0.45, pour: [0.42, 0.2] },
      { u: 0.3, v: 0.22, r: 0.42, pour: [-0.42, -0.3] },
    ]
  espressoPool(c, { x, y, s, z, rng: rng.fork(), balls })
  for (const { u, v, r, pour } of balls)
    ball(c, { x: x + u * s, y: y + v * s, s: r * s, z: z - r * s * 0.16, rng: rng.fork(), pour })
}

const CRUST = palette('#b8701a', '#e2a234', '#f2c662', '#fae4a2')
const BROWN = hex('#8a3f08'),
  DARK = hex('#3c1804')

/** A quarter of a potato out of a hot oven: flat golden faces, edges fried brown, a strip of skin. */
function roastedWedge(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    turn = rot ?? rng.angle(),
    ridge = rng.in(-0.18, 0.18),
    sides = [1, -1].map((side) => ({ side, steep: rng.in(0.55, 0.95) })),
    ends = [rng.in(0.7, 1.2), rng.in(0.7, 1.2)],
    top = s * rng.in(0.44, 0.56),
    tone = rng.in(-0.1, 0.1),
    skinned = rng.chance(0.45) ? 1 : 0
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.62, 0.76),
    rot: turn,
    outline: outline(rng, { wobble: 0.09, lobes: 5 }),
    form: () => 0,
    gloss: 0.5,
    soft: 0.35,
    seed,
    paint: (o, u, v, d) => {
      const bend = s * (ridge + 0.06 * noise(u * 0.02, 3, seed)),
        planes = [
          ...sides.map(({ side, steep }) => top - steep * Math.max(0, side * (v - bend)) - s * 0.02),
          top * 1.25 - ends[0] * Math.max(0, u),
          top * 1.25 - ends[1] * Math.max(0, -u),
        ].sort((a, b) => a - b),
        edge = smooth(s * 0.22, 0, planes[1] - planes[0]),
        rim = smooth(s * 0.2, s * 0.01, d),
        n = fbm((u / s) * 2.6, (v / s) * 2.6, 3, seed + 1),
        fine = fbm((u / s) * 11, (v / s) * 11, 2, seed + 2)
      o.h = Math.min(planes[0], d * 1.5) - edge * edge * s * 0.03 + s * (0.025 * n + 0.014 * fine)
      ramp(o, CRUST, 0.6 + tone + 0.3 * n + 0.14 * fine)
      const crisp = Math.max(edge * (0.6 + 0.7 * n), rim * (1 + 0.4 * n), smooth(0.14, 0.6, n + 0.3 * fine))
      over(o, BROWN, 0.95 * crisp)
      over(o, DARK, 0.55 * smooth(0.75, 1.15, crisp + 0.3 * fine))
      if (skinned) {
        const skin = smooth(s * 0.3, s * 0.36, v + 0.06 * s * n)
        over(o, hex('#8a5424'), skin * 0.85)
        shade(o, 1 - 0.15 * skin * fine)
      }
      o.gloss = 0.5 + 0.2 * fine
    },
  })
}

export const DROWNED = { affogato, 'roasted-wedge': roastedWedge }
