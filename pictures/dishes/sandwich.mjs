/**
 * Sandwiches two ways: `open`, its lid slid aside, or `halves`, cut in two at a three-quarter view (with `whole`, one roll
 * from its front; with `mirror`, the nearer half on the left).
 */
import { ingredient } from '../ingredients/index.mjs'
import { half } from './half.mjs'
import { layers, scene } from './scene.mjs'

export function draw(c, recipe, rng) {
  const at = scene(c, recipe, rng, { vessel: { kind: 'board', w: 820, l: 560, handled: false }, r: 330 })
  layers(c, { ...at, rng }, recipe.under)
  if (recipe.style === 'halves') {
    const w = recipe.width ?? 470
    if (recipe.whole) half(c, { x: at.x, y: at.y + 60, w, rng, recipe, turn: -0.03 })
    else {
      const side = recipe.mirror ? -1 : 1
      half(c, { x: at.x - side * 96, y: at.y - 84, w, rng, recipe, turn: side * -0.1 })
      half(c, { x: at.x + side * 96, y: at.y + 172, w, rng, recipe, turn: side * 0.05 })
    }
  } else {
    const s = recipe.size ?? 190,
      bread = ingredient(recipe.bread),
      [dx, dy] = recipe.shift ?? [-0.72, -0.74],
      rot = recipe.rot ?? rng.in(-0.3, 0.3)
    bread(c, { x: at.x, y: at.y, s: s * 1.02, rng: rng.fork(), rot })
    layers(c, { x: at.x, y: at.y, r: s, rng }, recipe.put)
    bread(c, {
      x: at.x + dx * s,
      y: at.y + dy * s,
      s,
      rng: rng.fork(),
      rot: rot + rng.in(-0.15, 0.15),
      ...(recipe.lid !== 0 && { lift: recipe.lid ?? 18 }),
    })
  }
  layers(c, { ...at, rng }, recipe.beside)
}
