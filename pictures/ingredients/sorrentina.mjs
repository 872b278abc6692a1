/** Gnocchi baked in their pot: pillows in tomato under smoked mozzarella that ran between them and blistered. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const DOUGH = palette('#c8863a', '#e2ae5c', '#f0cd86', '#f7e0aa'),
  TOMATO = palette('#7a1405', '#ab2a0c', '#c84416', '#dd7030', '#eaa050'),
  SMOKED = palette('#e2a84c', '#f0cd84', '#f9e6b6', '#fdf4da'),
  GOLD = hex('#d48a2a'),
  BROWN = hex('#9a4a10'),
  DARK = hex('#4c2008')

/** One pillow: the fork's grooves across it, tomato in the grooves and along its foot. */
function pillow(c, { x, y, s, rot, rng, z }) {
  const seed = rng.seed(),
    bare = rng.in(-0.5, 0.02),
    forked = rng.chance(0.7) ? 1 : 0
  piece(c, {
    x,
    y,
    r: s * rng.in(1.02, 1.2),
    ry: s * rng.in(0.74, 0.86),
    rot,
    z,
    outline: outline(rng, { wobble: 0.045, lobes: 4 }),
    form: () => 0,
    soft: 0.65,
    paint: (o, u, v, d) => {
      const a = u / s,
        b = v / s,
        n = fbm(a * 1.6, b * 1.6, 3, seed),
        groove =
          forked *
          (0.5 + 0.5 * Math.cos(a * 11 + 0.5 * noise(b * 2, 1, seed + 1))) *
          smooth(0.62, 0.3, Math.abs(b)),
        dome = Math.sqrt(smooth(0, s * 0.78, d))
      ramp(o, DOUGH, 0.62 + 0.3 * n + 0.16 * dome - 0.2 * groove)
      const wet = smooth(-0.35, 0.55, 0.34 * groove + 0.7 * n + 0.9 * (0.62 - dome) - bare)
      if (wet > 0) {
        const { r, g, b: blue } = o
        // Where it is thin, the dough shines through orange.
        ramp(o, TOMATO, 0.86 - 0.62 * wet + 0.3 * fbm(a * 4, b * 4, 2, seed + 2))
        o.r = r + (o.r - r) * wet * 0.92
        o.g = g + (o.g - g) * wet * 0.92
        o.b = blue + (o.b - blue) * wet * 0.92
      }
      o.h = s * (0.78 * dome - 0.05 * groove + 0.03 * n)
      o.gloss = 0.5 + 0.3 * wet
    },
  })
}

/** Cheese over it all, thick in tongues, gone where the sauce boiled through. */
function blanket(c, { x, y, s, rng }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    outline: outline(rng, { wobble: 0.07, ragged: 0.01, lobes: 8 }),
    mode: 'drape',
    even: 0.45,
    fade: 6,
    form: () => 0,
    paint: (o, u, v, d) => {
      const wx = u + 26 * noise(u * 0.014, v * 0.014, seed + 8),
        wy = v + 26 * noise(u * 0.014 + 5, v * 0.014, seed + 9),
        big = fbm(wx * 0.0105, wy * 0.0105, 3, seed),
        mid = fbm(u * 0.04, v * 0.04, 3, seed + 1),
        fine = noise(u * 0.15, v * 0.15, seed + 2),
        thick = 1.25 * big + 0.15 - 0.7 * smooth(64, 0, d) + 0.12 * mid
      o.a *= smooth(-0.02, 0.07, thick)
      if (o.a <= 0) return false
      const shore = smooth(0.2, 0.02, thick)
      ramp(o, SMOKED, 0.72 + 0.3 * mid + 0.12 * fine - 0.3 * shore)
      over(o, GOLD, 0.55 * shore)
      const k = cells(u * 0.02 + 0.5 * mid, v * 0.02 + 0.4 * mid, seed + 4),
        blister = smooth(0.5, 0.06, k.f1 + 0.1 * mid) * (k.id < 0.75 ? 1 : 0.3) * smooth(0.02, 0.2, thick),
        hot = 1.1 * blister + 0.5 * mid + 0.12 * fine
      over(o, GOLD, 0.85 * smooth(0.12, 0.6, hot))
      over(o, BROWN, 0.85 * smooth(0.5, 0.95, hot))
      over(o, DARK, 0.65 * smooth(0.9, 1.2, hot))
      o.h += 9 * smooth(0, 0.16, thick) + 3 * mid + 4 * blister
      o.gloss = 0.6 + 0.3 * mid - 0.25 * blister
      o.soft = 0.65
      shade(o, 1.02)
    },
  })
}

/** A pot of them, s is the radius of its inside: laid in a spiral, so that they lie close. */
function gnocchiBake(
  c,
  { x, y, s, rng, size = 37, n = Math.round((s / size) ** 2 * 1.55), mound = 0.08, ...rest },
) {
  const z = rest.z ?? c.heightAt(x, y)
  for (let i = n - 1; i >= 0; i--) {
    const q = Math.sqrt((i + 0.5) / n),
      a = i * 2.39996,
      d = (s - size * 0.6) * q
    pillow(c, {
      x: x + Math.cos(a) * d + rng.in(-5, 5),
      y: y + Math.sin(a) * d + rng.in(-5, 5),
      s: size * rng.in(0.88, 1.1),
      rot: rng.angle(),
      z: z - size * 0.22 + s * mound * (1 - q * q) + rng.in(-4, 7),
      rng,
    })
  }
  blanket(c, { x, y, s: s * 0.9, rng })
}

export const SORRENTINA = { 'gnocchi-bake': gnocchiBake }
