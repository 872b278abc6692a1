/** A drumstick from the pit: full at the thigh's end, drawn in to the knuckle, its skin crisp; s is half its length. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'

const SKIN = palette('#2b0b04', '#5e1f08', '#9a4212', '#c9711f', '#e59c40', '#f3bd6a'),
  BONE = palette('#8a6238', '#cdb084', '#efe0bf')

/** Half the width of the meat at t, from its round end (0) to where the skin has drawn back from the bone (1). */
function profile(t) {
  if (t < 0.34) return 0.4 * Math.sqrt(Math.max(0, 1 - ((0.34 - t) / 0.34) ** 2))
  const k = smooth(0.3, 0.95, t)
  return 0.4 - 0.272 * k + 0.012 * smooth(0.9, 1, t)
}

/** The knuckle: a short shaft and its two heads. */
function knuckle(c, { x, y, s, rot, z, seed }) {
  const knobs = [
    [0.93, -0.062, 0.098],
    [0.92, 0.07, 0.088],
  ]
  c.stamp(
    x,
    y,
    s * 1.15,
    rot,
    (u0, v0, o) => {
      const u = u0 / s,
        v = v0 / s
      let best = 0.068 - Math.abs(v)
      if (u < 0.4 || u > 0.9) best = -1
      let high = best > 0 ? Math.sqrt(0.068 ** 2 - v * v) : 0
      for (const [p, q, r] of knobs) {
        const d = Math.hypot(u - p, v - q)
        best = Math.max(best, r - d)
        if (d < r) high = Math.max(high, Math.sqrt(r * r - d * d))
      }
      o.a = cover(-best * s, c.px)
      if (o.a <= 0) return false
      const n = fbm(u * 9, v * 14, 3, seed)
      ramp(o, BONE, 0.6 + 0.4 * n - 0.9 * smooth(0.86, 0.72, u))
      over(o, hex('#4a1f0c'), 0.6 * smooth(0.15, 0.5, n) * smooth(1.02, 0.84, u))
      o.h = s * (high * 0.9 + 0.02)
      o.gloss = 0.45
      o.soft = 0.4
    },
    'solid',
    z,
  )
}

function pitDrumstick(c, { x, y, s, rot = 0, rng, bow = rng.in(0.05, 0.12) }) {
  const seed = rng.seed(),
    z = c.restAt(x, y, s * 0.4),
    side = rng.in(-0.5, 0.5)
  knuckle(c, { x, y, s, rot, z, seed })
  c.stamp(
    x,
    y,
    s * 1.2,
    rot,
    (u0, v0, o) => {
      const u = u0 / s,
        t = (u + 0.95) / 1.62,
        v = v0 / s - bow * (1 - 4 * (t - 0.45) ** 2) + bow * 0.6,
        wob = 0.014 * fbm(u * 4, v * 4, 3, seed),
        torn = 1 + 0.022 * noise(v * 13, 3, seed + 1) - 1.6 * (v * v)
      if (t < 0 || t > torn) return false
      const half = profile(t) + wob,
        d = Math.min(half - Math.abs(v), t < 0.3 ? 9 : (torn - t) * 1.1)
      o.a = cover(-d * s, c.px)
      if (o.a <= 0) return false
      const q = v / half,
        arch = Math.sqrt(Math.max(0, 1 - q * q)),
        // The muscle's swelling under the skin, and a fold where the skin gathers.
        calf = 0.05 * smooth(0.3, 0, Math.hypot((t - 0.32) / 0.9, (v - 0.12 * side) / 1.1)),
        gather = smooth(0.55, 0.9, t) * noise(t * 26, v * 5, seed + 2)
      const n = fbm(u * 3.2, v * 3.8, 4, seed + 3),
        fine = fbm(u * 12, v * 12, 3, seed + 4),
        p = cells(u * 21, v * 21, seed + 5),
        pore = smooth(0.4, 0.12, p.f1) * p.id
      o.h =
        s *
        (half * 0.86 * arch + calf + 0.016 * n + 0.009 * fine + 0.008 * pore + 0.012 * gather) *
        smooth(-0.01, 0.05, d)
      ramp(o, SKIN, 0.23 + 0.36 * arch + 0.42 * n + 0.16 * fine - 0.2 * smooth(0.6, 1, t) + 0.06 * gather)
      // Where it lay to the fire the sugar of the rub went dark.
      const dark = smooth(0.12, 0.5, fbm(u * 2.4 + 7, v * 2.4, 4, seed + 6) + 0.12 * fine)
      over(o, hex('#3a0f05'), 0.6 * dark)
      over(o, hex('#140603'), 0.75 * smooth(0.66, 1, dark + 0.25 * n) * smooth(0.2, 0.5, arch))
      over(o, hex('#1f0d07'), 0.8 * smooth(0.5, 0.62, noise(u * 26, v * 26, seed + 7)))
      over(o, hex('#ffce7a'), 0.2 * smooth(0.2, 0.5, noise(u * 8, v * 8, seed + 8)) * (1 - dark))
      shade(o, 0.86 + 0.14 * smooth(0, 0.05, d))
      o.gloss = 0.72 + 0.28 * smooth(-0.2, 0.4, n) - 0.3 * dark
      o.soft = 0.3
    },
    'solid',
    z,
  )
}

export const DRUMSTICKS = { 'pit-drumstick': pitDrumstick }
