/** A recipe with `paper` as a drawing: a tea, a plate, a table with several of both, or the restaurant's front. */
import { drawPlate } from './bites.mjs'
import { drawGlass } from './glass.mjs'
import { drawFront } from './front.mjs'
import { field, sheet, svgOf } from './paper.mjs'

/** The recipe as SVG of the given size. `pages` finds the recipes of the pictures that a table contains. */
export function paperSvg(recipe, rng, size, pages) {
  const page = sheet()
  const { width, height } = size
  if (recipe.paper === 'front') {
    drawFront(page, recipe, rng, size)
    return svgOf(page, size)
  }
  field(page, size, { ...recipe, disc: recipe.paper !== 'table', ground: recipe.paper !== 'plate' })
  if (recipe.paper === 'tea')
    drawGlass(page, recipe, rng, {
      x: width / 2 - width * 0.01,
      y: height * 0.88,
      scale: (height / 720) * 1.14,
    })
  else if (recipe.paper === 'plate')
    drawPlate(page, recipe, rng, { x: width / 2, y: height / 2, r: height * 0.41 })
  else if (recipe.paper === 'table')
    for (const { is, at, size: scale = 1 } of recipe.dishes) {
      const guest = { ...pages.recipe(is), field: recipe.field }
      const [x, y] = [at[0] * width, at[1] * height]
      if (guest.paper === 'plate') drawPlate(page, guest, rng.fork(), { x, y, r: height * 0.26 * scale })
      else drawGlass(page, guest, rng.fork(), { x, y, scale: (height / 720) * scale })
    }
  else throw new Error(`unknown paper drawing: ${recipe.paper}`)
  return svgOf(page, size)
}
