/** What lies on the square with zucchini blossoms: the blossom, stracciatella, an anchovy. s is the length of the piece. */
import { fbm, noise } from '../random.mjs'
import { clamp, hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, leaf, outline, piece } from '../shapes.mjs'

const PETAL = palette('#c96a08', '#ea9414', '#f7b52c', '#fcd45e'),
  GREEN = palette('#4f6e1c', '#7d9a30', '#b4c25a'),
  SINGED = hex('#8a3d08'),
  MILK = palette('#e2d2ae', '#f3e9d2', '#fcf8ec', '#fffdf6'),
  FILLET = palette('#552410', '#8a4626', '#b26f48', '#d29e78'),
  SKIN = hex('#c9c4b8')

/** From the stem (0) to the tips (1): a green foot, a trumpet, five petals whose tips the oven singed. rot points to the tips. */
function squashBlossom(c, { x, y, s, rot, rng, lift = 2 }) {
  const seed = rng.seed(),
    turn = rot ?? rng.angle(),
    wide = rng.in(0.29, 0.37),
    bend = rng.in(-0.08, 0.08),
    petals = 2.5,
    off = rng.in(-0.25, 0.25),
    z = c.restAt(x, y, s * 0.25) + lift
  c.stamp(
    x,
    y,
    s * 0.72,
    turn,
    (u, v0, o) => {
      const t = u / s + 0.5
      if (t < 0 || t > 1.1) return false
      const v = v0 / s - bend * t * t - 0.012 * noise(t * 7, v0 * 0.03, seed),
        half =
          t < 0.2
            ? 0.035 + 0.035 * smooth(0.08, 0.2, t)
            : 0.07 + (wide - 0.07) * smooth(0.16, 0.78, t) + 0.03 * smooth(0.75, 1, t),
        q = v / half
      if (Math.abs(q) > 1.05) return false
      // Petals: each is a pleat that ends in a point.
      const lane = q * petals * 0.5 + off,
        p = lane - Math.round(lane),
        which = Math.round(lane) + 9,
        own = noise(which * 3.7, 2, seed + 1),
        end = 0.9 + 0.1 * own - 0.17 * Math.abs(p * 2) ** 1.5 * (1 + 0.3 * own) - 0.05 * q * q,
        d = Math.max((Math.abs(q) - 1) * half * s, (t - end) * s * 0.7)
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      const open = smooth(0.25, 0.6, t),
        fold = smooth(0.5, 0.36, Math.abs(p)),
        n = fbm(t * 4, q * 5, 3, seed + 2),
        streak = noise(t * 2.2, q * 17, seed + 3),
        crinkle = noise(t * 13, q * 9, seed + 4) * open
      ramp(o, PETAL, 0.52 + 0.22 * n + 0.2 * streak + 0.12 * crinkle - 0.22 * (1 - fold) * open + 0.1 * own)
      // The rib of each petal keeps the green of the foot.
      over(o, GREEN[2], 0.7 * smooth(0.1, 0.02, Math.abs(p)) * smooth(0.85, 0.35, t))
      const foot = smooth(0.46, 0.18, t + 0.08 * streak)
      if (foot > 0) {
        const { r, g, b } = o
        ramp(o, GREEN, 0.5 + 0.3 * streak - 0.5 * q * q + 0.3 * smooth(0.1, 0.25, t))
        o.r = r + (o.r - r) * foot
        o.g = g + (o.g - g) * foot
        o.b = b + (o.b - b) * foot
      }
      const rim = smooth(s * 0.065, 0, -d + s * 0.02 * n)
      over(o, SINGED, 0.75 * rim * smooth(0.55, 0.8, t + 0.1 * own))
      over(o, SINGED, 0.4 * smooth(0.35, 0.7, n + 0.3 * crinkle) * open)
      shade(o, 0.94 + 0.1 * fold)
      o.h =
        s * (0.03 + 0.5 * half * Math.sqrt(Math.max(0, 1 - clamp(q * q)))) +
        s * open * (0.045 * fold + 0.02 * crinkle + 0.03 * own) +
        s * 0.012 * streak
      o.gloss = 0.3 + 0.2 * fold
      o.soft = 0.7
    },
    'solid',
    z,
  )
}

/** Torn curds in cream: a loose, shining heap of strands. s is its radius. */
function stracciatella(c, { x, y, s, rng }) {
  const seed = rng.seed(),
    way = rng.angle(),
    cw = Math.cos(way),
    sw = Math.sin(way)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.66, 0.9),
    rot: rng.angle(),
    outline: outline(rng, { wobble: 0.22, ragged: 0.012, lobes: 7 }),
    mode: 'drape',
    even: 0.5,
    fade: 5,
    form: () => 0,
    gloss: 0.75,
    soft: 0.8,
    paint: (o, u, v, d) => {
      const a = (u * cw + v * sw) / s,
        b = (v * cw - u * sw) / s,
        warp = 0.5 * fbm(a * 1.7, b * 1.7, 2, seed),
        thread = noise(a * 1.5 + warp, b * 4.4 + 3 * warp, seed + 1),
        fine = noise(a * 3 + warp, b * 10 + 4 * warp, seed + 2),
        big = fbm(a * 1.5 + 7, b * 1.5, 2, seed + 3)
      ramp(o, MILK, 0.5 + 0.3 * thread + 0.12 * fine + 0.3 * big)
      over(o, MILK[0], 0.6 * smooth(s * 0.24, 0, d + s * 0.1 * thread))
      o.h +=
        s *
        (0.13 * Math.sqrt(smooth(0, s * 0.3, d)) +
          smooth(0, s * 0.2, d) * (0.04 * thread + 0.012 * fine + 0.06 * big))
      o.gloss = 0.65 + 0.3 * thread
    },
  })
}

/** A fillet in oil: rose brown, its flakes slanting from the seam, a shimmer of skin along one side. */
function anchovyFillet(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    skin = rng.chance(0.5) ? 1 : -1
  leaf(c, {
    x,
    y,
    rot: rot ?? rng.angle(),
    l: s,
    w: s * rng.in(0.2, 0.24),
    bend: rng.in(0.05, 0.13) * (rng.chance(0.5) ? 1 : -1),
    curl: 0,
    puff: 0,
    veins: 14,
    gloss: 0.7,
    soft: 0.4,
    lift: 1,
    profile: (t) =>
      Math.sqrt(Math.min(1, t * 7)) *
      (1 - 0.62 * t ** 1.4) *
      Math.sqrt(Math.min(1, (1 - t) * 9)) *
      (1 + 0.12 * noise(t * 10, 1, seed)),
    paint: (o, t, q) => {
      const n = fbm(t * 6, q * 1.5, 2, seed + 1),
        flake = noise(t * 18 - Math.abs(q) * 2.4, q * 2, seed + 2)
      ramp(o, FILLET, 0.58 + 0.26 * n + 0.1 * flake)
      over(o, FILLET[0], 0.75 * smooth(0.16, 0.02, Math.abs(q + 0.1 * n)))
      over(o, SKIN, 0.45 * smooth(0.55, 0.9, q * skin + 0.2 * n))
      over(o, FILLET[0], 0.45 * smooth(0.8, 1, Math.abs(q)))
      o.h += s * (0.05 * Math.sqrt(Math.max(0, 1 - q * q)) + 0.02 * n - 0.01 * smooth(0.2, 0, Math.abs(q)))
    },
  })
}

export const BLOSSOMS = { 'squash-blossom': squashBlossom, stracciatella, 'anchovy-fillet': anchovyFillet }
