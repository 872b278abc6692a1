/** A panino cut in two: both halves at a three-quarter view, the filling to the front. */
import { ingredient } from '../ingredients/index.mjs'
import { loafHalf } from '../ingredients/loafhalf.mjs'
import { parseLayer } from './scene.mjs'

/**
 * One half. Each layer of `recipe.put` is a row along the cut, from the lowest to the highest, or at its `row` (0 to 1);
 * a later row lies over an earlier one. `hang` lets a row's pieces stand out of the bread's ends.
 */
export function half(c, { x, y, w, rng, recipe, turn }) {
  const ca = Math.cos(turn),
    sa = Math.sin(turn)
  const { top = 62, filling = 110, bottom = 44, back = 92, loaf: kind = 'ciabatta', heart } = recipe
  loafHalf(c, { x, y, w, rot: turn, rng: rng.fork(), kind, top, filling, bottom, back, heart })
  for (const [i, raw] of recipe.put.entries()) {
    const { put, n = 6, s = 40, hang = 0.92, tilt = 0.22, up = 0, ...rest } = parseLayer(raw),
      row = rest.row ?? i / Math.max(1, recipe.put.length - 1)
    delete rest.row
    const one = ingredient(put),
      own = rng.fork()
    for (let k = 0; k < n; k++) {
      const u = ((k + 0.5) / n - 0.5) * w * hang + own.in(-6, 6),
        v = (0.5 - row) * filling * 0.8 + own.in(-4, 4)
      one(c, {
        x: x + u * ca - v * sa,
        y: y + u * sa + v * ca,
        s: s * own.in(0.88, 1.12),
        rot: turn + up + own.in(-tilt, tilt),
        rng: own.fork(),
        ...rest,
      })
    }
  }
}
