/** Clams steamed open: shells banded outside and pearly inside, the meat plump in its liquor. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { piece } from '../shapes.mjs'

const OUTSIDE = palette('#6a4626', '#a8794a', '#d2aa76', '#ecd4a8'),
  INSIDE = palette('#b89a78', '#e6d2b0', '#f7ead0', '#fdf6e6'),
  MEAT = palette('#b8621a', '#dd923c', '#f0b866', '#fad89c'),
  ZIGZAG = hex('#4a2c16'),
  MANTLE = hex('#7a3f16'),
  RIM = hex('#a07444')

/** A rounded triangle: the hinge points to -u. */
const fan = (a) => 0.93 + 0.09 * Math.cos(a) - 0.1 * Math.max(0, -Math.cos(a)) ** 6 + 0.03 * Math.cos(3 * a)

function shell(c, { x, y, s, rot, rng, squash = 0.84, open, lift = 0 }) {
  const seed = rng.seed(),
    tone = rng.in(-0.15, 0.15)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * squash,
    rot,
    outline: fan,
    lift,
    gloss: 0.55,
    soft: 0.45,
    form: () => 0,
    paint: (o, u, v, d) => {
      const far = Math.hypot(u + s * 0.9, v / squash) / s,
        spoke = Math.atan2(v / squash, u + s * 0.95)
      if (open) {
        const bowl = smooth(0, s * 0.5, d)
        o.h = 3 + s * 0.34 * (1 - bowl) + (d < 2.5 ? -1.5 : 0)
        ramp(o, INSIDE, 0.86 - 0.34 * bowl + 0.1 * noise(u * 0.06, v * 0.06, seed) + tone * 0.3)
        over(o, RIM, 0.85 * smooth(s * 0.075, s * 0.02, d + 0.6 * noise(spoke * 9, 1, seed)))
        o.gloss = 0.75
      } else {
        const grow = Math.sin(far * 30 + 1.2 * noise(u * 0.05, v * 0.05, seed))
        o.h = 3 + s * 0.5 * Math.sqrt(smooth(0, s * 0.75, d)) + 0.22 * grow
        ramp(o, OUTSIDE, 0.62 + tone + 0.06 * grow + 0.28 * noise(far * 5, 2, seed + 1))
        const mark = fbm(spoke * 2.2, far * 3.4, 3, seed + 2)
        over(o, ZIGZAG, 0.4 * smooth(0.12, 0.42, mark))
        shade(o, 0.9 + 0.16 * smooth(0, s * 0.3, d))
      }
    },
  })
}

function meat(c, { x, y, s, rot, rng }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.74,
    rot,
    outline: (a) => 0.95 + 0.06 * Math.sin(a * 7 + (seed % 7)) + 0.05 * Math.sin(a * 3 + 1),
    lift: -s * 0.12,
    height: s * 0.5,
    edge: s * 0.7,
    gloss: 0.95,
    soft: 0.7,
    paint: (o, u, v, d) => {
      const fold = noise((u / s) * 2.4, (v / s) * 4, seed)
      ramp(o, MEAT, 0.5 + 0.4 * smooth(0, s * 0.5, d) + 0.28 * fold)
      // The mantle: a darker frill around the belly.
      const frill = smooth(s * 0.2, s * 0.06, Math.abs(d - s * 0.12))
      over(o, MANTLE, frill * (0.3 + 0.2 * Math.sin(Math.atan2(v, u) * 16)))
      o.h += s * 0.09 * fold - s * 0.05 * frill + s * 0.03 * fbm((u / s) * 5, (v / s) * 5, 2, seed + 1)
    },
  })
}

/** Open with its meat, mostly; a few lie on their face and show the bands. */
export function clam(c, { x, y, s, rot, rng }) {
  const a = rot ?? rng.angle(),
    along = (turn, k) => ({ x: x + Math.cos(a + turn) * s * k, y: y + Math.sin(a + turn) * s * k })
  if (rng.chance(0.24)) {
    shell(c, { x, y, s: s * 0.84, rot: a, rng, open: false })
    return
  }
  // The lid stands up behind the hinge and is seen from its side.
  shell(c, { ...along(Math.PI, 0.5), s: s * 0.78, rot: a + Math.PI, rng, squash: 0.95, open: false })
  shell(c, { ...along(0, 0.42), s: s * 0.88, rot: a, rng, open: true, lift: 3 })
  meat(c, { ...along(0, 0.46), s: s * 0.66, rot: a + rng.in(-0.4, 0.4), rng })
}
