/** Corn from the pit: an ear whose kernels stand in rows. s is half its length. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, leaf } from '../shapes.mjs'

const KERNEL = palette('#b06a06', '#dc9a10', '#f4bf2c', '#fcdb66', '#fff0ae'),
  HUSK = palette('#6a5a20', '#a89a4c', '#d2c684', '#ece3b4'),
  ROWS = 14

/** How wide the ear is at t: blunt where it was cut, slender at its tip. */
const girth = (t) =>
  Math.sqrt(Math.max(0, 1 - Math.max(0, (t - 0.42) / 0.585) ** 3)) * (0.72 + 0.28 * smooth(0, 0.16, t))

/** One kernel of its row: how far the point lies from its middle, 0 to 1 at its edge, and a number of its own. */
function kernelAt(t, angle, s, seed) {
  const row = (angle / Math.PI) * (ROWS / 2) + 0.5 + 0.1 * noise(t * 5, angle * 2, seed),
    id = Math.floor(row),
    n = t * 21 + 0.42 * noise(id * 3.7, 1, seed) + (id % 2) * 0.3 + 0.12 * noise(t * 8, id * 2.1, seed + 2),
    m = Math.floor(n),
    du = Math.abs(n - m - 0.5) * 2,
    dv = Math.abs(row - id - 0.5) * 2
  return { q: (du ** 3 + dv ** 3) ** (1 / 3), own: noise(id * 5.3 + 0.5, m * 3.1 + 0.5, seed + 3), id, m }
}

function ear(c, { x, y, s, rot = 0, rng, char = 0.5, husk = true }) {
  const seed = rng.seed(),
    R = s * 0.27,
    roll = rng.in(0, 1),
    z = c.restAt(x, y, s * 0.3),
    ca = Math.cos(rot),
    sa = Math.sin(rot),
    place = (u, v) => [x + u * ca - v * sa, y + u * sa + v * ca]
  if (husk)
    for (const [turn, k] of [
      [-0.5, 0.6],
      [0.46, 0.56],
      [-0.2, 0.72],
      [0.2, 0.7],
      [0, 0.76],
    ]) {
      const l = s * k,
        [hx, hy] = place(-s * 0.8 - l * 0.42 * Math.cos(turn), -l * 0.42 * Math.sin(turn))
      leaf(c, {
        x: hx,
        y: hy,
        l,
        w: s * 0.34,
        rot: rot + Math.PI + turn,
        bend: rng.in(-0.12, 0.12),
        curl: 0.35,
        veins: 0,
        z: z + R * 0.4,
        profile: (t) => Math.sqrt(1 - t) * (0.6 + 0.4 * smooth(0, 0.4, t)),
        paint: (o, t, q) => {
          const rib = noise(t * 2 + turn * 9, q * 9, seed + 20)
          ramp(o, HUSK, 0.62 + 0.3 * rib - 0.2 * Math.abs(q))
          over(o, hex('#4a2408'), 0.75 * smooth(0.55, 1, t + 0.25 * noise(t * 5, q * 4, seed + 21)))
          o.h += s * 0.012 * rib
          o.gloss = 0.25
        },
      })
    }
  c.stamp(
    x,
    y,
    s * 1.1,
    rot,
    (u, v, o) => {
      const t = u / (2 * s) + 0.5
      if (t < 0 || t > 1) return false
      const r = R * girth(t),
        a = v / r
      o.a = cover(Math.max((Math.abs(a) - 1) * r, -u - s, u - s * 0.995), c.px)
      if (o.a <= 0) return false
      const angle = Math.asin(Math.max(-1, Math.min(1, a))) + roll,
        { q, own, id, m } = kernelAt(t, angle, s, seed),
        body = smooth(1.02, 0.35, q),
        fine = fbm(u * 0.08, v * 0.08, 2, seed + 4)
      ramp(o, KERNEL, 0.16 + 0.5 * body + 0.16 * own + 0.08 * fine)
      // The grate has caught whole kernels, by patches.
      const patch =
          fbm(t * 5.5, angle * 1.3, 3, seed + 5) + 0.34 * noise(id * 2.3, m * 1.9, seed + 6) + char - 0.62,
        burnt = smooth(0.02, 0.3, patch)
      over(o, hex('#a8540a'), 0.75 * smooth(-0.22, 0.12, patch))
      over(o, hex('#2c1204'), burnt * (0.55 + 0.4 * body))
      o.h =
        z +
        R * 0.9 * Math.sqrt(Math.max(0, 1 - a * a)) +
        s * 0.034 * Math.sqrt(Math.max(0, 1 - q * q)) * (1 - 0.3 * burnt)
      shade(o, 0.62 + 0.38 * smooth(1.0, 0.7, q))
      // Chili, by the pinch, where it clung.
      const pinch = noise(u * 0.22, v * 0.22, seed + 7) + 0.5 * fbm(u * 0.03, v * 0.03, 2, seed + 8)
      over(o, hex('#b4240a'), 0.85 * smooth(0.42, 0.58, pinch))
      o.gloss = 0.85 - 0.3 * burnt
      o.soft = 0.55
    },
    'solid',
  )
}

export const CORN = { 'corn-ear': ear }
