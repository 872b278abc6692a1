/** Chicken thighs pulled by hand: dark meat in thick moist pieces, some with their skin, and sauce ladled over. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, outline, piece, slab } from '../shapes.mjs'
import { blend } from './carved.mjs'
import { liquidPaint } from './sauces.mjs'

const MEAT = palette('#54301a', '#85573a', '#b28a5e', '#dcbd90'),
  SKIN = palette('#260d05', '#532008', '#8a4214', '#b87430')

/** One pulled piece: full in its middle, its long fibres parted at the ends; skin lies on some. */
function pulledPiece(c, { x, y, s, rot, rng, z, skin }) {
  const seed = rng.seed(),
    tone = rng.in(-0.14, 0.12),
    half = (s / rng.in(1.7, 2.2)) * 0.95,
    bow = rng.in(-0.35, 0.35),
    lean = rng.in(-0.2, 0.2)
  slab(c, {
    x,
    y,
    w: s * 2.3,
    l: half * 3,
    rot,
    z,
    seed,
    soft: 0.45,
    form: () => 0,
    paint: (o, u, v0) => {
      const t = u / s,
        v = v0 + bow * s * (t * t - 0.3) + 3 * noise(u * 0.04, v0 * 0.03, seed + 6),
        grain = fbm(u * 0.02, v * 0.11, 4, seed),
        strand = noise(u * 0.03, v * 0.36, seed + 1),
        end = s * (0.9 + 0.2 * noise(2, v * 0.16, seed + 2)),
        wide = half * Math.sqrt(Math.max(0.04, 1 - Math.abs(t + lean * 0.3) ** 2.6)) * (1 + 0.12 * grain),
        d = Math.min(end - Math.abs(u), wide - Math.abs(v))
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      const q = Math.min(1, Math.max(0, d) / (half * 0.62)),
        wet = smooth(0.05, 0.45, noise(u * 0.035 + 7, v * 0.05, seed + 4))
      ramp(o, MEAT, 0.5 + tone + 0.4 * grain + 0.13 * strand)
      shade(o, 1 - 0.24 * smooth(0.22, 0.55, -grain))
      over(o, hex('#8c4a30'), 0.22 * smooth(0.7, 0.1, q))
      o.gloss = 0.2 + 0.6 * wet
      o.h = half * 0.78 * Math.sqrt(Math.max(0, 1 - (1 - q) ** 2)) + 2 * grain + 0.5 * strand
      const on = skin * smooth(-0.12, 0.06, fbm(u * 0.02, v * 0.02, 2, seed + 8) + skin * 0.2 - 0.12)
      blend(o, on, () => {
        const n = fbm(u * 0.05, v * 0.06, 4, seed + 9)
        ramp(o, SKIN, 0.5 + 0.6 * n)
        o.gloss = 0.7 + 0.3 * n
        o.h += 2 + 3 * n
      })
    },
  })
}

/** s is the heap's radius. */
function pulledThighs(c, { x, y, s, rng, size = [32, 54], skins = 0.26, mound = 0.36 }) {
  const seed = rng.seed(),
    z = c.restAt(x, y, s * 0.6)
  piece(c, {
    x,
    y,
    r: s * 0.76,
    ry: s * 0.66,
    z: z - 2,
    outline: outline(rng, { wobble: 0.1 }),
    height: s * mound * 0.7,
    edge: s,
    gloss: 0.6,
    paint: (o, u, v) =>
      ramp(o, palette('#3a1a0a', '#6a3818', '#8a5228'), 0.5 + 0.4 * fbm(u * 0.05, v * 0.05, 3, seed)),
  })
  const spots = Array.from({ length: Math.round((s / size[1]) ** 2 * 5.4 + 10) }, (_, i) => ({
    a: i * 2.4 + rng.in(-0.4, 0.4),
    q: Math.sqrt(rng.next()) * 0.86,
  })).sort((one, other) => other.q - one.q)
  for (const { a, q } of spots) {
    const px = x + Math.cos(a) * s * q * 1.1,
      py = y + Math.sin(a) * s * q * 0.86
    pulledPiece(c, {
      x: px,
      y: py,
      s: rng.in(...size) * (1 - 0.14 * q),
      rot: 0.2 + 1.1 * noise(px * 0.006, py * 0.006, seed + 2) * Math.PI + rng.in(-0.4, 0.4),
      rng,
      z: z + s * mound * (1 - q * q) + rng.in(0, 6),
      skin: rng.chance(skins) ? rng.in(0.7, 1) : 0,
    })
  }
}

/** A ladle of thick sauce: it lies in one body, fills what is low and has run down in tongues. s is its radius. */
function ladled(c, { x, y, s, ry = s * 0.7, rot = 0, rng, kind, tongues = 7, thick = 9 }) {
  const paint = liquidPaint(kind, rng),
    seed = rng.seed(),
    turn = rng.angle(),
    lengths = Array.from({ length: tongues }, () => rng.in(0, 0.5))
  piece(c, {
    x,
    y,
    r: s,
    ry,
    rot,
    mode: 'drape',
    even: 0.6,
    outline: (a) => {
      const p = (((((a + turn) / (Math.PI * 2)) * tongues) % tongues) + tongues) % tongues,
        f = p % 1
      return (
        0.62 +
        0.2 * noise(Math.cos(a) * 1.6, Math.sin(a) * 1.6, seed) +
        lengths[Math.floor(p)] * Math.sin(Math.PI * f) ** 1.6
      )
    },
    form: () => 0,
    paint: (o, u, v, d) => {
      const flat = o.h
      // Where a piece stands out of it the sauce is thin and lets its brown through.
      const thin = smooth(0.2, 0.5, fbm(u * 0.03, v * 0.03, 3, seed + 3)) * smooth(0, 10, d)
      paint(o, u, v, d + 20)
      o.h = flat * smooth(0, 14, d) + thick * Math.sqrt(Math.min(1, Math.max(0, d) / 16)) * (1 - 0.7 * thin)
      o.a *= 1 - 0.4 * thin
      o.gloss = 0.55
    },
  })
}

export const THIGHS = { 'pulled-thighs': pulledThighs, ladled }
