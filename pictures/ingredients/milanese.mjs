/** A veal chop pounded wide and thin, crumbed and fried in butter until the crust lifts in blisters. s is half its length. */
import { cells, fbm } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'

const CRUST = palette('#b9691a', '#dc982e', '#efb94e', '#f8d68a'),
  BROWN = hex('#9a4d0e'),
  DARK = hex('#5f2a08')

/** rot points along the chop to its rib. */
function milanese(c, { x, y, s, rot = 0, rng }) {
  const seed = rng.seed(),
    rim = outline(rng, { wobble: 0.06, ragged: 0.006, lobes: 5 })
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.74,
    rot,
    // Widest away from the rib, drawn together where the bone leaves it.
    outline: (a) =>
      rim(a) * (1 - 0.1 * smooth(0.2, 0.9, Math.cos(a)) * smooth(0.02, 0.5, Math.abs(Math.sin(a)))),
    form: () => 0,
    soft: 0.4,
    paint: (o, u, v, d) => {
      const a = u / s,
        b = v / s,
        big = fbm(a * 2.2, b * 2.2, 3, seed),
        mid = fbm(a * 6, b * 6, 3, seed + 1),
        fine = fbm(a * 30, b * 30, 3, seed + 2),
        // Coarse crumbs, each with its own color and its own shadow.
        k = cells(a * 40 + 2.2 * mid, b * 40 + 1.6 * big, seed + 3),
        crumb = smooth(0.62, 0.12, k.f1),
        own = k.id
      const air = cells(a * 3.4 + 0.35 * mid, b * 3.4, seed + 4),
        blister = smooth(0.55, 0.1, air.f1) * (air.id < 0.7 ? 1 : 0)
      ramp(o, CRUST, 0.42 + 0.26 * big + 0.2 * mid + 0.2 * (own - 0.5) + 0.3 * fine + 0.14 * crumb)
      const hot = smooth(0.1, 0.75, 0.75 * blister + 0.5 * mid - 0.35 * big)
      over(o, BROWN, 0.55 * hot * (0.6 + 0.5 * own))
      over(o, BROWN, 0.75 * smooth(s * 0.1, 0, d + s * 0.05 * mid))
      over(o, DARK, 0.4 * smooth(0.75, 1, hot + 0.3 * fine) + 0.4 * smooth(s * 0.035, 0, d))
      shade(o, 0.9 + 0.16 * crumb)
      o.h =
        s * 0.085 * Math.sqrt(smooth(0, s * 0.07, d)) +
        s * (0.05 * big + 0.03 * mid + 0.035 * blister) * smooth(0, s * 0.2, d) +
        s * 0.009 * crumb * own * 1.6 +
        s * 0.016 * fine
      // Foaming butter stays in the hollows.
      o.gloss = 0.3 + 0.35 * smooth(0, 0.5, -mid) + 0.15 * fine
    },
  })
}

export const MILANESE = { milanese }
