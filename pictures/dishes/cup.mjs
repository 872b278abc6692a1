/** Coffee from above: saucer, cup, what swims in it, and what lies beside. */
import { handle, plate, pot } from '../vessels.mjs'
import { ingredient } from '../ingredients/index.mjs'
import { fill } from '../ingredients/sauces.mjs'
import { layers, scene } from './scene.mjs'

export function draw(c, recipe, rng) {
  const { size = 190, saucer = 1.62, glaze = 'white', drink = 'coffee', art = 'crema' } = recipe
  const at = scene(c, recipe, rng, { vessel: 'none' })
  if (saucer) plate(c, { x: at.x, y: at.y, r: size * saucer, rng: rng.fork(), glaze })
  if (recipe.handle !== false)
    handle(c, {
      x: at.x,
      y: at.y,
      r: size * 0.97,
      angle: recipe.turn ?? -0.5,
      length: size * 0.5,
      width: size * 0.24,
      glaze,
    })
  const cup = pot(c, { x: at.x, y: at.y, r: size, rng: rng.fork(), glaze, wall: 0.075, depth: 0.42 })
  const z = cup.z + size * 0.22
  if (drink === 'coffee')
    ingredient('coffee-top')(c, { x: at.x, y: at.y, s: cup.r * 0.985, z, rng: rng.fork(), art })
  else fill(c, { x: at.x, y: at.y, s: cup.r * 0.985, z, rng: rng.fork(), kind: drink })
  layers(c, { x: at.x, y: at.y, r: cup.r, rng }, recipe.put)
  layers(c, { x: 500, y: 375, r: 375, rng }, recipe.beside)
}
