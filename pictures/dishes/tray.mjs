/** A pit tray lined with butcher paper: meats and sides by place. */
import { guests, layers, scene } from './scene.mjs'

export function draw(c, recipe, rng, book) {
  const at = scene(c, recipe, rng, {
    vessel: 'tray',
    r: 340,
    shape: { w: 900, l: 640, rot: rng.in(-0.05, 0.05) },
  })
  guests(c, recipe.dishes, book)
  layers(c, { ...at, rng }, recipe.put)
}
