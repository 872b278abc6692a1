import { describe, expect, it } from 'vitest'
import { Canvas } from '../../pictures/canvas.mjs'
import { scene } from '../../pictures/dishes/scene.mjs'
import { random } from '../../pictures/random.mjs'
import { plate } from '../../pictures/vessels.mjs'

const ROUND = { x: 500, y: 375, r: 345 }

/** How many pixels of the plate still show the table. */
function holes(seed: number, size: number, served = true) {
  const c = new Canvas(120, 90, { x: 500, y: 375, span: 750 })
  scene(c, { surface: 'linen', vessel: 'none' }, random(seed))
  if (served) c.within(500, 375, size, 0, () => plate(c, { ...ROUND, rng: random(seed) }))
  let count = 0
  for (let j = 0; j < c.height; j++)
    for (let i = 0; i < c.width; i++) {
      const [x, y] = [500 + (i + 0.5 - 60) * c.tablePx, 375 + (j + 0.5 - 45) * c.tablePx]
      if (Math.hypot(x - 500, y - 375) < 330 * size) count += c.bare[j * c.width + i]!
    }
  return count
}

describe('a plate on linen', () => {
  it.each([1, 0.4])('hides the folds of the cloth below it, drawn at %d of its size', (size) => {
    for (let seed = 1; seed <= 12; seed++) expect(holes(seed, size), `seed ${seed}`).toBe(0)
  })

  it('counts the whole plate as holes where nothing stands', () => {
    expect(holes(1, 1, false)).toBeGreaterThan(1000)
  })
})
