import { join } from 'node:path'
import { features } from '#contract/rules/features.ts'
import type { FieldPath } from './field-path.ts'
import { LocationFile, MenuFile } from './file-schemas.ts'
import { listMenuFiles } from './merchant-folder.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile, type SourceFile } from './source-file.ts'

/** What may be right but is often a mistake: printed by `npm run merchant -- check`, and no reason to stop an import. */

/** States without a general sales tax. */
const untaxedStates = ['AK', 'DE', 'MT', 'NH', 'OR']

const alcohol =
  /\b(beers?|lager|ale|ipa|stout|pilsner|hefeweizen|ciders?|wines?|prosecco|champagne|cava|chianti|merlot|cabernet|pinot|chardonnay|sauvignon|riesling|malbec|sangria|cocktails?|spritz|negroni|martini|margarita|mojito|mimosa|bellini|daiquiri|whisk(e)?y|bourbon|rye|tequila|mezcal|vodka|gin|rum|sake|soju|amaro|grappa|limoncello)\b/i
/** Names that contain such a word but mean a dish or drink without alcohol. */
const withoutAlcohol =
  /root beer|\bin (red |white )?(wine|beer|cider|rum)\b|ginger (beer|ale)|beer[- ](batter|can|brais|cheese)|wine[- ](brais|vinegar|sauce)|vinegar|alla vodka|vodka sauce|rum cake|rye bread|on rye|(non|zero|no)[- ]?(alcohol|proof|abv)|alcohol[- ]free|virgin|mocktail/i

/** Notes on the taxes of a merchant with valid files: a rate of 0, and alcohol without a tax class. */
export function listTaxNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const read = (name: string): SourceFile | undefined =>
    readSourceFile(join(folder, name), `merchants/${label}/${name}`, notes)
  const source = read('location.json')
  const location = source && checkSource(source, LocationFile)
  if (!location || !features.onlineOrders.isOn(location.settings)) return notes
  const { state } = location.location
  if (Number(location.tax_rate) === 0 && !location.taxes && !untaxedStates.includes(state.toUpperCase()))
    source.report(['tax_rate'], 'is 0, so no order is taxed')
  const found: { name: string; note(): void }[] = []
  for (const name of listMenuFiles(folder)) {
    const menu = read(`menus/${name}`)
    if (menu) found.push(...listAlcohol(menu))
  }
  if (location.taxes) for (const { note } of found) note()
  else if (found.length > 0)
    source.report(
      ['tax_rate'],
      `is the one rate of everything, and ${found.length} of the dishes look like alcohol (${found
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')}${found.length > 3 ? ', …' : ''})`,
    )
  return notes
}

/** The dishes of a menu that can be ordered, look like alcohol by their own or their category's name, and have no tax class. */
function listAlcohol(source: SourceFile): { name: string; note(): void }[] {
  const menu = checkSource(source, MenuFile)
  if (!menu?.modes.includes('order')) return []
  return menu.categories.flatMap((category, c) =>
    category.items.flatMap((item, i) => {
      const path: FieldPath = ['categories', c, 'items', i]
      const words = `${category.name}: ${item.name}`
      const isSuspect = alcohol.test(words) && !withoutAlcohol.test(words)
      return item.tax_class === undefined && isSuspect
        ? [
            {
              name: item.name,
              note: () => source.report(path, `${item.name} looks like alcohol, and names no tax_class`),
            },
          ]
        : []
    }),
  )
}
