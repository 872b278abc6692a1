/** Gelato heaped with a spatula: broad swipes folded over one another, glossy where the blade drew it smooth. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, set, shade, smooth } from '../colour.mjs'
import { cover, outline, piece } from '../shapes.mjs'

const PAPER = hex('#f1e6d0')

/** Shavings that the churn broke: thin, dark, lying every way, some no more than a speck. */
function shavings(o, u, v, s, seed, colour) {
  for (const [layer, turn] of [-0.5, 0.25, 1.1].entries()) {
    const a = (u * Math.cos(turn) + v * Math.sin(turn)) / s,
      b = (v * Math.cos(turn) - u * Math.sin(turn)) / s,
      torn = noise(a * 9, b * 14, seed + layer)
    const k = cells(a * 3.6, b * 12 + 0.35 * torn, seed + layer * 31)
    if (k.id < 0.74) continue
    const own = 0.1 + 0.26 * ((k.id * 7.3) % 1),
      on = smooth(own, own - 0.06, k.f1 + 0.13 * torn)
    over(o, colour, on * 0.92)
    o.h += on * 0.9
  }
}

/** Nuts ground into the paste, no two grains alike. */
function grounds(o, u, v, s, seed, colour) {
  for (const size of [12, 21]) {
    const k = cells((u * size) / s, (v * size) / s, seed + size)
    if (k.id > 0.3) continue
    const own = 0.14 + 0.9 * (k.id % 0.17)
    const on = smooth(own + 0.12, own, k.f1 + 0.16 * noise((u * size * 2) / s, (v * size * 2) / s, seed))
    over(o, colour, on * 0.5)
    o.h += on * 0.5
  }
}

/** One swipe of the spatula, as a mound whose skin was drawn along rot. */
function swipe(c, { x, y, r, ry, rot, z, high, rng, look, scale }) {
  const seed = rng.seed(),
    bow = rng.in(0.16, 0.3) / r,
    pitch = scale * rng.in(0.4, 0.5),
    start = rng.next()
  piece(c, {
    x,
    y,
    r,
    ry,
    rot,
    z,
    outline: outline(rng, { wobble: 0.045, ragged: 0.006, lobes: 5 }),
    form: (d) => {
      const q = 1 - Math.min(1, d / Math.min(r, ry))
      return high * Math.sqrt(Math.max(0, 1 - q * q))
    },
    gloss: look.gloss,
    soft: 0.8,
    paint: (o, u, v, d) => {
      const across = v + bow * u * u + scale * 0.12 * noise((u * 1.1) / scale, (v * 1.1) / scale, seed),
        at = across / pitch + start + 50,
        f = at - Math.floor(at),
        // The blade leaves a long smooth back and a short step down to the next stroke.
        fold = smooth(0, 0.72, f) * smooth(1, 0.86, f),
        crease = smooth(0.12, 0, f) + smooth(0.9, 1, f),
        drag = fbm((u * 0.9) / scale, (across * 9) / scale, 3, seed + 2),
        n = fbm((u * 7) / scale, (v * 7) / scale, 3, seed + 3),
        foot = smooth(scale * 0.22, 0, d)
      ramp(o, look.colours, 0.56 + 0.2 * fold - 0.2 * crease + 0.18 * drag + 0.07 * n - 0.14 * foot)
      o.h += scale * (0.075 * fold - 0.035 * crease + 0.022 * drag + 0.008 * n)
      o.gloss = look.gloss * (0.75 + 0.5 * fold) + 0.2 * foot
      if (look.ice) {
        const grain = fbm((u * 26) / scale, (v * 26) / scale, 2, seed + 6)
        o.h += scale * 0.02 * look.ice * grain
        shade(o, 1 + 0.1 * look.ice * grain)
      }
      if (look.shavings) shavings(o, u, across, scale, seed + 4, look.shavings)
      if (look.grounds) grounds(o, u, v, scale, seed + 5, look.grounds)
      shade(o, 1 - 0.1 * crease)
    },
  })
}

/** A scoop seen a little from the front: swipes as [dx, dy, r, ry, rot, lift, high], in parts of its half width s. */
const SCOOP = [
  [0, 0.08, 1, 0.92, -0.25, 0, 0.9],
  [-0.1, -0.32, 0.8, 0.56, -0.42, 0.42, 0.62],
  [0.12, -0.66, 0.5, 0.32, -0.62, 0.72, 0.42],
  [0.34, -0.88, 0.22, 0.13, -0.95, 0.92, 0.22],
]

/** A whole tub, packed to the rim and smoothed into a low hill; s is the half width of its mouth. */
const PACKED = [
  [0.02, 0.08, 0.98, 0.44, -0.04, 0, 0.5],
  [-0.06, -0.12, 0.84, 0.36, -0.14, 0.22, 0.4],
  [0.06, -0.32, 0.58, 0.25, -0.26, 0.42, 0.3],
  [0.24, -0.48, 0.27, 0.12, -0.5, 0.58, 0.18],
]

/** What the spatula leaves; the last swipe ends in a curl at the top. */
const heaped =
  (look, swipes = SCOOP) =>
  (c, { x, y, s, rng, lean = 1 }) => {
    const z = c.restAt(x, y, s * 0.5),
      turn = rng.in(-0.14, 0.14)
    for (const [dx, dy, r, ry, rot, lift, high] of swipes)
      swipe(c, {
        x: x + dx * s * lean,
        y: y + dy * s,
        r: r * s,
        ry: ry * s,
        rot: (rot + turn) * lean,
        z: z + lift * s,
        high: high * s,
        rng: rng.fork(),
        look,
        scale: s * (look.stroke ?? 1),
      })
  }

/** The far half of a paper cup's mouth, drawn before what is heaped into it; s is the mouth's radius. */
function farLip(c, { x, y, s }) {
  const flat = 0.16
  c.stamp(
    x,
    y,
    s * 1.05,
    0,
    (u, v, o) => {
      const d = (Math.hypot(u, v / flat) - s) * flat
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      set(o, PAPER)
      shade(o, 0.52 + 0.3 * smooth(-5, -1, d) + 0.2 * smooth(-s, s, u))
      o.lit = 0
      o.h = 4
    },
    'level',
  )
}

/** The lid of a packed tub, leaning on its edge behind it: a raised rim around a disc; s is its radius. */
function tubLid(c, { x, y, s, band = '#a83a22' }) {
  const stripe = hex(band),
    thin = 0.62
  c.stamp(
    x + s * 0.2,
    y + s * 0.96,
    s * 1.2,
    0,
    (u, v, o) => {
      set(o, hex('#1c0f08'))
      o.a = 0.5 * smooth(1, 0.1, Math.hypot(u / s, v / (s * 0.13)))
      o.lit = 0
    },
    'stain',
  )
  c.stamp(
    x,
    y,
    s * 1.1,
    0.1,
    (u, v, o) => {
      const q = Math.hypot(u / thin, v) / s,
        side = Math.hypot((u - s * 0.07) / thin, v) / s
      o.a = cover((Math.min(q, side) - 1) * s * thin, c.px)
      if (o.a <= 0) return false
      o.lit = 0
      o.h = 6
      set(o, PAPER)
      if (q > 1) return void shade(o, 0.62 + 0.12 * smooth(s, -s, v))
      over(o, stripe, smooth(0.012, 0, Math.abs(q - 0.73) - 0.025))
      shade(o, 1 - 0.22 * smooth(0.04, 0, Math.abs(q - 0.87)) * smooth(s * 0.4, -s * 0.4, u + v))
      shade(o, 0.84 + 0.12 * smooth(s, -s, u + v) + 0.08 * smooth(0.88, 0.92, q))
    },
    'level',
  )
}

const CHOCOLATE = palette('#160804', '#2c130a', '#472414', '#643822', '#8a5638')

export const GELATO = {
  'cup-far-lip': farLip,
  'tub-lid': tubLid,
  'scoop-pistachio': heaped({
    colours: palette('#4f4c1a', '#7a7832', '#9f9e50', '#bfbd78', '#dbd9a6'),
    grounds: hex('#5a6420'),
    gloss: 0.55,
  }),
  'scoop-stracciatella': heaped({
    colours: palette('#cdb88c', '#e8dab6', '#f6edd4', '#fdf8ea', '#fffdf6'),
    shavings: hex('#1f0d06'),
    gloss: 0.5,
  }),
  'scoop-hazelnut': heaped({
    colours: palette('#7a4c22', '#a87442', '#c99a66', '#e0bc8e', '#f0d8b4'),
    grounds: hex('#7a4a22'),
    gloss: 0.55,
  }),
  'scoop-chocolate': heaped({ colours: CHOCOLATE, gloss: 0.7 }),
  'packed-chocolate': heaped({ colours: CHOCOLATE, stroke: 0.66, gloss: 0.5 }, PACKED),
  // Sorbet holds no fat: its color is clear, and the ice in it takes the gloss away.
  'scoop-raspberry': heaped({
    colours: palette('#6e0826', '#a01440', '#c62a56', '#dc4c70', '#ec7f98'),
    grounds: hex('#6a0622'),
    ice: 0.5,
    gloss: 0.42,
  }),
  'scoop-lemon': heaped({
    colours: palette('#c2a63a', '#e2cd68', '#f3e695', '#faf2ba', '#fefade'),
    ice: 0.5,
    gloss: 0.42,
  }),
}
