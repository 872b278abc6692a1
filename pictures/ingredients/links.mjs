/** A sausage from the pit, bent as it hung: casing drawn tight, blistered, split once or twice. s is half its length. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'

const BLISTER = hex('#230805'),
  PEPPER = palette('#340d06', '#62200c', '#8a3410', '#ad541f', '#cc7f42'),
  COARSE = palette('#8a3a20', '#b8643c', '#d89468'),
  MOLTEN = palette('#d07408', '#f4a41c', '#fcc94a', '#fee28e')

/** The skin: browned unevenly, what was ground into it showing through, charred where it lay on the grate. */
function skin(o, { along, across, q, t, w, s, seed, kind }) {
  const n = fbm(along * 3.2, across * 5, 4, seed + 1),
    grain = fbm(along * 16, across * 26, 3, seed + 2),
    wrinkle = noise(along * 26, across * 3.5, seed + 3) * smooth(0.4, 1, Math.abs(t))
  ramp(o, kind.casing, 0.52 + 0.3 * n + 0.12 * grain - 0.28 * q * q)
  over(o, hex(kind.fleck), kind.flecks * smooth(0.42, 0.55, noise(along * 24, across * 24, seed + 4)))
  over(o, hex(kind.herb), 0.6 * smooth(0.44, 0.56, noise(along * 20, across * 22, seed + 5)))
  const char = kind.char * smooth(0.1, 0.46, fbm(along * 5, across * 7, 3, seed + 6))
  over(o, BLISTER, 0.72 * char)
  o.h = w * 1.7 * Math.sqrt(Math.max(0, 1 - q * q)) + s * (0.009 * n + 0.005 * grain + 0.008 * wrinkle)
  o.gloss = 0.95 - 0.3 * char
  o.soft = 0.3
  return grain
}

/** Where it burst: the coarse meat, or the cheese that wells up. */
function split(o, cut, { along, across, side, t, s, seed, kind }, grain) {
  const a = (t - cut.at) / cut.long,
    b = (side - cut.side - 0.25 * a) / (kind.molten ? 0.34 : 0.24),
    d = Math.hypot(a, b) + 0.18 * grain,
    open = smooth(1.05, 0.8, d)
  if (open <= 0) return
  const { r, g, b: blue } = o
  ramp(o, kind.inside, 0.5 + (kind.molten ? 0.2 : 0.6) * fbm(along * 26, across * 34, 2, seed + 8))
  o.r = r + (o.r - r) * open
  o.g = g + (o.g - g) * open
  o.b = blue + (o.b - blue) * open
  if (kind.molten) o.h += s * 0.03 * Math.sqrt(open)
  else o.h -= s * 0.02 * open - s * 0.016 * open * grain
  o.h += s * 0.02 * smooth(0.35, 0, Math.abs(d - 1.1))
}

const link =
  (kind) =>
  (c, { x, y, s, rot = 0, rng, bow = rng.in(0.16, 0.3), splits = 2 }) => {
    const seed = rng.seed(),
      w = s * 0.215,
      // The circle that it lies on: through both ends and the middle of the bow.
      sag = bow * s,
      R = (s * s * 0.86 + sag * sag) / (2 * sag),
      half = Math.asin(Math.min(0.95, (s * 0.93) / R)),
      cuts = Array.from({ length: splits }, (_, i) => ({
        at: ((i + 0.5) / splits - 0.5) * 1.3 + rng.in(-0.1, 0.1),
        long: rng.in(0.11, 0.17) * (kind.molten ? 1.2 : 1),
        side: rng.in(-0.25, 0.15),
      }))
    c.stamp(
      x,
      y,
      s * 1.15 + w,
      rot,
      (u, v0, o) => {
        const v = v0 - R + sag * 0.5,
          angle = Math.atan2(u, -v),
          held = Math.max(-half, Math.min(half, angle)),
          t = held / half,
          off = Math.hypot(u - R * Math.sin(held), v + R * Math.cos(held)),
          // The ends are drawn in, where the casing was tied.
          r = w * (1 - 0.16 * Math.abs(t) ** 5) * (1 + 0.025 * noise(t * 3, 1, seed)),
          side = (R - Math.hypot(u, v)) / r,
          q = off / r
        o.a = cover(off - r, c.px)
        if (o.a <= 0) return false
        const across = Math.max(-1, Math.min(1, side)) * 0.22,
          spot = { along: (angle * R) / s, across, side, q, t, w, s, seed, kind },
          grain = skin(o, spot)
        for (const cut of cuts) split(o, cut, spot, grain)
        shade(o, 0.84 + 0.16 * smooth(1, 0.75, q))
      },
      'solid',
      c.restAt(x, y, s * 0.35),
    )
  }

const HOT = { casing: PEPPER, inside: COARSE, fleck: '#e09a5c', flecks: 0.4, herb: '#230805', char: 1 }

export const LINKS = {
  'smoked-link': link(HOT),
  'cheese-link': link({
    ...HOT,
    casing: palette('#46180a', '#7c3614', '#a8561f', '#c67c38', '#dda45e'),
    inside: MOLTEN,
    molten: true,
    fleck: '#f6ae2c',
    flecks: 0.9,
    herb: '#40691c',
  }),
  'polish-link': link({
    ...HOT,
    casing: palette('#46200c', '#7a3e16', '#a5622a', '#c48a48', '#ddb070'),
    fleck: '#e8c08c',
    flecks: 0.35,
    herb: '#4a4a1c',
    char: 0.7,
  }),
}
