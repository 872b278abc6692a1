/** A cobbler: peaches that have softened in their syrup, and the biscuit that is dropped on them. s is a half length. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, outline, piece } from '../shapes.mjs'

const FLESH = palette('#c8641a', '#e88c28', '#f6ae44', '#fcc96c'),
  DOUGH = palette('#9a4c0e', '#c87a1e', '#e8a63c', '#f4c468', '#f9d88e')

/** A quarter of a peach: a crescent, rosy where the stone was, its back round and wet. */
function quarter(c, { x, y, s, rot, rng, lift = 0 }) {
  const seed = rng.seed(),
    turn = rot ?? rng.angle(),
    curve = rng.in(0.34, 0.5),
    wide = rng.in(0.34, 0.42),
    tone = rng.in(-0.08, 0.08),
    z = c.restAt(x, y, s * 0.4) + lift
  c.stamp(
    x,
    y,
    s * 1.2,
    turn,
    (u, v0, o) => {
      const t = u / s
      if (Math.abs(t) > 1) return false
      const v = v0 / s - curve * (t * t - 0.4),
        half = wide * (1 - Math.abs(t) ** 2.4) ** 0.6,
        q = half > 0 ? v / half : 9
      o.a = cover((Math.abs(q) - 1) * half * s, c.px)
      if (o.a <= 0) return false
      const fibre = noise(t * 2.2, q * 5, seed),
        n = fbm(t * 3, q * 1.4, 3, seed + 1)
      ramp(o, FLESH, 0.56 + tone + 0.2 * n + 0.1 * fibre - 0.22 * Math.abs(q) ** 3)
      over(o, hex('#a8240e'), 0.72 * smooth(0.4, 0.95, q + 0.22 * fibre))
      over(o, hex('#8a3c0c'), 0.5 * smooth(0.1, 0.5, n) * smooth(-0.2, -0.9, q))
      o.h = s * 0.42 * Math.sqrt(Math.max(0, 1 - q * q)) * (1 - 0.4 * t * t) + s * 0.02 * n
      o.gloss = 1
      o.soft = 0.75
    },
    'solid',
    z,
  )
}

/** Dropped from a spoon: it rises in crags, browns where it stands highest and stays pale where it splits. */
function dropBiscuit(c, { x, y, s, rng, lift = -s * 0.1 }) {
  const seed = rng.seed(),
    tone = rng.in(-0.06, 0.06)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.82, 0.98),
    rot: rng.angle(),
    lift,
    outline: outline(rng, { wobble: 0.1, ragged: 0.02, lobes: 7 }),
    height: s * 0.5,
    edge: s * 0.62,
    seed,
    soft: 0.35,
    paint: (o, u, v, d) => {
      const a = u / s,
        b = v / s,
        w = 0.22 * fbm(a * 3, b * 3, 3, seed + 1),
        k = cells(a * 1.6 + w * 1.6, b * 1.6 - w * 1.6, seed + 2),
        crag = smooth(0, 0.42, k.f2 - k.f1),
        n = fbm(a * 2.2, b * 2.2, 4, seed + 3),
        f = fbm(a * 11, b * 11, 3, seed + 4)
      ramp(o, DOUGH, 0.62 + tone - 0.12 * crag + 0.12 * f - 0.25 * n)
      over(o, hex('#b4640f'), 0.85 * smooth(-0.2, 0.3, n + 0.25 * f + 0.2 * crag - 0.12))
      over(o, hex('#6a300a'), 0.65 * smooth(0.16, 0.5, n + 0.4 * f + 0.15 * crag))
      over(o, hex('#f9d890'), 0.6 * (1 - crag) * smooth(s * 0.12, s * 0.3, d))
      // The syrup has boiled up round its foot.
      over(o, hex('#a8480e'), 0.6 * smooth(s * 0.14, 0, d + s * 0.08 * n))
      o.h += s * (0.06 * crag + 0.12 * n + 0.028 * f)
      o.gloss = 0.22 + 0.4 * smooth(s * 0.14, 0, d)
      const sugar = cells(a * 22, b * 22, seed + 5),
        grain = smooth(0.3, 0.16, sugar.f1) * (sugar.id > 0.86 ? 1 : 0)
      over(o, hex('#fff0d0'), 0.7 * grain)
      o.h += s * 0.02 * grain
      o.gloss += 0.5 * grain
      shade(o, 0.9 + 0.1 * smooth(0, s * 0.2, d))
    },
  })
}

export const COBBLER = { 'peach-quarter': quarter, 'drop-biscuit': dropBiscuit }
