/** Cheese that runs out of a cut: a smooth band along it, hanging in drips. s is half its length. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'

const CHEESES = {
  cheddar: palette('#c8680a', '#ec9418', '#f8b63c', '#fdd478'),
  jack: palette('#d8a850', '#f2d38a', '#faeabc', '#fff6dc'),
  american: palette('#d88408', '#f6ac22', '#fcc850', '#fee08c'),
}

/** `thick` is the band's own height, `run` how far its longest drip hangs below it. */
function cheeseRun(c, { x, y, s, rot = 0, rng, of = 'cheddar', thick = 14, run = 30 }) {
  const seed = rng.seed(),
    list = CHEESES[of],
    z = c.restAt(x, y, thick) + 10
  c.stamp(
    x,
    y,
    s + thick + run,
    rot,
    (u, v, o) => {
      const end = smooth(s, s * 0.78, Math.abs(u)),
        top = -thick * (0.7 + 0.3 * noise(u * 0.03, 2, seed)) * Math.sqrt(end),
        drip = smooth(0.05, 0.62, noise(u * 0.021, 5, seed + 1)) ** 1.2,
        low = (thick * (0.55 + 0.35 * noise(u * 0.05, 7, seed + 2)) + run * drip * end) * Math.sqrt(end),
        d = Math.max(top - v, v - low, Math.abs(u) - s)
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      // Round across its narrow way; a drip ends in a drop.
      const slope = (noise((u + 4) * 0.021, 5, seed + 1) - noise((u - 4) * 0.021, 5, seed + 1)) * 4,
        deep = Math.min(v - top, (low - v) / (1 + Math.abs(slope) * 1.6)),
        q = Math.min(1, Math.max(0, deep / (thick * 0.62))),
        n = fbm(u * 0.03, v * 0.03, 3, seed + 3)
      ramp(o, list, 0.5 + 0.26 * n + 0.16 * q)
      over(o, list[0], 0.35 * smooth(3, 0, -d))
      shade(o, 0.94 + 0.06 * q)
      o.h = z + thick * 0.75 * Math.sqrt(q * (2 - q)) + 2 * n
      o.gloss = 0.9
      o.soft = 0.7
    },
    // Whatever lies in the roll, the cheese runs over it.
    'level',
  )
}

/** A spoonful that has run over whatever it was poured on. */
function cheesePool(c, { x, y, s, rng, of = 'cheddar' }) {
  const seed = rng.seed(),
    list = CHEESES[of],
    rest = c.restAt(x, y, s * 0.6)
  c.stamp(
    x,
    y,
    s * 1.4,
    rng.angle(),
    (u, v, o) => {
      const a = Math.atan2(v, u),
        reach = s * (0.85 + 0.42 * noise(Math.cos(a) * 1.1, Math.sin(a) * 1.1, seed)),
        d = reach - Math.hypot(u, v * 1.35)
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      const n = fbm(u * 0.04, v * 0.04, 2, seed + 1)
      ramp(o, list, 0.5 + 0.3 * n)
      over(o, hex('#c8680a'), 0.3 * smooth(4, 0, d))
      o.h = 5 * Math.sqrt(Math.min(1, Math.max(0, d) / 7)) + 1.5 * n
      // It fills the hollows and lies thin on what stands up.
      o.h += (rest - o.base) * 0.72 * smooth(0, 6, d)
      o.gloss = 0.95
      o.soft = 0.7
    },
    'drape',
  )
}

export const MELT = { 'cheese-run': cheeseRun, 'cheese-pool': cheesePool }
