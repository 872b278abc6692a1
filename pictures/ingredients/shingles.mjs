/** Potatoes on Roman pizza: cut so thin that they lie like shingles, tender where they overlap, fried at their edges. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const FLESH = palette('#cf9a34', '#e9c25c', '#f5dc8c', '#faecb8'),
  FRIED = hex('#b06a18'),
  BROWN = hex('#7a3a0a'),
  DARK = hex('#371604')

/** One slice: it leans on its neighbors, its free edge (way) curls up and browns. before: the heights of the dough alone. */
function thinSlice(c, { x, y, r, rng, done, top, before, way }) {
  const seed = rng.seed(),
    turn = rng.angle(),
    cw = Math.cos(way - turn),
    sw = Math.sin(way - turn),
    hot = done + rng.in(-0.25, 0.25)
  piece(c, {
    x,
    y,
    r: r * rng.in(0.9, 1.12),
    ry: r * rng.in(0.72, 0.92),
    rot: turn,
    outline: outline(rng, { wobble: 0.07, ragged: 0.008, lobes: 5 }),
    mode: 'level',
    form: () => 0,
    soft: 0.6,
    paint: (o, u, v, d) => {
      // The rim of the dough stands over them; past the cut there is nothing to lie on.
      const under = before[o.k] / c.frame.k - top
      if (under > r * 0.22 || under < -r * 0.42) return false
      const a = u / r,
        b = v / r,
        n = fbm(a * 2, b * 2, 3, seed),
        fine = fbm(a * 8, b * 8, 2, seed + 1),
        side = a * cw + b * sw,
        wave = noise(a * 1.6, b * 1.6, seed + 2)
      ramp(o, FLESH, 0.5 + 0.4 * n + 0.08 * fine + 0.1 * side)
      const edge = smooth(r * (0.16 + 0.26 * hot), 0, d + r * (0.12 * n - 0.08 * side)),
        spot = smooth(0.34, 0.62, n + 0.2 * fine) * smooth(0.2, 0.7, hot)
      over(o, FRIED, 0.75 * edge + 0.5 * smooth(0.15, 0.5, n + 0.5 * (hot - 0.5)))
      over(
        o,
        BROWN,
        Math.min(0.85, 0.9 * smooth(0.6, 1.15, edge + 0.25 * n + 0.4 * (hot - 0.5)) + 0.6 * spot),
      )
      over(o, DARK, 0.6 * smooth(0.95, 1.3, edge + 0.3 * fine + 0.45 * (hot - 0.5)))
      o.h =
        top +
        4 +
        r * (0.13 * side + 0.03 * wave + 0.012 * fine) +
        r *
          0.1 *
          smooth(r * 0.34, 0, d) *
          smooth(-0.2, 0.8, side) *
          (0.4 + 0.6 * hot) *
          (0.6 + 0.6 * noise(a * 3, b * 3, seed + 3))
      o.gloss = 0.55 + 0.35 * smooth(-0.2, 0.4, n) - 0.45 * edge
    },
  })
}

/** Rows of slices over a rectangle: s is half its depth, long its width to its depth, size the radius of a slice. */
function potatoShingles(c, { x, y, s, rng, long = 1.4, rot = 0, size = 44 }) {
  const w = s * long,
    step = size * 0.94,
    rows = Math.ceil((2 * s) / step),
    columns = Math.ceil((2 * w) / step),
    seed = rng.seed(),
    ca = Math.cos(rot),
    sa = Math.sin(rot),
    top = c.restAt(x, y, s * 0.5),
    before = c.h.slice()
  // From the front to the back, so that the edges that show look to the front and cast a shadow.
  for (let j = rows; j >= 0; j--)
    for (let i = columns; i >= 0; i--) {
      const u = ((i + (j % 2) * 0.5) / (columns + 0.5) - 0.5) * 2 * w + rng.in(-0.22, 0.22) * size,
        v = (j / rows - 0.5) * 2 * s + rng.in(-0.22, 0.22) * size,
        rim = smooth(0.7, 1, Math.max(Math.abs(u) / w, Math.abs(v) / s))
      if (rim > 0.6 && rng.chance(0.12)) continue
      thinSlice(c, {
        x: x + u * ca - v * sa,
        y: y + u * sa + v * ca,
        r: size * rng.in(0.88, 1.14),
        rng,
        top,
        before,
        way: rng.in(0.4, 1.5),
        done: 0.52 + 0.3 * rim + 0.55 * noise(u * 0.012, v * 0.012, seed + 1),
      })
    }
}

export const SHINGLES = { 'potato-shingles': potatoShingles }
