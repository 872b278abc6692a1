/** The brisket: bark, slices, burnt ends. s is a half length. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { boxDistance, cover, slab } from '../shapes.mjs'

const BARK = palette('#070404', '#170b07', '#2e160b', '#4b2411'),
  FAT = palette('#c98a3c', '#e8c078', '#f6e0b0')

/** Rub and smoke: the rough, glistening outside of everything from the pit. */
export function barkPaint(o, u, v, seed, heat = 0.4) {
  const crust = fbm(u * 0.07, v * 0.07, 4, seed),
    k = cells(u * 0.16, v * 0.16, seed + 1),
    grit = (k.f2 - k.f1) * (k.id - 0.2)
  ramp(o, BARK, heat + crust * 0.5 + grit * 0.35)
  over(o, hex('#7a2e10'), smooth(0.2, 0.7, crust) * 0.4)
  o.h += crust * 2.6 + grit * 2.4
  o.gloss = 0.34 + 0.5 * smooth(0, 0.5, noise(u * 0.04, v * 0.04, seed + 2))
}

const MEAT = palette('#6a3820', '#8f5636', '#b47c56', '#d2a27a'),
  RING = hex('#b8483e'),
  RING2 = hex('#c87862')

/** One slice of brisket: thick bark on the pit side, the pink ring under it, long fibres, a broken seam of fat. */
function brisketSlice(
  c,
  { x, y, s, rot, rng, width = s * 0.56, tilt = -0.4, z, thick = 15, fat = 0.6, doneness = 0 },
) {
  const seed = rng.seed(),
    seam = rng.in(0.02, 0.2) * width,
    bow = rng.in(-0.09, 0.05),
    taper = rng.in(-0.22, 0.22)
  slab(c, {
    x,
    y,
    w: s * 2,
    l: width,
    rot,
    corner: width * 0.36,
    tilt,
    height: thick,
    edge: 7,
    z,
    soft: 0.25,
    seed,
    form: () => 0,
    paint: (o, u, v0) => {
      // The slab is only the reach; the real outline is bowed, tapered and torn.
      const rag = 5 * fbm(u * 0.03, v0 * 0.03, 4, seed + 1),
        v = v0 - bow * ((u * u) / s - s * 0.3) + rag * 0.6
      const half = width * 0.45 * (1 + taper * (u / s)),
        d = -boxDistance(u + rag, v, s * 0.95, half, half * 0.72)
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      const pit = smooth(-half * 0.2, -half * 0.8, v),
        end = smooth(s * 0.7, s * 0.92, Math.abs(u)),
        side = Math.max(pit, end * 0.75)
      // Cut across the grain: short fibres that lean over the slice, in bundles.
      const lean = u + 0.5 * v,
        fibre = fbm(lean * 0.055 + 0.2 * rag, v * 0.022, 3, seed + 2),
        strand = fbm(lean * 0.24 + fibre, v * 0.05, 2, seed + 3)
      ramp(o, MEAT, 0.46 + fibre * 0.4 + strand * 0.28 + doneness)
      const depth = d + rag * 0.5
      over(o, RING2, smooth(26, 9, depth) * (0.2 + 0.45 * side))
      over(o, RING, smooth(22, 9, depth) * (0.1 + 0.7 * side))
      const gap = smooth(0.25, 0.5, fbm(lean * 0.09, v * 0.03, 2, seed + 8))
      shade(o, 1 - 0.28 * gap)
      o.h =
        thick * Math.sqrt(Math.max(0, 1 - (1 - Math.min(1, d / 9)) ** 2)) +
        tilt * v0 +
        fibre * 1.8 +
        strand * 0.9 -
        gap * 1.8
      const seamD = Math.abs(v - seam - 9 * noise(u * 0.012, 2, seed + 4)),
        seamW = 7 * fat * smooth(-0.15, 0.5, noise(u * 0.011, 9, seed + 5))
      const inFat = smooth(seamW + 2, seamW - 2, seamD) * smooth(5, 16, depth) * (seamW > 0.5 ? 1 : 0)
      if (inFat > 0) {
        over(o, FAT[0], inFat * 0.5)
        over(o, FAT[1], inFat * 0.4 * smooth(-0.2, 0.5, strand))
        o.h += inFat * 1.2
      }
      const cap = smooth(half * 0.45, half * 0.75, v) * smooth(15, 9, depth) * fat * (1 - end * 0.7)
      over(o, FAT[1], cap * 0.6)
      o.gloss = 0.22 + 0.6 * smooth(0, 0.5, noise(u * 0.022, v * 0.05, seed + 6)) + inFat * 0.2
      const crust = 3 + 9 * side + 2.5 * noise(u * 0.05, v * 0.05, seed + 9),
        bark = smooth(crust + 1.5, crust - 1.5, d)
      if (bark > 0) {
        const { r, g, b, gloss, h } = o
        barkPaint(o, u, v, seed + 7, 0.34)
        o.r = r + (o.r - r) * bark
        o.g = g + (o.g - g) * bark
        o.b = b + (o.b - b) * bark
        o.gloss = gloss + (o.gloss - gloss) * bark
        o.h = h + (o.h - h) * bark
      }
    },
  })
}

/** Slices laid like roof tiles. */
function brisket(c, { x, y, s, rot = 0, rng, n = 6, step = s * 0.36, spread = 0.035, ...rest }) {
  const z = c.restAt(x, y, s * 0.6),
    dx = -Math.sin(rot),
    dy = Math.cos(rot)
  for (let i = 0; i < n; i++) {
    const k = i - (n - 1) / 2
    brisketSlice(c, {
      x: x + dx * k * step + rng.in(-5, 5),
      y: y + dy * k * step + rng.in(-4, 4),
      s: s * rng.in(0.94, 1.05),
      rot: rot + k * spread + rng.in(-0.03, 0.03),
      rng,
      z: z + i * 1.6 + 8,
      ...rest,
    })
  }
}

/** A cube of burnt end: bark everywhere, lacquered. */
function burntEnd(c, { x, y, s, rot, rng, glaze = '#5a1607' }) {
  const seed = rng.seed(),
    lac = hex(glaze),
    meat = hex('#7a3420')
  slab(c, {
    x,
    y,
    w: s * 2 * rng.in(0.85, 1.15),
    l: s * 2 * rng.in(0.8, 1.1),
    rot: rot ?? rng.angle(),
    corner: s * 0.4,
    warp: s * 0.26,
    grain: 1.3 / s,
    height: s * rng.in(0.9, 1.25),
    edge: s * 0.55,
    seed,
    tilt: rng.in(-0.15, 0.15),
    tiltU: rng.in(-0.15, 0.15),
    paint: (o, u, v) => {
      barkPaint(o, u, v, seed, 0.5)
      over(o, lac, 0.42 + 0.3 * noise(u * 0.07, v * 0.07, seed + 4))
      over(o, meat, smooth(0.3, 0.6, noise(u * 0.06, v * 0.06 + 9, seed + 5)) * 0.6)
      o.gloss = 0.6 + 0.35 * noise(u * 0.05, v * 0.05, seed + 6)
    },
  })
}

export const PIT = { 'brisket-slice': brisketSlice, brisket, 'burnt-end': burntEnd }
