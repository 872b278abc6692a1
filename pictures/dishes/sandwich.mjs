/**
 * Sandwiches three ways: `open`, its lid slid aside; `cut`, two long halves; `halves`, a panino cut in two at a
 * three-quarter view, or with `whole` one roll from its front.
 */
import { crumbFace } from '../ingredients/breadface.mjs'
import { ingredient } from '../ingredients/index.mjs'
import { half } from './half.mjs'
import { layers, parseLayer, scene } from './scene.mjs'

function cutHalf(c, { x, y, w, rng, recipe, turn }) {
  const ca = Math.cos(turn),
    sa = Math.sin(turn),
    at = (u, v) => [x + u * ca - v * sa, y + u * sa + v * ca]
  const { thick = 86, filling = 120 } = recipe,
    base = c.restAt(x, y, 60)
  const face = (v, dome) => {
    const [bx, by] = at(0, v)
    crumbFace(c, {
      x: bx,
      y: by,
      w,
      l: thick,
      rot: turn,
      rng: rng.fork(),
      z: base + 6,
      dome,
      kind: recipe.loaf,
    })
  }
  face(filling / 2 + thick * 0.36, false)
  for (const [i, raw] of recipe.put.entries()) {
    const { put, n = 6, s = 40, row = i / Math.max(1, recipe.put.length - 1), ...rest } = parseLayer(raw),
      one = ingredient(put),
      own = rng.fork()
    for (let k = 0; k < n; k++) {
      const u = ((k + 0.5) / n - 0.5) * w * 0.86 + own.in(-8, 8),
        v = (0.5 - row) * filling * 0.72 + own.in(-6, 6),
        [px, py] = at(u, v)
      one(c, {
        x: px,
        y: py,
        s: s * own.in(0.85, 1.15),
        rot: turn + own.in(-0.35, 0.35),
        rng: own.fork(),
        ...rest,
      })
    }
  }
  face(-filling / 2 - thick * 0.36, true)
}

export function draw(c, recipe, rng) {
  const at = scene(c, recipe, rng, { vessel: { kind: 'board', w: 820, l: 560, handled: false }, r: 330 })
  layers(c, { ...at, rng }, recipe.under)
  if (recipe.style === 'halves') {
    const w = recipe.width ?? 470
    if (recipe.whole) half(c, { x: at.x, y: at.y + 60, w, rng, recipe, turn: -0.03 })
    else {
      half(c, { x: at.x - 96, y: at.y - 84, w, rng, recipe, turn: -0.1 })
      half(c, { x: at.x + 96, y: at.y + 172, w, rng, recipe, turn: 0.05 })
    }
  } else if (recipe.style === 'cut') {
    const w = recipe.width ?? 540
    cutHalf(c, { x: at.x - 62, y: at.y - 142, w, rng, recipe, turn: -0.12 })
    cutHalf(c, { x: at.x + 62, y: at.y + 150, w, rng, recipe, turn: 0.1 })
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
