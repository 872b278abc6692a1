/** The plain case: a vessel, something wet in it perhaps, then layers. */
import { fill, pool } from '../ingredients/sauces.mjs'
import { guests, layers, scene } from './scene.mjs'

export function draw(c, recipe, rng, book) {
  const at = scene(c, recipe, rng, { vessel: 'plate', r: 345 })
  if (recipe.fill)
    fill(c, {
      x: at.x,
      y: at.y,
      s: at.r * (recipe.full ?? 0.93),
      z: at.z + at.r * (recipe.depth ?? 0.12),
      rng: rng.fork(),
      kind: recipe.fill,
    })
  if (recipe.pool)
    pool(c, {
      x: at.x,
      y: at.y,
      s: at.r * (recipe.spread ?? 0.86),
      rng: rng.fork(),
      kind: recipe.pool,
      height: 6,
    })
  guests(c, recipe.dishes, book)
  layers(c, { ...at, rng }, recipe.put)
  layers(c, { x: 500, y: 375, r: 375, rng }, recipe.beside)
}
