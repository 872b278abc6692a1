/** A merchant's recipes (the entries of its pictures.json), and the pictures that its menus name. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as cup from './dishes/cup.mjs'
import * as drink from './dishes/drink.mjs'
import * as pasta from './dishes/pasta.mjs'
import * as pizza from './dishes/pizza.mjs'
import * as plated from './dishes/plated.mjs'
import * as sandwich from './dishes/sandwich.mjs'
import * as table from './dishes/table.mjs'
import * as tray from './dishes/tray.mjs'
import * as tub from './dishes/tub.mjs'

const COMPOSERS = { cup, drink, pasta, pizza, plated, sandwich, table, tray, tub }
/** The width of the picture in table units (canvas.mjs), for each kind of dish. */
const SPANS = {
  cup: 700,
  drink: 860,
  pasta: 800,
  pizza: 820,
  plated: 750,
  sandwich: 830,
  table: 1000,
  tray: 800,
  tub: 800,
}

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Every picture that a menu file names. */
export function wanted(folder) {
  const slugs = new Set()
  // A restaurant without menus has pictures, too: its icon and its home page's.
  const menus = join(folder, 'menus')
  for (const name of (existsSync(menus) ? readdirSync(menus) : [])
    .filter((n) => n.endsWith('.json'))
    .sort()) {
    const menu = readJson(join(menus, name))
    for (const part of [
      menu,
      ...(menu.categories ?? []),
      ...(menu.categories ?? []).flatMap((c) => c.items ?? []),
    ]) {
      for (const slug of [part.picture, ...(part.pictures ?? [])]) if (slug) slugs.add(slug)
    }
  }
  return slugs
}

/** @param {Record<string, object>} recipes the merchant's pictures.json; a recipe with "like" takes whatever it does not say itself from another one */
export function book(recipes) {
  const recipe = (slug, trail = []) => {
    const own = recipes[slug]
    if (!own)
      throw new Error(
        `no recipe for the picture "${slug}"${trail.length ? ` (asked for by ${trail.at(-1)})` : ''}`,
      )
    if (trail.includes(slug))
      throw new Error(`recipes refer to each other in a circle: ${[...trail, slug].join(' -> ')}`)
    const { like, ...rest } = own
    return like ? { ...recipe(like, [...trail, slug]), ...rest } : rest
  }
  const composer = (name) => {
    if (!COMPOSERS[name]) throw new Error(`unknown dish: ${name}`)
    return COMPOSERS[name]
  }
  return {
    recipe,
    composer,
    view: (r) => ({ x: 500, y: r.dish === 'drink' ? 402 : 375, span: SPANS[r.dish], ...r.view }),
    slugs: Object.keys(recipes).filter((s) => s !== 'defaults'),
  }
}
