/** What a grilled vegetable lies on and under: white beans puréed smooth, and a salsa verde cut by hand. s is a radius. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const CREAM = palette('#c9ae78', '#e3cd9c', '#f0e0b9', '#f8eed3'),
  OIL = palette('#a8860c', '#cbab22', '#e2c84c')

/** Spread with the back of a spoon: one turn from the middle outwards, ridged, oil gone into the furrow. */
function beanPuree(c, { x, y, s, rng, rot = 0, oil = 0.5 }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.9,
    rot,
    outline: outline(rng, { wobble: 0.05, lobes: 5 }),
    height: s * 0.1,
    edge: s * 0.2,
    z: c.heightAt(x, y) - s * 0.01,
    soft: 0.6,
    paint: (o, u, v, d) => {
      const q = Math.hypot(u, v) / s,
        a = Math.atan2(v, u),
        bent = 0.5 * fbm(u * 0.008, v * 0.008, 2, seed),
        // The furrow of the spoon is one wide turn; fine ridges run along it.
        turn = Math.sin(a - q * 7.5 + bent),
        ridge = Math.sin(a * 3 - q * 46 + 6 * bent),
        near = smooth(0.12, 0.35, q) * smooth(0, s * 0.12, d)
      ramp(o, CREAM, 0.66 + 0.14 * turn * near + 0.05 * ridge * near + 0.1 * bent)
      o.h += s * near * (0.065 * turn + 0.011 * ridge) + 0.35 * noise(u * 0.2, v * 0.2, seed + 1)
      const pooled =
        oil *
        smooth(0.45, 0.95, -turn + 0.35 * fbm(u * 0.02, v * 0.02, 2, seed + 2)) *
        smooth(0.2, 0.4, q) *
        near
      if (pooled > 0.01) {
        const { r, g, b } = o
        ramp(o, OIL, 0.5 + 0.3 * turn)
        o.r = r + (o.r - r) * pooled
        o.g = g + (o.g - g) * pooled
        o.b = b + (o.b - b) * pooled
      }
      o.gloss = 0.5 + 0.5 * pooled
    },
  })
}

const HERB = palette('#16340c', '#2b5a16', '#4a7f22', '#79a83a'),
  CAPER = palette('#4d5a1c', '#76853a', '#a0a95c')

/** Parsley, capers and garlic in green oil, spooned on: it runs at its rim and heaps where the spoon turned. */
function cutSalsaVerde(c, { x, y, s, ry = s * 0.6, rot = 0, rng, bits = 1 }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    ry,
    rot,
    mode: 'drape',
    outline: outline(rng, { wobble: 0.2, ragged: 0.03, lobes: 8 }),
    form: (d) => Math.min(4, Math.max(0, d) * 0.55),
    gloss: 1,
    soft: 0.6,
    paint: (o, u, v, d) => {
      const n = fbm(u * 0.05, v * 0.05, 3, seed)
      ramp(o, palette('#35500c', '#5f7a14', '#a3a42c'), 0.7 + 0.6 * n - 0.05 * d)
      o.a *= 0.82 + 0.18 * smooth(0, 6, d)
    },
  })
  const cos = Math.cos(rot),
    sin = Math.sin(rot),
    n = Math.round((bits * s * ry) / 12)
  for (let i = 0; i < n; i++) {
    const a = rng.angle(),
      q = Math.sqrt(rng.next()) * 0.96,
      u = Math.cos(a) * s * q,
      v = Math.sin(a) * ry * q,
      px = x + u * cos - v * sin,
      py = y + u * sin + v * cos,
      kind = rng.next(),
      r = kind > 0.94 ? rng.in(4.5, 6) : rng.in(2.4, 5.2),
      tone = rng.in(0.1, 0.9)
    piece(c, {
      x: px,
      y: py,
      z: c.heightAt(px, py) - 0.8,
      r,
      ry: r * (kind > 0.94 ? 0.8 : rng.in(0.4, 0.8)),
      rot: rng.angle(),
      outline: outline(rng, { wobble: 0.2, lobes: 4 }),
      height: r * (kind > 0.94 ? 0.8 : 0.4),
      gloss: 0.8,
      soft: 0.4,
      paint: (o, du) => {
        ramp(o, kind > 0.94 ? CAPER : HERB, tone + 0.1 * (du / r))
        if (kind < 0.06) over(o, hex('#f0e4c0'), 0.8)
        shade(o, 1.05)
      },
    })
  }
}

export const BEAN_PUREE = { 'bean-puree': beanPuree, 'cut-salsa-verde': cutSalsaVerde }
