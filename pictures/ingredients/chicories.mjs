/** Crisp salad leaves: radicchio with its white ribs, spears of endive, the hearts of little gem. s is the length. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { leaf } from '../shapes.mjs'

const WINE = palette('#3a0a20', '#6a1234', '#8f2048', '#b4486c'),
  RIB = hex('#f6e9e6'),
  IVORY = palette('#d9dca0', '#eef0c8', '#fbfae8'),
  LIME = hex('#b9c94a'),
  GEM = palette('#2f6a16', '#5d9a28', '#98c248', '#cfe086', '#eaf0b8'),
  GEM_RIB = hex('#f4f6de')

/** A torn leaf, cupped: wine red between white ribs that fan out from the foot. */
function radicchioLeaf(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    tone = rng.in(-0.1, 0.12)
  leaf(c, {
    x,
    y,
    rot: rot ?? rng.angle(),
    l: s,
    w: s * rng.in(0.66, 0.84),
    bend: rng.in(-0.1, 0.1),
    curl: rng.in(0.3, 0.5),
    puff: 0.09,
    veins: 5,
    gloss: 0.55,
    soft: 0.4,
    profile: (t) =>
      (0.3 + 0.7 * Math.sin(Math.PI * Math.min(1, t * 0.8 + 0.08))) *
      (1 + 0.07 * noise(t * 11, 1, seed)) *
      (t > 0.93 ? Math.sqrt(Math.max(0, (1 - t) / 0.07)) : 1),
    paint: (o, t, q, vein) => {
      const n = fbm(t * 5, q * 3, 3, seed + 1),
        ruffle = noise(t * 9, q * 5, seed + 2) * smooth(0.5, 1, Math.abs(q))
      ramp(o, WINE, 0.5 + tone + 0.35 * n + 0.2 * ruffle)
      const wide = smooth(0.3 - 0.22 * t, 0.05, Math.abs(q) + 0.06 * n)
      over(
        o,
        RIB,
        Math.max(wide * smooth(1.02, 0.75, t), 0.8 * smooth(0.35, 0.7, vein) * smooth(0.95, 0.3, t)),
      )
      over(o, RIB, 0.85 * smooth(0.24, 0.06, t + 0.05 * n))
      o.h += s * (0.035 * ruffle + 0.02 * n) + s * 0.02 * wide
      shade(o, 0.95 + 0.15 * n)
    },
  })
}

/** A spear: a boat of crisp ivory, its frilled tip yellow green. */
function endiveSpear(c, { x, y, s, rot, rng }) {
  const seed = rng.seed()
  leaf(c, {
    x,
    y,
    rot: rot ?? rng.angle(),
    l: s,
    w: s * rng.in(0.28, 0.34),
    bend: rng.in(-0.06, 0.06),
    curl: 0.62,
    puff: 0.02,
    veins: 3,
    gloss: 0.6,
    soft: 0.7,
    profile: (t) =>
      (0.5 + 0.5 * Math.sin(Math.PI * Math.min(1, t * 0.85))) *
      Math.sqrt(Math.max(0, Math.min(1, (1 - t) / 0.22))),
    paint: (o, t, q) => {
      const n = fbm(t * 3, q * 4, 2, seed),
        line = noise(t * 1.5, q * 11, seed + 1)
      ramp(o, IVORY, 0.75 + 0.25 * n + 0.12 * line - 0.2 * Math.abs(q))
      over(o, LIME, 0.85 * smooth(0.5, 0.95, t * 0.75 + 0.35 * Math.abs(q) + 0.12 * n))
      o.h += s * (0.012 * line + 0.02 * noise(t * 12, q * 3, seed + 2) * smooth(0.7, 1, Math.abs(q)))
    },
  })
}

/** A leaf of little gem: a white rib, a blade crinkled between its veins, yellow inside and green at the frilled tip. */
function littleGem(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    heart = rng.in(-0.22, 0.22),
    lit = rng.chance(0.5) ? 1 : -1
  leaf(c, {
    x,
    y,
    rot: rot ?? rng.angle(),
    l: s,
    w: s * rng.in(0.56, 0.7),
    bend: rng.in(-0.09, 0.09),
    curl: rng.in(0.35, 0.55),
    puff: 0.07,
    veins: 7,
    gloss: 0.5,
    soft: 0.6,
    profile: (t) =>
      (0.2 + 0.8 * Math.sin(Math.PI * Math.min(0.62, t * 0.62 + 0.02))) *
      (1 + 0.08 * noise(t * 9, 1, seed) + 0.05 * noise(t * 24, 2, seed)) *
      (t > 0.84 ? Math.sqrt(Math.max(0, (1 - t) / 0.16)) : 1),
    paint: (o, t, q, vein) => {
      const out = Math.abs(q),
        n = fbm(t * 4, q * 3, 3, seed + 1),
        crinkle = fbm(t * 10, q * 6, 2, seed + 2) * smooth(0.12, 0.5, out),
        frill = noise(t * 16, q * 8, seed + 3) * smooth(0.55, 1, Math.max(out, t))
      ramp(
        o,
        GEM,
        0.74 - 0.5 * smooth(0.25, 1, 0.7 * t + 0.45 * out) + heart + 0.22 * n + 0.16 * crinkle + 0.14 * frill,
      )
      over(o, GEM[3], 0.4 * smooth(0.45, 0.9, vein) * smooth(1, 0.4, t))
      over(o, GEM_RIB, smooth(0.3 - 0.26 * t, 0.04, out + 0.04 * n) * smooth(1, 0.72, t))
      over(o, GEM_RIB, 0.8 * smooth(0.2, 0.04, t))
      o.h += s * (0.045 * crinkle + 0.05 * frill + 0.03 * lit * q) + s * 0.025 * smooth(0.2, 0, out)
      shade(o, 0.94 + 0.14 * crinkle)
    },
  })
}

export const CHICORIES = {
  'radicchio-leaf': radicchioLeaf,
  'endive-spear': endiveSpear,
  'little-gem': littleGem,
}
