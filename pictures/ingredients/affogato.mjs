/** Gelato drowned in espresso. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
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

export const AFFOGATO = { affogato }
