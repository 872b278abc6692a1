/** A bowl of pasta: a little sauce below, the heap, more sauce over it, then what is folded in and what falls last. */
import { ingredient } from '../ingredients/index.mjs'
import { pool } from '../ingredients/sauces.mjs'
import { layers, scene } from './scene.mjs'

export function draw(c, recipe, rng) {
  const at = scene(c, recipe, rng, { vessel: 'bowl', r: 335 }),
    { sauce, heap = 1 } = recipe
  if (sauce)
    pool(c, {
      x: at.x,
      y: at.y,
      s: at.r * (recipe.spread ?? 0.84),
      rng: rng.fork(),
      kind: sauce,
      height: 6,
      wobble: 0.05,
    })
  layers(c, { ...at, rng }, recipe.under)
  ingredient(recipe.pasta)(c, {
    x: at.x,
    y: at.y,
    s: at.r * heap,
    rng: rng.fork(),
    sauce,
    coat: recipe.coat ?? 0.55,
    ...(recipe.count && { n: recipe.count }),
  })
  if (recipe.over)
    pool(c, {
      x: at.x + rng.in(-12, 12),
      y: at.y + rng.in(-12, 12),
      s: at.r * (recipe.overSize ?? 0.36),
      rng: rng.fork(),
      kind: recipe.over,
      height: 9,
      wobble: 0.22,
      ragged: 0.015,
    })
  layers(c, { ...at, r: at.r * 0.74, rng }, recipe.put)
}
