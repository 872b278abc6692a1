/** Cavatappi in cheese: corkscrews large enough to be told one by one, each in its coat of sauce. s is the heap's radius. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { piece, spline, stroke } from '../shapes.mjs'

const COAT = palette('#a85208', '#d98414', '#f0a828', '#f9c650', '#fde08a'),
  BORE = hex('#5e2604')

/** One corkscrew of a turn and a half; where it turns under, it is darker and lower. */
function corkscrew(c, { x, y, l, r, rot, rng, z }) {
  const seed = rng.seed(),
    tone = rng.in(-0.07, 0.09),
    phase = rng.angle(),
    turns = rng.in(1.25, 1.6),
    amp = r * 0.95,
    ca = Math.cos(rot),
    sa = Math.sin(rot),
    wave = (t) => phase + t * turns * Math.PI * 2,
    at = (t) => {
      const u = (t - 0.5) * 2 * l,
        v = amp * Math.sin(wave(t))
      return [x + u * ca - v * sa, y + u * sa + v * ca]
    }
  stroke(c, {
    points: spline(
      Array.from({ length: 13 }, (_, i) => at(i / 12)),
      4,
    ),
    r,
    z: (px, py, t) => z + r * 0.55 * Math.cos(wave(t)),
    gloss: 0.8,
    soft: 0.6,
    paint: (o, along, q, t) => {
      const sauce = fbm(along * 0.035, q * 0.9, 3, seed),
        ridge = Math.sin(q * 11)
      ramp(o, COAT, 0.62 + tone - 0.3 * q * q + 0.12 * Math.cos(wave(t)) + 0.2 * sauce + 0.05 * ridge)
      o.h += r * (0.1 * sauce + 0.035 * ridge)
      o.gloss = 0.65 + 0.35 * smooth(-0.1, 0.4, sauce)
      shade(o, 0.86 + 0.14 * smooth(1, 0.7, Math.abs(q)))
    },
  })
  for (const t of [0, 1]) {
    const [ex, ey] = at(t)
    piece(c, {
      x: ex,
      y: ey,
      r: r * 0.94,
      ry: r * 0.72,
      rot: rot + Math.PI / 2,
      z: z + r * (0.55 * Math.cos(wave(t)) + 0.4),
      height: r * 0.6,
      edge: r * 0.3,
      gloss: 0.7,
      soft: 0.6,
      paint: (o, u, v, d) => {
        const inside = smooth(r * 0.16, r * 0.28, d)
        ramp(o, COAT, 0.72 + tone)
        over(o, BORE, 0.95 * inside)
        o.h -= inside * r * 0.5
        o.gloss *= 1 - 0.6 * inside
      },
    })
  }
}

function macHeap(c, { x, y, s, rng, n = 92, size = s * 0.165, mound = 0.14 }) {
  const z = c.restAt(x, y, s * 0.5)
  for (let i = 0; i < n; i++) {
    const q = Math.sqrt(1 - i / n) * rng.in(0.9, 1.02),
      a = i * 2.39996 + rng.in(-0.3, 0.3),
      d = s * Math.min(1, q) * 0.93
    corkscrew(c, {
      x: x + Math.cos(a) * d,
      y: y + Math.sin(a) * d,
      l: size * rng.in(0.95, 1.2),
      r: size * 0.37,
      rot: rng.angle(),
      rng,
      z: z + s * mound * (1 - q * q) + (i / n) * size * 0.6 + rng.in(-2, 2),
    })
  }
}

/** Crumbs that were fried in butter, thrown over in drifts. */
function toastedCrumbs(c, { x, y, s, rng, n = 150 }) {
  const list = palette('#6a3008', '#a8590f', '#d08a2c', '#e8b45c'),
    seed = rng.seed()
  for (let i = 0; i < n; i++) {
    const a = rng.angle(),
      d = s * Math.sqrt(rng.next()),
      px = x + Math.cos(a) * d,
      py = y + Math.sin(a) * d
    if (noise(px * 0.014, py * 0.014, seed) < -0.1) continue
    const r = rng.in(2.4, 5.6),
      t = rng.in(0.1, 0.95)
    piece(c, {
      x: px,
      y: py,
      r,
      ry: r * rng.in(0.6, 1),
      rot: rng.angle(),
      z: c.heightAt(px, py) - r * 0.2,
      height: r * 0.9,
      gloss: 0.3,
      paint: (o) => ramp(o, list, t),
    })
  }
}

export const MAC = { 'mac-heap': macHeap, 'toasted-crumbs': toastedCrumbs }
