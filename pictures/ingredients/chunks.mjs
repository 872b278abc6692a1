/** Meat in cubes and from the cleaver, seen a little from the front, so that a cut shows its layers. s is a half width. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { boxDistance, cover } from '../shapes.mjs'

/** How much the camera foreshortens the ground. */
const TIP = 0.8

/**
 * One piece: `top(o, u, v, d, p)` paints its upper side, `face(o, along, k, p)` the cut below, k from 0 (top) to 1 (foot).
 * It is painted over whatever is there: whoever draws a pile goes from the far side to the near one.
 */
function chunk(c, p) {
  const { x, y, s, rot, rng, z, tall, w = s, l = s, corner = s * 0.3, warp = 0.1, top, face } = p
  const seed = rng.seed(),
    deep = tall * 0.75,
    ca = Math.cos(rot),
    sa = Math.sin(rot),
    own = { ...p, seed, tone: rng.in(-0.1, 0.1) }
  const turned = (u, v) => [u * ca + (v / TIP) * sa, (v / TIP) * ca - u * sa]
  const at = (u, v) => {
    const [a, b] = turned(u, v),
      n = warp * s * fbm((a / s) * 1.3, (b / s) * 1.3, 3, seed)
    return boxDistance(a + n, b + n * 0.7, w, l, corner)
  }
  c.stamp(
    x,
    y - deep * 0.5,
    Math.hypot(w, l) * 1.15 + deep,
    0,
    (u, v0, o) => {
      // From the middle of the stamp to the upper side, which stands higher in the picture than the foot.
      const v = v0 + deep * 0.5,
        d = -at(u, v)
      o.soft = 0.35
      if (d > 0) {
        const [a, b] = turned(u, v)
        o.h = z + tall - s * 0.3 * (1 - smooth(0, s * 0.42, d))
        top(o, a, b, d, own)
        return
      }
      let down = 0
      // Its sides draw in toward the foot.
      for (let k = c.px; k <= deep; k += c.px)
        if (at(u, v - k) <= -s * 0.16 * (k / deep) ** 2) {
          down = k
          break
        }
      o.a = down > 0 ? 1 : cover(-d, c.px)
      if (down === 0 && o.a < 0.5) return false
      const e = s * 0.08,
        slope = (at(u + e, v - down) - at(u - e, v - down)) / (2 * e),
        [along] = turned(u, v - down),
        k = down / deep
      o.h = z + tall - s * 0.3 - 0.5 * down
      face(o, along + u * 0.6, k, own)
      shade(o, 1.02 - 0.3 * slope - 0.3 * smooth(0.6, 1, k))
    },
    'level',
  )
}

const GLAZE = palette('#2c0d05', '#5e1c08', '#963a0e', '#cf7420', '#eda445'),
  LEAN = palette('#6a2614', '#984630', '#bd6c4c', '#d8946c'),
  LARD = palette('#b8662a', '#dc9c58', '#efc48c')

function bellyTop(o, a, b, d, { s, seed, tone }) {
  const n = fbm((a / s) * 1.6, (b / s) * 1.6, 4, seed + 1),
    f = fbm((a / s) * 6, (b / s) * 6, 3, seed + 2)
  ramp(o, GLAZE, 0.42 + tone + 0.42 * n + 0.16 * f)
  // Where the sugar has caught.
  over(o, hex('#1f0804'), 0.75 * smooth(0.12, 0.5, -n + 0.5 * f))
  over(o, hex('#b8240e'), 0.8 * smooth(0.52, 0.6, noise((a / s) * 9, (b / s) * 9, seed + 3)))
  over(o, GLAZE[4], 0.35 * smooth(s * 0.2, s * 0.05, d))
  o.h += s * (0.13 * n + 0.014 * f)
  o.gloss = 1
}

function bellyFace(o, along, k, p) {
  const { s, seed, tone, barked } = p,
    bend = 0.07 * noise((along / s) * 1.3, 2, seed + 4) + 0.02 * fbm(along * 0.1, k * 8, 2, seed + 5),
    t = k + bend,
    fibre = fbm((along / s) * 9, k * 2.4, 3, seed + 6)
  ramp(o, LEAN, 0.5 + tone + 0.5 * fibre)
  const thick = 0.05 * noise((along / s) * 1.1, 5, seed + 10),
    fat =
      0.85 *
      (smooth(0.2, 0.27, t) * smooth(0.42 + thick, 0.35, t) +
        smooth(0.64, 0.7, t) * smooth(0.79 - thick, 0.72, t))
  const { r, g, b } = o
  ramp(o, LARD, 0.6 + 0.5 * fbm((along / s) * 3, k * 5, 3, seed + 7))
  o.r = r + (o.r - r) * fat
  o.g = g + (o.g - g) * fat
  o.b = b + (o.b - b) * fat
  o.gloss = 0.55 + 0.3 * fat
  o.h += 1.5 * fibre * (1 - fat) + 1.5 * fat
  // The glaze runs down from the upper side, each run its own length.
  const runs = (barked ? 0.9 : 0.14) + 0.75 * smooth(0, 0.5, noise((along / s) * 2.6, 7, seed + 8)),
    coat = smooth(runs + 0.04, runs - 0.03, k)
  if (coat > 0) {
    const { r: mr, g: mg, b: mb } = o
    ramp(o, GLAZE, 0.4 + tone + 0.5 * fbm((along / s) * 2, k * 1.2, 3, seed + 9))
    const cover = coat * (barked ? 0.95 : 0.8)
    o.r = mr + (o.r - mr) * cover
    o.g = mg + (o.g - mg) * cover
    o.b = mb + (o.b - mb) * cover
    o.h += 2.5 * coat
    o.gloss = 0.6 + 0.4 * coat
  }
}

/** A pile in tiers: [share of the radius, how many, how many steps up]. */
const pile =
  (tiers, one) =>
  (c, { x, y, s, rng, piece = s * 0.2 }) => {
    const base = c.heightAt(x, y)
    for (const [reach, n, up] of tiers) {
      const spots = []
      // A golden spiral spreads them evenly; what chance adds keeps it from being seen.
      for (let i = 0; i < n; i++) {
        const a = i * 2.39996 + up * 1.7,
          q = reach * Math.sqrt((i + 0.5) / n)
        spots.push([
          Math.cos(a) * q * s * 1.12 + rng.in(-0.16, 0.16) * piece,
          Math.sin(a) * q * s * TIP * 0.98 + rng.in(-0.16, 0.16) * piece,
        ])
      }
      spots.sort((p, q) => p[1] - q[1])
      for (const [dx, dy] of spots) one(c, { x: x + dx, y: y + dy, rng, up, base, size: piece })
    }
  }

const bellyPile = pile(
  [
    [1, 19, 0],
    [0.6, 9, 1],
    [0.2, 2, 1.9],
  ],
  (c, { x, y, rng, up, base, size }) => {
    const s = size * rng.in(0.88, 1.12),
      tall = s * rng.in(1.05, 1.4)
    chunk(c, {
      x,
      y: y - up * size * 0.86,
      s,
      w: s * rng.in(0.92, 1.1),
      l: s * rng.in(0.86, 1),
      rot: rng.in(-0.75, 0.75),
      rng,
      z: base + up * size * 1.1,
      tall,
      warp: 0.22,
      corner: s * 0.46,
      barked: rng.chance(0.3),
      top: bellyTop,
      face: bellyFace,
    })
  },
)

const BEEF = palette('#5a2a18', '#8c4d30', '#b3744c', '#d3a074'),
  CRUST = palette('#0b0504', '#24100a', '#47200f'),
  TURKEY = palette('#b98458', '#ddb288', '#efd2aa', '#f9e8ce')

/** Along `across` a chopped piece goes from its bark through the smoke ring to the meat; -1 and below is all meat. */
function beef(o, along, across, { s, seed, tone, barked, list }) {
  // A bird's breast is closer in its grain than beef.
  const coarse = list === BEEF ? 1 : 0.35,
    fibre = coarse * fbm((along / s) * 0.9, (across / s) * 4.5, 3, seed + 1),
    strand = coarse * noise((along / s) * 1.4, (across / s) * 11, seed + 2),
    t = barked ? across / s + 0.2 * noise((along / s) * 2, 3, seed + 3) : -1
  ramp(o, list, 0.5 + tone + 0.42 * fibre + 0.16 * strand)
  over(o, hex('#b4463a'), 0.55 * coarse * smooth(-0.1, 0.35, t))
  over(
    o,
    hex('#edc48a'),
    barked ? 0 : 0.5 * smooth(0.3, 0.5, noise((along / s) * 0.8, (across / s) * 2.6, seed + 4)),
  )
  o.h += s * (0.09 * fibre + 0.05 * strand)
  // Its own drippings stand on it.
  o.gloss = 0.5 + 0.5 * smooth(-0.1, 0.4, noise((along / s) * 1.2, (across / s) * 1.6, seed + 5))
  const bark = smooth(0.42, 0.56, t)
  if (bark <= 0) return
  const { r, g, b } = o,
    n = fbm((along / s) * 3, (across / s) * 3, 3, seed + 6)
  ramp(o, CRUST, 0.4 + 0.7 * n)
  o.r = r + (o.r - r) * bark
  o.g = g + (o.g - g) * bark
  o.b = b + (o.b - b) * bark
  o.h += s * 0.1 * n * bark
}

/** Point and flat under the cleaver: pieces of every size and some shreds, bark on every third. */
const choppedPile =
  (list) =>
  (c, { x, y, s, rng, n = 250, piece = s * 0.085 }) => {
    const base = c.heightAt(x, y),
      spots = []
    for (let i = 0; i < n; i++) {
      const a = i * 2.39996,
        q = Math.sqrt((i + 0.5) / n) * rng.in(0.94, 1.06)
      spots.push([Math.cos(a) * q * s * 1.15, Math.sin(a) * q * s * TIP, Math.max(0, 1 - q * q)])
    }
    spots.sort((p, q) => p[1] - q[1])
    for (const [dx, dy, dome] of spots) {
      const size = piece * rng.in(0.75, 1.45),
        long = rng.in(1.1, 2),
        z = base + dome * s * 0.32,
        barked = list === BEEF && rng.chance(0.42)
      chunk(c, {
        x: x + dx,
        y: y + dy - dome * s * 0.26,
        s: size,
        w: size * long,
        l: size * rng.in(0.6, 0.95),
        rot: rng.in(-1.3, 1.3),
        rng,
        z,
        tall: size * rng.in(0.8, 1.2),
        warp: 0.3,
        corner: size * 0.4,
        barked,
        list,
        top: (o, a, b, d, p) => beef(o, a, b, p),
        face: (o, along, k, p) => beef(o, along, barked ? p.s * (0.3 + 0.5 * k) : (k - 0.5) * p.s, p),
      })
    }
  }

const LACQUER = palette('#0d0403', '#2c0d06', '#571b09', '#8a3510', '#bf6a24')

/** The corner of the point, smoked twice: bark all over, lacquered; where the knife went, the meat and its ring. */
function endTop(o, a, b, d, { s, seed, tone }) {
  const n = fbm((a / s) * 1.8, (b / s) * 1.8, 4, seed + 1),
    f = fbm((a / s) * 7, (b / s) * 7, 3, seed + 2)
  ramp(o, LACQUER, 0.4 + tone + 0.42 * n + 0.22 * f)
  over(o, LACQUER[4], 0.3 * smooth(s * 0.18, s * 0.05, d))
  o.h += s * (0.13 * n + 0.05 * f)
  o.gloss = 0.9
}

function endFace(o, along, k, p) {
  const { s, seed, tone, barked } = p,
    fibre = fbm((along / s) * 1.2, k * 7, 3, seed + 6),
    rim = Math.min(k * 1.2, (1 - k) * 1.6) + 0.12 * noise((along / s) * 2.4, 3, seed + 7)
  ramp(o, BEEF, 0.26 + tone + 0.5 * fibre)
  over(o, hex('#8e3022'), 0.5 * smooth(0.55, 0.3, rim))
  o.h += 1.5 * fibre
  o.gloss = 0.7
  const crust = barked ? 0.95 : smooth(0.3, 0.2, rim)
  if (crust <= 0) return
  const { r, g, b } = o
  ramp(o, LACQUER, 0.36 + tone + 0.6 * fbm((along / s) * 2.2, k * 2, 3, seed + 8))
  o.r = r + (o.r - r) * crust
  o.g = g + (o.g - g) * crust
  o.b = b + (o.b - b) * crust
  o.gloss = 0.7 + 0.25 * crust
}

const endPile = pile(
  [
    [1, 18, 0],
    [0.62, 9, 1],
    [0.2, 2, 1.9],
  ],
  (c, { x, y, rng, up, base, size }) => {
    const s = size * rng.in(0.8, 1.15)
    chunk(c, {
      x,
      y: y - up * size * 0.86,
      s,
      w: s * rng.in(0.9, 1.15),
      l: s * rng.in(0.82, 1),
      rot: rng.in(-0.8, 0.8),
      rng,
      z: base + up * size * 1.1,
      tall: s * rng.in(1.05, 1.4),
      warp: 0.34,
      corner: s * 0.4,
      barked: rng.chance(0.5),
      top: endTop,
      face: endFace,
    })
  },
)

export const CHUNKS = {
  'ends-pile': endPile,
  'belly-pile': bellyPile,
  'chopped-pile': choppedPile(BEEF),
  'chopped-turkey': choppedPile(TURKEY),
}
