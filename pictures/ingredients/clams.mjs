/** Littlenecks steamed open: two ridged valves on one hinge, pale inside, the meat plump in its liquor. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { piece } from '../shapes.mjs'

const OUTSIDE = palette('#7d6a54', '#ab977a', '#cdbc9e', '#e6dac2'),
  INSIDE = palette('#8f7c66', '#bda88c', '#dccbb0', '#efe3cc'),
  MEAT = palette('#a85c1c', '#d48d3e', '#eab46a', '#f6d49c'),
  MANTLE = hex('#8c5424'),
  BAND = hex('#54422e'),
  VIOLET = hex('#6d5468'),
  LIP = hex('#c9b695')

/** Wider than long, the beak of the hinge at -u. */
const fan = (a) => {
  const back = Math.max(0, -Math.cos(a))
  return 0.96 - 0.2 * back ** 1.5 + 0.2 * back ** 10 - 0.02 * Math.cos(2 * a)
}

/** One valve: open shows its hollow, else its ridged back. rot points from the hinge to the lip. */
function valve(c, { x, y, s, rot, rng, open = false, z, wide = 1.14 }) {
  const seed = rng.seed(),
    tone = rng.in(-0.16, 0.14)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * wide,
    rot,
    z,
    outline: fan,
    form: () => 0,
    soft: 0.45,
    paint: (o, u, v, d) => {
      const far = Math.hypot(u + s * 0.95, v / wide) / s,
        n = noise((u / s) * 3, (v / s) * 3, seed)
      if (open) {
        const hollow = smooth(s * 0.06, s * 0.75, d),
          ridge = Math.sin(far * 46 + 1.4 * n),
          lip = smooth(s * 0.17, s * 0.1, d + s * 0.02 * n)
        ramp(o, INSIDE, 0.92 - 0.42 * hollow + 0.12 * n + tone * 0.3)
        over(o, VIOLET, 0.32 * smooth(0.5, 0.1, far + 0.1 * n))
        over(o, LIP, 0.9 * lip)
        over(o, BAND, lip * (0.22 + 0.2 * ridge) + 0.4 * smooth(s * 0.035, 0, d))
        o.h = s * 0.36 * (1 - hollow) + s * 0.05 - s * 0.07 * smooth(s * 0.04, 0, d)
        o.gloss = 0.8
      } else {
        const grow = Math.sin(far * 44 + 1.4 * n),
          spoke = noise(Math.atan2(v, u + s * 1.05) * 16, 1, seed + 1),
          mark = fbm(far * 4, Math.atan2(v, u + s) * 3, 3, seed + 2)
        ramp(o, OUTSIDE, 0.62 + tone + 0.13 * grow + 0.3 * mark + 0.08 * spoke)
        over(o, BAND, 0.45 * smooth(0.15, 0.5, mark + 0.3 * noise(far * 9, 4, seed + 3)))
        o.h = s * 0.5 * Math.sqrt(smooth(0, s * 0.85, d)) + s * 0.014 * grow + s * 0.012 * spoke + 2
        shade(o, 0.86 + 0.16 * smooth(0, s * 0.3, d))
        o.gloss = 0.5
      }
    },
  })
}

function meat(c, { x, y, s, rot, rng, z }) {
  const seed = rng.seed(),
    way = rng.angle()
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(1.05, 1.25),
    rot,
    z,
    outline: (a) =>
      0.9 + 0.06 * Math.sin(a * 3 + way) + 0.03 * Math.sin(a * 5 + 2 * way) + 0.015 * Math.sin(a * 13),
    form: () => 0,
    soft: 0.75,
    paint: (o, u, v, d) => {
      const a = u / s,
        b = v / s,
        fold = noise(a * 1.8 + 0.4 * b, b * 2.6, seed),
        fine = fbm(a * 6, b * 6, 2, seed + 1),
        belly = smooth(s * 0.12, s * 0.55, d + s * 0.12 * fold)
      ramp(o, MEAT, 0.4 + 0.46 * belly + 0.24 * fold + 0.1 * fine)
      const frill = smooth(s * 0.3, s * 0.08, d + s * 0.1 * fold)
      over(o, MANTLE, 0.4 * frill * (0.6 + 0.5 * Math.sin(Math.atan2(b, a) * 19 + 3 * fold)))
      o.h =
        s *
        (0.2 * Math.sqrt(smooth(0, s * 0.2, d)) +
          0.3 * belly +
          0.1 * fold +
          0.03 * fine -
          0.06 * frill * (1 - belly))
      o.gloss = 0.9
    },
  })
}

/** Open like a book, mostly, its meat in one valve; a few lie on their face and show their ridges. */
export function clam(c, { x, y, s, rot, rng }) {
  const a = rot ?? rng.angle(),
    at = (k) => ({ x: x + Math.cos(a) * s * k, y: y + Math.sin(a) * s * k }),
    z = c.restAt(x, y, s * 0.6)
  if (rng.chance(0.3)) {
    valve(c, { ...at(0), s: s * 0.74, rot: a, rng, open: false, z: z + 4 })
    return
  }
  // The upper valve stands behind the hinge: its ridged back is seen, foreshortened.
  valve(c, { ...at(-0.34), s: s * 0.6, rot: a + Math.PI, rng, z: z + s * 0.1, wide: 1.3 })
  valve(c, { ...at(0.36), s: s * 0.74, rot: a, rng, open: true, z: z + s * 0.16 })
  meat(c, { ...at(0.42), s: s * 0.54, rot: a + rng.in(-0.4, 0.4), rng, z: z + s * 0.26 })
}
