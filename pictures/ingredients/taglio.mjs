/** Roman pizza by the square, cut from the corner of its pan and seen a little from the front. s is half the depth. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { boxDistance, cover, outline, piece } from '../shapes.mjs'

const DOUGH = palette('#efcf94', '#dfa955', '#c27c2c', '#925016', '#5c2c0c'),
  CRUMB = palette('#b98238', '#d9ac62', '#ecca8c', '#f5dfb0'),
  SAUCE = palette('#5c0f05', '#861a07', '#a92c0b', '#c44a14', '#d8752a', '#e2a04c'),
  CHAR = hex('#241008'),
  DRIED = hex('#4d1005'),
  PULP = hex('#bb2a0c')

/** The cut: a line of sauce, the open crumb of a wet dough, the crisp foot. */
function cut(o, along, k, { seed, deep, w, sauced }) {
  const y = k * deep,
    bend = 0.05 * noise(along * 0.03, 2, seed + 1),
    t = k + bend
  ramp(o, CRUMB, 0.62 + 0.35 * fbm(along * 0.05, y * 0.06, 3, seed + 2))
  const body = smooth(0.08, 0.2, t) * smooth(0.92, 0.8, t)
  const bubbles = (size, flat, share, which) => {
    const c = cells(along * size + 0.3 * noise(along * 0.04, y * 0.05, which), y * size * flat, seed + which)
    return smooth(0.5, 0.2, c.f1 + 0.16 * noise(along * 0.11, y * 0.16, which + 1)) * (c.id < share ? 1 : 0)
  }
  const hole =
    Math.max(bubbles(0.022, 2.3, 0.6, 5), bubbles(0.05, 1.7, 0.5, 4), 0.7 * bubbles(0.13, 1.2, 0.5, 6)) * body
  over(o, hex('#a06a28'), hole * 0.8)
  over(o, hex('#6d3d12'), hole * 0.35 * smooth(0.1, 0.6, noise(along * 0.06, y * 0.09, seed + 7) + 0.4))
  o.h -= 2.6 * hole
  over(o, hex('#b9712a'), 0.9 * smooth(0.8, 0.9, t))
  over(o, hex('#6d3410'), 0.8 * smooth(0.9, 1, t + 0.06 * noise(along * 0.08, 5, seed + 8)))
  // At its ends the cut goes through the rim: crust on the outside.
  over(o, DOUGH[3], 0.9 * smooth(-w + 9, -w + 3, along))
  const top = sauced * smooth(-w + 26, -w + 40, along)
  over(o, DOUGH[2], 0.7 * smooth(0.12, 0.04, t))
  over(o, SAUCE[1], top * smooth(Math.max(0.1, 0.17 + 0.14 * noise(along * 0.05, 9, seed + 9)), 0.04, k))
  o.gloss = 0.08 + 0.3 * top * smooth(0.12, 0.02, k)
}

/** Dough that met the oven's air: swollen in bubbles, brown on their backs. */
function crust(o, a, b, t, { seed, f }) {
  const big = noise(a * 0.022 + 5, b * 0.022, seed + 11),
    mid = fbm(a * 0.05, b * 0.05, 3, seed + 12),
    fine = fbm(a * 0.16, b * 0.16, 3, seed + 13),
    blister = cells(a * 0.026 + 0.4 * mid, b * 0.026 + 0.2 * fine, seed + 14),
    bubble = smooth(0.6, 0.08, blister.f1) * (blister.id < 0.65 ? 0.6 + 0.6 * blister.id : 0),
    crown = Math.sqrt(Math.max(0, 1 - (t * 1.5 - 0.62) ** 2))
  ramp(o, DOUGH, 0.42 + 0.26 * big + 0.3 * mid + 0.08 * fine + 0.3 * smooth(0.55, 1, t) + 0.2 * bubble)
  over(o, DOUGH[4], 0.75 * smooth(0.35, 0.75, bubble * 0.8 + 0.4 * mid))
  over(o, CHAR, 0.75 * smooth(0.75, 1.05, bubble + 0.35 * mid + 0.1 * fine))
  o.h += f * (15 * crown * (0.8 + 0.45 * big) + 8 * bubble + 2.5 * mid) + 0.8 * fine
  o.gloss = 0.22
}

/** Crushed tomato baked on: thick and wet here, there so thin that the dough shows gold. */
function sauce(o, a, b, t, { seed, f }) {
  const big = fbm(a * 0.011, b * 0.011, 3, seed + 21),
    mid = fbm(a * 0.035, b * 0.035, 3, seed + 22),
    fine = fbm(a * 0.13, b * 0.13, 2, seed + 23),
    thick = 0.42 + 0.95 * big + 0.4 * mid - 0.45 * smooth(-0.35, 0, t)
  ramp(o, SAUCE, 0.66 - 0.5 * thick + 0.12 * mid + 0.12 * fine)
  const thin = smooth(0.14, -0.2, thick)
  over(o, hex('#dc8a34'), 0.6 * thin * (0.8 + 0.3 * fine))
  const lump = cells(a * 0.03 + 0.4 * mid, b * 0.036, seed + 24),
    pulp = smooth(0.46, 0.2, lump.f1) * (lump.id < 0.5 ? 1 : 0) * smooth(0.15, 0.4, thick)
  over(o, PULP, 0.5 * pulp)
  over(o, DRIED, 0.6 * smooth(0.1, 0.6, -mid + 0.3 * fine + 0.4 * big) * (1 - pulp) * (1 - thin))
  over(o, DRIED, 0.55 * smooth(-0.22, -0.04, t + 0.1 * mid))
  // Air that rose under the sauce and browned through it.
  const air = cells(a * 0.0125 + 0.25 * mid, b * 0.0125, seed + 25),
    bubble = smooth(0.34, 0.02, air.f1 + 0.07 * mid) * (air.id < 0.4 ? 1 : 0)
  over(o, SAUCE[4], 0.6 * smooth(0.1, 0.5, bubble + 0.2 * mid))
  over(o, hex('#9a4a12'), 0.75 * smooth(0.5, 0.85, bubble + 0.3 * mid + 0.1 * fine))
  over(o, CHAR, 0.7 * smooth(0.8, 1.05, bubble + 0.35 * mid + 0.1 * fine))
  o.h += f * (3.5 * big + 2.4 * mid + 2.6 * pulp + 8 * bubble) + 0.4 * fine
  const wet = smooth(0.35, 0.75, thick + 0.2 * mid) * (1 - smooth(0.2, 0.5, bubble))
  o.gloss = 0.16 + 0.4 * wet + 0.25 * pulp
  o.soft = 0.4
}

/** Nothing but oil and salt: dimpled by fingers, gold, browned where a bubble rose. */
function bianca(o, a, b, { seed, f, dimple: deep }) {
  const big = fbm(a * 0.012, b * 0.012, 3, seed + 41),
    mid = fbm(a * 0.04, b * 0.04, 3, seed + 42),
    fine = fbm(a * 0.15, b * 0.15, 2, seed + 43),
    dimple = smooth(0.42, 0.08, cells(a * 0.017, b * 0.017, seed + 44).f1 - 0.007 * (deep - 7))
  ramp(o, DOUGH, 0.24 + 0.2 * big + 0.2 * mid + 0.07 * fine - 0.1 * dimple)
  over(o, DOUGH[3], 0.7 * smooth(0.3, 0.75, mid + 0.4 * big))
  // Oil stands in a deep one.
  over(o, hex('#a8761c'), 0.05 * (deep - 7) * dimple)
  o.h += f * (4 * big + 3 * mid - deep * dimple) + 0.5 * fine
  o.gloss = 0.3 + 0.45 * dimple
}

/** One square: rim behind and on the left, where the pan was; cut on the right and in front. */
const square =
  (sauced) =>
  (c, { x, y, s, rot = 0, rng, long = 1.3, deep = s * 0.3, dimple = 7 }) => {
    const seed = rng.seed(),
      f = s / 190,
      w = (s * long) / f,
      l = s / f,
      own = { seed, deep: deep / f, w, f, sauced, dimple },
      z = c.restAt(x, y, s * 0.6),
      tall = deep * 0.3 + 12 * f,
      ca = Math.cos(rot),
      sa = Math.sin(rot)
    // The pan's sides bulge, the scissors' cuts are nearly straight.
    const at = (u, v) => {
      const a = (u * ca + v * sa) / f,
        b = (v * ca - u * sa) / f,
        wild = Math.max(smooth(w * 0.7, w, -a), smooth(l * 0.6, l, -b)),
        n = (1.5 + 6 * wild) * fbm(a * 0.018, b * 0.018, 3, seed + 31)
      return [boxDistance(a + n, b + n, w, l, 10 + 16 * wild) * f, a, b]
    }
    c.stamp(
      x,
      y + deep / 2,
      Math.hypot(s * long, s) * 1.06 + deep,
      0,
      (u, v0, o) => {
        const v = v0 + deep / 2,
          [out, a, b] = at(u, v)
        o.soft = 0.5
        if (out <= 0) {
          const wide = 36 + 9 * noise(a * 0.02, b * 0.02, seed + 32),
            t = Math.max(wide - (a + w), wide - (b + l)) / wide
          o.h = z + tall - 5 * f * (1 - smooth(0, 7 * f, -out))
          if (t > 0) crust(o, a, b, t, own)
          else if (sauced) sauce(o, a, b, t, own)
          else bianca(o, a, b, own)
          if (t > 0 && sauced)
            over(o, SAUCE[1], 0.85 * smooth(0.2, 0.02, t + 0.12 * fbm(a * 0.06, b * 0.06, 2, seed + 33)))
          return
        }
        if (out > deep * 1.1) return false
        let down = 0
        for (let k = c.px; k <= deep; k += c.px)
          if (at(u, v - k)[0] <= 0) {
            down = k
            break
          }
        o.a = down > 0 ? 1 : cover(out, c.px)
        if (o.a < 0.5) return false
        o.h = z + tall - 5 * f - 0.28 * down
        cut(o, a, down / deep, own)
        shade(o, 1.12 - 0.3 * smooth(0.5, 1, down / deep))
      },
      'level',
    )
  }

/** A sliver of garlic, gold where the oven caught it. */
function sliver(c, { x, y, s, rng }) {
  const seed = rng.seed(),
    point = rng.in(0.2, 0.34)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.5, 0.62),
    rot: rng.angle(),
    lift: 0.5,
    outline: outline(rng, { wobble: 0.06, lobes: 4 }),
    height: s * 0.16,
    edge: s * 0.2,
    gloss: 0.5,
    soft: 0.6,
    paint: (o, u, v, d) => {
      if (Math.abs(v) > s * (0.62 - point * (u / s + 1))) o.a = 0
      const n = fbm((u / s) * 2, (v / s) * 2, 2, seed)
      ramp(o, CRUMB, 0.7 + 0.2 * n)
      over(o, DOUGH[2], 0.9 * smooth(s * 0.36, s * 0.1, d + s * 0.16 * n))
      over(o, DOUGH[3], 0.8 * smooth(s * 0.2, 0.02, d + s * 0.16 * n))
    },
  })
}

export const TAGLIO = { 'taglio-square': square(1), 'taglio-bianca': square(0), 'garlic-sliver': sliver }
