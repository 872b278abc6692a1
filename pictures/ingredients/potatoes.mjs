/** Potatoes out of a hot oven: in wedges, and in slices on a pizza. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const CRUST = palette('#b8701a', '#e2a234', '#f2c662', '#fae4a2')
const BROWN = hex('#8a3f08'),
  DARK = hex('#3c1804')

/** A quarter of a potato out of a hot oven: flat golden faces, edges fried brown, a strip of skin. */
function roastedWedge(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    turn = rot ?? rng.angle(),
    ridge = rng.in(-0.18, 0.18),
    sides = [1, -1].map((side) => ({ side, steep: rng.in(0.55, 0.95) })),
    ends = [rng.in(0.7, 1.2), rng.in(0.7, 1.2)],
    top = s * rng.in(0.44, 0.56),
    tone = rng.in(-0.1, 0.1),
    skinned = rng.chance(0.45) ? 1 : 0
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.62, 0.76),
    rot: turn,
    outline: outline(rng, { wobble: 0.09, lobes: 5 }),
    form: () => 0,
    gloss: 0.5,
    soft: 0.35,
    seed,
    paint: (o, u, v, d) => {
      const bend = s * (ridge + 0.06 * noise(u * 0.02, 3, seed)),
        planes = [
          ...sides.map(({ side, steep }) => top - steep * Math.max(0, side * (v - bend)) - s * 0.02),
          top * 1.25 - ends[0] * Math.max(0, u),
          top * 1.25 - ends[1] * Math.max(0, -u),
        ].sort((a, b) => a - b),
        edge = smooth(s * 0.22, 0, planes[1] - planes[0]),
        rim = smooth(s * 0.2, s * 0.01, d),
        n = fbm((u / s) * 2.6, (v / s) * 2.6, 3, seed + 1),
        fine = fbm((u / s) * 11, (v / s) * 11, 2, seed + 2)
      o.h = Math.min(planes[0], d * 1.5) - edge * edge * s * 0.03 + s * (0.025 * n + 0.014 * fine)
      ramp(o, CRUST, 0.6 + tone + 0.3 * n + 0.14 * fine)
      const crisp = Math.max(edge * (0.6 + 0.7 * n), rim * (1 + 0.4 * n), smooth(0.14, 0.6, n + 0.3 * fine))
      over(o, BROWN, 0.95 * crisp)
      over(o, DARK, 0.55 * smooth(0.75, 1.15, crisp + 0.3 * fine))
      if (skinned) {
        const skin = smooth(s * 0.3, s * 0.36, v + 0.06 * s * n)
        over(o, hex('#8a5424'), skin * 0.85)
        shade(o, 1 - 0.15 * skin * fine)
      }
      o.gloss = 0.5 + 0.2 * fine
    },
  })
}

const SLICE = palette('#c27c1c', '#e2ac44', '#f0cc74', '#f7e0a0')

/** A thin slice: tender and shining in the middle, its edge curled up and fried. */
function crispSlice(c, { x, y, s, rng }) {
  const seed = rng.seed(),
    way = rng.angle(),
    lean = rng.in(0.05, 0.16),
    done = rng.in(0.2, 0.9)
  piece(c, {
    x,
    y,
    r: s * rng.in(0.92, 1.08),
    ry: s * rng.in(0.74, 0.92),
    rot: rng.angle(),
    lift: 1,
    outline: outline(rng, { wobble: 0.05, lobes: 4 }),
    height: s * 0.12,
    edge: s * 0.08,
    gloss: 0.6,
    soft: 0.45,
    seed,
    paint: (o, u, v, d) => {
      const n = fbm((u / s) * 2.2, (v / s) * 2.2, 3, seed),
        fine = fbm((u / s) * 9, (v / s) * 9, 2, seed + 1),
        side = (u * Math.cos(way) + v * Math.sin(way)) / s
      ramp(o, SLICE, 0.62 + 0.32 * n + 0.08 * fine)
      const hot = smooth(s * 0.3, s * 0.02, d + s * (0.12 * n - 0.1 * done * (1 + side))) * (0.5 + 0.5 * done)
      over(o, BROWN, hot * 0.85)
      over(o, DARK, 0.7 * smooth(0.62, 0.95, hot + 0.25 * fine))
      over(o, BROWN, 0.55 * smooth(0.3, 0.62, n + 0.25 * fine) * done)
      o.h += lean * s * side + s * 0.05 * smooth(s * 0.35, 0, d) + s * 0.012 * fine
      o.gloss = 0.55 + 0.3 * fine
    },
  })
}

export const POTATOES = { 'roasted-wedge': roastedWedge, 'crisp-potato-slice': crispSlice }
