/** From hours of heat: meat that pulls into pieces along its grain, and the maitake that is roasted whole. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, outline, piece, slab } from '../shapes.mjs'
import { scorch, strip } from './makers.mjs'

/** One torn piece: its grain runs along u, its ends are ragged, one side may still bear its bark. */
function torn(c, { x, y, s, rot, rng, z, list, bark, long, gloss }) {
  const seed = rng.seed(),
    tone = rng.in(-0.16, 0.16),
    w = s * 2,
    l = (w / long) * rng.in(0.8, 1.2),
    side = rng.chance(0.5) ? 1 : -1,
    bow = rng.in(-0.5, 0.5)
  slab(c, {
    x,
    y,
    w: w * 1.1,
    l: l * 2,
    rot,
    z,
    seed,
    gloss,
    soft: 0.4,
    form: () => 0,
    paint: (o, u, v0) => {
      const v = v0 + (bow * (u * u - w * w * 0.12)) / w + 2.5 * noise(u * 0.04, v0 * 0.03, seed + 6),
        grain = fbm(u * 0.03, v * 0.15, 3, seed),
        strand = noise(u * 0.03, v * 0.3, seed + 1),
        wet = smooth(0.05, 0.5, noise(u * 0.03 + 7, v * 0.05, seed + 4))
      // Each strand tears at its own length.
      const end = w * 0.5 * (0.86 + 0.22 * noise(3, v * 0.24, seed + 2)),
        half = l * 0.5 * (1 - 0.35 * (Math.abs(u) / (w * 0.5)) ** 2) + 2 * grain,
        d = Math.min(end - Math.abs(u), half - Math.abs(v))
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      ramp(o, list, 0.52 + tone + 0.34 * grain + 0.12 * strand)
      const crust = bark * smooth(half * 0.25, half * 0.8, v * side + 3 * grain)
      over(o, hex('#3a150a'), crust * 0.85)
      over(o, hex('#a8452c'), bark * 0.22 * smooth(-half * 0.1, half * 0.35, v * side) * (1 - crust))
      shade(o, 1 - 0.14 * smooth(0.2, 0.6, -strand))
      over(o, list[0], 0.42 * wet)
      o.gloss = gloss * (0.75 + 0.7 * wet)
      const q = Math.min(1, Math.max(0, d) / (l * 0.36))
      o.h = l * 0.34 * Math.sqrt(Math.max(0, 1 - (1 - q) ** 2)) + 2 * grain + 0.5 * strand
    },
  })
}

/** A heap of such pieces, lying in handfuls, moist; s is the heap's radius. */
const heap =
  ({
    colours,
    size = [20, 38],
    long = 2.4,
    mound = 0.34,
    bark = 0.3,
    gloss = 0.55,
    base,
    per = 1,
    wisps = 0.2,
  }) =>
  (c, { x, y, s, rng, n }) => {
    const list = palette(...colours),
      seed = rng.seed(),
      z = c.restAt(x, y, s * 0.6),
      count = n ?? Math.round(((s / size[1]) ** 2 * 6.2 + 12) * per)
    piece(c, {
      x,
      y,
      r: s * 0.72,
      z: z - 2,
      outline: outline(rng, { wobble: 0.09 }),
      height: s * mound * 0.8,
      edge: s,
      gloss: 0.4,
      seed,
      paint: (o, u, v) => ramp(o, palette(...base), 0.5 + 0.4 * fbm(u * 0.05, v * 0.05, 3, seed)),
    })
    const spots = Array.from({ length: count }, () => {
      const a = rng.angle(),
        q = Math.sqrt(rng.next()) * 0.9
      return { a, q }
    }).sort((one, other) => other.q - one.q)
    for (const { a, q } of spots) {
      const d = s * q * (0.9 + 0.16 * noise(Math.cos(a) * 1.4, Math.sin(a) * 1.4, seed + 1)),
        px = x + Math.cos(a) * d * 1.08,
        py = y + Math.sin(a) * d * 0.92
      torn(c, {
        x: px,
        y: py,
        s: rng.in(...size),
        rot: Math.PI * 1.3 * noise(px * 0.008, py * 0.008, seed + 2) + rng.in(-0.5, 0.5),
        rng,
        z: z + s * mound * (1 - q * q) + rng.in(0, 7),
        list,
        bark: rng.chance(bark) ? rng.in(0.7, 1) : 0,
        long,
        gloss,
      })
    }
    const wisp = strip({ colours, width: 0.09, bow: 0.35, gloss, taper: 0.6, flat: 0.8 })
    for (let i = 0; i < count * wisps; i++) {
      const a = rng.angle(),
        q = Math.sqrt(rng.next()) * 0.98
      wisp(c, {
        x: x + Math.cos(a) * s * q,
        y: y + Math.sin(a) * s * q * 0.92,
        s: rng.in(14, 24),
        rng,
        z: z + s * mound * (1 - q * q) + 10,
      })
    }
  }

/** A whole cluster: fronds in rings, pale at the heart, brown and crisp at their rims. */
function maitake(c, { x, y, s, rng }) {
  const list = palette('#f8e6b8', '#e6c083', '#c4893f', '#8f5520', '#4e270c'),
    z = c.restAt(x, y, s * 0.5),
    turn = rng.angle()
  for (const [far, n, size, up] of [
    [0.84, 15, 0.36, 0],
    [0.62, 12, 0.34, 0.12],
    [0.38, 9, 0.3, 0.22],
    [0.15, 5, 0.26, 0.3],
  ])
    for (let i = 0; i < n; i++) {
      const a = turn + far * 9 + ((i + rng.in(-0.25, 0.25)) / n) * Math.PI * 2,
        d = s * far * rng.in(0.88, 1.1),
        r = s * size * rng.in(0.85, 1.15),
        seed = rng.seed(),
        tone = rng.in(-0.08, 0.08)
      piece(c, {
        x: x + Math.cos(a) * d,
        y: y + Math.sin(a) * d * 0.94,
        r,
        ry: r * rng.in(0.62, 0.82),
        rot: a + rng.in(-0.3, 0.3),
        z: z + s * up + rng.in(-3, 5),
        outline: outline(rng, { wobble: 0.12, ragged: 0.018, lobes: 7 }),
        height: r * 0.3,
        edge: r * 0.2,
        seed,
        gloss: 0.4,
        soft: 0.4,
        paint: (o, u, v, depth) => {
          const t = u / r,
            q = Math.atan2(v, u + r * 1.4),
            rays = noise(q * 15, t * 1.2, seed + 1),
            n = fbm((u / r) * 3, (v / r) * 3, 3, seed + 2)
          ramp(o, list, 0.3 + tone + 0.34 * t + 0.16 * n + 0.14 * rays)
          over(o, hex('#33170a'), 0.85 * smooth(r * 0.2, 0, depth + r * 0.08 * n) * smooth(-0.7, 0.4, t))
          over(o, hex('#d8953f'), 0.45 * smooth(0.05, 0.45, n))
          o.h += r * (0.26 * t + 0.1 * n + 0.014 * rays) + r * 0.03 * rays - r * 0.14 * (v / r) ** 2
          scorch(o, u, v, seed + 3, 0.12, 0.03)
        },
      })
    }
}

export const SLOW = {
  'torn-pork': heap({
    colours: ['#6a3016', '#a86436', '#d39863', '#ebc495'],
    base: ['#4a200e', '#7a401e', '#a0642f'],
    size: [24, 44],
    per: 1.25,
    bark: 0.34,
  }),
  'torn-turkey': heap({
    colours: ['#5e4026', '#8f6c46', '#bd9c6c', '#e0c89c'],
    base: ['#2a2410', '#4a3a1a', '#6a4a24'],
    size: [14, 28],
    bark: 0.3,
    mound: 0.14,
    gloss: 0.75,
  }),
  'torn-jackfruit': heap({
    colours: ['#7a3812', '#b06428', '#d5944c', '#e9b878'],
    base: ['#552208', '#84401a', '#a8622c'],
    size: [20, 36],
    per: 1.3,
    bark: 0.16,
    gloss: 0.75,
  }),
  maitake,
}
