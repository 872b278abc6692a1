/**
 * What all dishes share: the table, the vessel, and layers of ingredients.
 * A layer is { "put": "basil", "n": 6, "s": 44, "over": 0.8 }, or short "basil*6@44~0.8": the ingredient, how many pieces, their size, and how far they are spread.
 */
import { SURFACES } from '../surfaces.mjs'
import { box } from '../boxes.mjs'
import * as turned from '../vessels.mjs'
import { ingredient } from '../ingredients/index.mjs'
import { random, seedOf } from '../random.mjs'
import { scatter } from '../shapes.mjs'

const vessels = { ...turned, box }

/** Draws other recipes into this picture, at a smaller scale: [{ "is": slug, "at": [x, y], "size": 0.4, "turn": 0 }]. */
export function guests(c, list, book) {
  for (const [i, place] of (list ?? []).entries()) {
    const inner = book.recipe(place.is),
      own = random(seedOf(`${place.is}/${place.seed ?? i}`))
    c.within(place.at[0], place.at[1], place.size ?? 0.5, place.turn ?? 0, () =>
      book.composer(inner.dish).draw(c, { ...inner, at: undefined, ...place.with }, own, book),
    )
  }
}

export function parseLayer(layer) {
  if (typeof layer !== 'string') return layer
  const m = /^([a-z-]+)(?::([a-z-]+))?(?:\*(\d+))?(?:@(\d+))?(?:~([\d.]+))?$/.exec(layer)
  if (!m) throw new Error(`a layer reads name:kind*count@size~spread, not: ${layer}`)
  return {
    put: m[1],
    ...(m[2] && { kind: m[2] }),
    ...(m[3] && { n: Number(m[3]) }),
    ...(m[4] && { s: Number(m[4]) }),
    ...(m[5] && { over: Number(m[5]) }),
  }
}

/**
 * Draws layers into a round region. `n` pieces of size `s` are spread evenly over the share `over` of the radius. `at`: [dx, dy], or a list of them, places pieces
 * exactly, relative to the radius; `mid`: the same for the middle of a spread. `pinch`: how many grains a piece consists of, for ingredients in heaps.
 */
export function layers(c, where, list = []) {
  for (const raw of list) {
    const { put, n = 1, s = 40, over = 0.9, at, mid, inner = 0, pinch, ...rest } = parseLayer(raw)
    const fn = ingredient(put),
      rng = where.rng.fork()
    const spots = at
      ? (Array.isArray(at[0]) ? at : [at]).map(([dx, dy]) => [where.x + dx * where.r, where.y + dy * where.r])
      : mid
        ? (Array.isArray(mid[0]) ? mid : [mid]).flatMap(([dx, dy]) =>
            scatter(rng, n, where.r * over, { x: where.x + dx * where.r, y: where.y + dy * where.r }),
          )
        : n === 1
          ? [[where.x, where.y]]
          : scatter(rng, n, where.r * over, { x: where.x, y: where.y, inner: inner * where.r })
    for (const [x, y] of spots)
      fn(c, {
        x,
        y,
        s: n === 1 && !at ? s : s * rng.in(0.86, 1.14),
        rng: rng.fork(),
        ...(pinch ? { n: pinch } : at && n > 1 && { n }),
        ...rest,
      })
  }
}

/** Draws the table and the vessel. Returns where the food goes. */
export function scene(c, recipe, rng, fallback = {}) {
  const { surface = 'linen', tint, vessel = fallback.vessel, props = [] } = recipe
  const paint = SURFACES[surface]
  if (!paint) throw new Error(`unknown surface: ${surface}`)
  const under = rng.fork()
  // A dish on a laid table stands on that table.
  if (!c.nested) {
    paint(c, under, { ...(tint && { colour: tint }), ...recipe.ground })
    c.bare.fill(1)
  }
  const { kind, ...v } = typeof vessel === 'string' ? { kind: vessel } : (vessel ?? { kind: 'none' })
  const [x, y] = recipe.at ?? [500, 375]
  let at = { x, y, r: fallback.r ?? 300, z: c.heightAt(x, y) }
  if (kind !== 'none') {
    if (!vessels[kind]) throw new Error(`unknown vessel: ${kind}`)
    at = vessels[kind](c, { x, y, r: fallback.r ?? 300, ...fallback.shape, ...v, rng: rng.fork() })
  }
  const aside = rng.fork()
  if (!c.nested) layers(c, { x: 500, y: 375, r: 375, rng: aside }, props)
  return at
}
