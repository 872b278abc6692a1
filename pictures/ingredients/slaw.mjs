/** Cabbage cut fine and dressed with vinegar: flat shreds, white at heart, heaped so that they spring; s is the heap's radius. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { cover, outline, piece } from '../shapes.mjs'
import { blend } from './carved.mjs'

const RED = {
    heart: palette('#a8648f', '#d29cbf', '#ecd2de'),
    skin: palette('#340a38', '#66195e', '#973a80'),
    rim: 0.42,
  },
  GREEN = {
    heart: palette('#c3c68c', '#dfdfb2', '#f0edd2'),
    skin: palette('#6f8d33', '#9db654', '#c2d07c'),
    rim: 0.62,
  },
  LEAF = {
    heart: palette('#7d9c3c', '#a3bd5c', '#c5d588'),
    skin: palette('#3f6a1c', '#5f8a2c', '#86a848'),
    rim: 0.3,
  }

/** One shred: a thin ribbon along an arc, cut off square; either its pale cut face is up, or the skin of its leaf. */
function shred(c, { x, y, long, wide, rng, z, kind }) {
  const seed = rng.seed(),
    tone = rng.in(-0.2, 0.14),
    R = long / rng.in(0.25, 1.7),
    lean = rng.in(-0.55, 0.55),
    arch = rng.in(-0.1, 0.16),
    flat = rng.chance(0.28),
    side0 = rng.in(-0.3, 0.3),
    skew = rng.in(-0.5, 0.5),
    wave = rng.in(0.5, 2.4)
  c.stamp(
    x,
    y,
    long * 0.6 + wide,
    rng.angle(),
    (u, v0, o) => {
      const v = v0 + wave * noise(u * 0.045, 3, seed) * 1.6,
        across = R - Math.hypot(u, R - v),
        along = Math.atan2(u, R - v) * R,
        t = (2 * along) / long,
        half = wide * 0.5 * (1 - 0.3 * t * t) * (1 + 0.16 * noise(along * 0.05, 8, seed)),
        d = Math.min(half - Math.abs(across), long * 0.5 - Math.abs(along) + skew * across)
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      const fibre = fbm(along * 0.03, across * 0.32, 3, seed + 1),
        q = across / half,
        rim = Math.abs(q + side0),
        skin = flat
          ? 0.95 - 0.75 * smooth(0.22, 0.08, Math.abs(q - side0 + 0.15 * fibre))
          : smooth(kind.rim, kind.rim + 0.22, rim + 0.12 * fibre)
      ramp(o, kind.heart, 0.6 + tone + 0.4 * fibre)
      blend(o, skin, () => ramp(o, kind.skin, 0.5 + tone + 0.5 * fibre))
      const edge = Math.min(1, d / 2.6)
      o.h = 5 * Math.sqrt(1 - (1 - edge) ** 2) + lean * across + arch * long * (1 - t * t) * 0.5 + 0.7 * fibre
      o.soft = 0.75
      o.gloss = 0.6 + 0.4 * smooth(-0.1, 0.35, noise(along * 0.05, q, seed + 2))
    },
    'solid',
    z,
  )
}

function vinegarSlaw(c, { x, y, s, rng, n = 720, mound = 0.26, red = 0.46 }) {
  const seed = rng.seed(),
    base = c.heightAt(x, y),
    height = (px, py) => {
      const q = Math.hypot(px - x, py - y) / s
      return base + s * mound * (1 - Math.min(1.1, q) ** 2) + 7 * fbm(px * 0.016, py * 0.016, 2, seed)
    }
  piece(c, {
    x,
    y,
    r: s * 1.02,
    z: base - 2,
    outline: outline(rng, { wobble: 0.03 }),
    form: (_d, u, v) => Math.max(1, height(x + u, y + v) - base - 8),
    gloss: 0.7,
    paint: (o, u, v) =>
      ramp(o, palette('#6f7438', '#9a9c58', '#a5828c'), 0.5 + 0.5 * fbm(u * 0.05, v * 0.05, 3, seed + 1)),
  })
  for (let i = 0; i < n; i++) {
    const t = i / n,
      a = i * 2.399 + rng.in(-0.3, 0.3),
      q = rng.next() ** (0.42 + 0.12 * t) * (1 - 0.1 * t),
      pick = rng.next(),
      kind = pick < red ? RED : pick < red + 0.12 ? LEAF : GREEN,
      up = rng.in(-2, 5) + 9 * t
    const px = x + Math.cos(a) * s * q,
      py = y + Math.sin(a) * s * q
    shred(c, {
      x: px,
      y: py,
      long: rng.in(64, 150) * (1 - 0.35 * q),
      wide: rng.in(7, 15),
      rng,
      z: height(px, py) + up,
      kind,
    })
  }
  const seedList = palette('#3a2c12', '#6b5426', '#93793c')
  for (let i = 0; i < 130; i++) {
    const a = rng.angle(),
      d = s * Math.sqrt(rng.next()) * 0.94,
      px = x + Math.cos(a) * d,
      py = y + Math.sin(a) * d,
      r = rng.in(2, 3.1)
    piece(c, {
      x: px,
      y: py,
      r,
      ry: r * 0.68,
      rot: rng.angle(),
      z: c.heightAt(px, py) - 0.4,
      height: r * 0.9,
      gloss: 0.4,
      paint: (o, u) => {
        ramp(o, seedList, 0.5 + rng.in(-0.2, 0.2))
        over(o, hex('#c9ae6c'), 0.3 * smooth(0, r, -u))
      },
    })
  }
}

export const SLAW = { 'vinegar-slaw': vinegarSlaw }
