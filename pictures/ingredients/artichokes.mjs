/** Artichokes the Roman way: trimmed, braised soft with their stems, halved so that leaf lies on leaf around the heart. */
import { fbm, noise } from '../random.mjs'
import { clamp, hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'

const LEAF = palette('#4f5a16', '#838428', '#b4aa42', '#d8c86c', '#f0e09a'),
  HEART = palette('#b98f3a', '#dcbb62', '#f0d992', '#f7e9bc'),
  BROWN = hex('#7a4412'),
  DARK = hex('#3d2a0a'),
  GREEN = hex('#6d7a2a')

/** Half the width of the bud at t, from its base (0) to the tips (1), in parts of its length. */
const bud = (t) =>
  0.44 * Math.sin(Math.PI * clamp(0.16 + 0.8 * t ** 0.92)) ** 0.8 * Math.sqrt(Math.min(1, 0.3 + t * 6))

/** Cut face up; rot points from the stem to the tips; s is the whole length. */
function artichokeHalf(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    turn = rot ?? rng.angle(),
    stem = 0.36,
    long = s * (1 - stem),
    thick = rng.in(0.052, 0.064),
    bend = rng.in(-0.05, 0.05),
    z = c.restAt(x, y, s * 0.3),
    paintStem = (o, t, q, n) => {
      ramp(o, LEAF, 0.5 + 0.24 * n - 0.3 * q * q)
      // Its core lies open, too.
      const core = smooth(0.68, 0.5, Math.abs(q) + 0.08 * n)
      const { r, g, b } = o
      ramp(o, HEART, 0.62 + 0.4 * n)
      o.r = r + (o.r - r) * core
      o.g = g + (o.g - g) * core
      o.b = b + (o.b - b) * core
      over(o, BROWN, 0.55 * smooth(0.1, 0.02, t) + 0.4 * smooth(0.2, 0.6, n))
      o.h = s * 0.05 * Math.sqrt(Math.max(0, 1 - q * q)) + s * 0.02
      o.gloss = 0.6
    }
  c.stamp(
    x,
    y,
    s * 0.66,
    turn,
    (u, v0, o) => {
      const t0 = u / s + 0.5
      if (t0 < 0 || t0 > 1.04) return false
      const v = v0 / s - bend * (1 - t0) ** 2 * 2,
        n = fbm(u / s / 0.09, v0 / s / 0.09, 3, seed),
        t = (t0 - stem) / (1 - stem),
        b = (v * s) / long
      o.soft = 0.6
      const stalk =
          (Math.abs(v) - thick * (1 + 0.12 * n + 0.9 * smooth(0.1, 0.4, t0) * smooth(0.2, 0.42, t0))) * s,
        half = t >= 0 ? bud(t) : 0
      // The tips of the leaves make the outline: blunt teeth that lean to the middle.
      const q = half > 0 ? b / half : 9,
        side = Math.sign(b),
        aq = Math.abs(q),
        scale = t * 5.5 + aq * 1.2,
        tooth = 0.05 * (scale - Math.floor(scale)) * smooth(0.1, 0.4, t),
        d = t >= 0 ? (Math.abs(b) - half * (1 - tooth)) * long : 9e3
      o.a = Math.max(cover(d, c.px), t < 0.12 ? cover(stalk, c.px) : 0)
      if (o.a <= 0) return false
      if (d > 0) return void paintStem(o, t0, v / thick, n)
      // Leaves lie like the layers of an onion around a heart low in the bud, and part towards the tips.
      const hx = t - 0.14,
        ring = Math.hypot(hx * 0.9, b * (1.5 - 0.35 * t)) + 0.018 * n + 0.02 * noise(t * 5, b * 8, seed + 1),
        layer = ring * 13 + 0.4 * side,
        f = layer - Math.floor(layer),
        own = noise(Math.floor(layer) * 3.1, side * 2 + 5, seed + 2),
        fibre = noise(Math.atan2(b, hx + 0.3) * 16, ring * 6, seed + 3)
      ramp(
        o,
        LEAF,
        0.86 - 0.62 * smooth(0.1, 0.95, aq * 0.75 + 0.35 * t * aq) + 0.14 * own + 0.12 * fibre - 0.16 * t,
      )
      over(o, GREEN, 0.35 * smooth(0.55, 1, t))
      const gap = smooth(0.78, 0.99, f) + smooth(0.12, 0, f)
      over(o, DARK, 0.62 * gap * smooth(0.12, 0.3, ring))
      // The heart: solid, pale, a thumb thick; above it the young leaves.
      const heart = smooth(0.235, 0.19, Math.hypot((t - 0.1) * 1.15, b * 0.72) + 0.012 * n)
      if (heart > 0) {
        const { r, g, b: blue } = o
        ramp(o, HEART, 0.66 + 0.35 * n + 0.1 * fibre)
        o.r = r + (o.r - r) * heart
        o.g = g + (o.g - g) * heart
        o.b = blue + (o.b - blue) * heart
      }
      // What touched the pan is gold, the tips are brown.
      over(o, BROWN, 0.6 * smooth(0.02, 0.55, n + 0.2 * heart) + 0.55 * smooth(0.86, 1.02, t + 0.08 * n))
      over(o, BROWN, 0.45 * smooth(0.9, 1, aq))
      shade(o, 0.98 + 0.08 * own)
      const edge = Math.sqrt(smooth(0, long * 0.1, -d))
      o.h =
        s * 0.115 * edge +
        s * 0.022 * (f - 0.5) * (1 - heart) * smooth(0.1, 0.3, ring) +
        s * 0.012 * n -
        s * 0.03 * gap * (1 - heart) * smooth(0.12, 0.3, ring) +
        s * 0.012 * own
      o.gloss = 0.55 + 0.3 * n
    },
    'solid',
    z,
  )
}

export const ARTICHOKES = { 'artichoke-half': artichokeHalf }
