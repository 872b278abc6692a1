/** A laid table: other recipes, smaller, at their places. Heroes and menu pictures. */
import { guests, layers, scene } from './scene.mjs'

export function draw(c, recipe, rng, book) {
  scene(c, { ...recipe, vessel: 'none' }, rng)
  layers(c, { x: 500, y: 375, r: 375, rng }, recipe.under)
  guests(c, recipe.dishes, book)
  layers(c, { x: 500, y: 375, r: 375, rng }, recipe.put)
}
