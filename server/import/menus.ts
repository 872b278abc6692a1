import { currencyText } from '#contract/currency-text.ts'
import type { BookCategory, BookMenu, MenuItem, MenuMode, Section } from '#contract/schemas/menu.ts'
import type { Picture } from '#contract/schemas/picture.ts'
import { allergensField, listAllergenProblems, listDietProblems } from './allergens.ts'
import type { FieldPath } from './field-path.ts'
import { centsOf, type ItemFile, type MenuFile, type OptionsFile, type SectionFile } from './file-schemas.ts'
import { reportUnknownSection } from './names-in-menus.ts'
import { taxClassField } from './taxes.ts'
import { listIds, listSectionProblems, type PlacedId, sectionOf } from './sections.ts'
import type { SourceFile } from './source-file.ts'

export type ImportedMenu = BookMenu & { modes: MenuMode[] }
export type CheckedMenu = { source: SourceFile; menu: MenuFile }
type CheckedOptions = { source: SourceFile; options: OptionsFile }

/** What a menu is built from besides its own file. `findPicture` reports a picture that does not exist. */
type MenuContext = {
  locationId: string
  options: CheckedOptions | undefined
  /** Whether options.json has a section of this name, valid or not: an invalid one is reported once, in that file. */
  hasSection(name: string): boolean
  findPicture(slug: string, source: SourceFile, path: FieldPath): Picture | undefined
}

/** Builds a location's menus in the API's form, in the given order, and reports problems at their lines. */
export function buildMenus(files: readonly CheckedMenu[], around: MenuContext): ImportedMenu[] {
  const prices = new PriceCheck()
  if (around.options) checkOptions(around.options, prices)
  reportRepeats(
    files.map(({ source, menu }) => ({
      id: menu.external_id,
      report: () => source.report(['external_id'], `another menu is called "${menu.external_id}", too`),
    })),
  )
  return files.map((file) => buildMenu(file, around, prices))
}

function checkOptions({ source, options }: CheckedOptions, prices: PriceCheck): void {
  for (const [name, section] of Object.entries(options)) {
    for (const { path, message } of listSectionProblems(section, [name])) source.report(path, message)
    prices.check(source, listIds(section, [name]))
  }
}

function buildMenu({ source, menu }: CheckedMenu, around: MenuContext, prices: PriceCheck): ImportedMenu {
  const id = `${around.locationId}:${menu.external_id}`
  const pictureOf = (slug: string | undefined, path: FieldPath): Picture | null =>
    slug === undefined ? null : (around.findPicture(slug, source, path) ?? null)
  reportRepeats(
    menu.categories.map((category, c) => ({
      id: category.external_id,
      report: () =>
        source.report(
          ['categories', c, 'external_id'],
          `another category of this menu is called "${category.external_id}", too`,
        ),
    })),
  )
  const categories = menu.categories.map((category, c): BookCategory => {
    const path: FieldPath = ['categories', c]
    reportRepeats(
      category.items.map((item, i) => ({
        id: item.external_id,
        report: () =>
          source.report(
            [...path, 'items', i, 'external_id'],
            `another item of this category is called "${item.external_id}", too`,
          ),
      })),
    )
    return {
      id: `${id}:${category.external_id}`,
      external_id: category.external_id,
      external_menu_id: menu.external_id,
      name: category.name,
      description: category.description,
      image: pictureOf(category.picture, [...path, 'picture']),
      items: category.items.map((item, i) =>
        buildItem(
          item,
          {
            menu: menu.external_id,
            category: category.external_id,
            hasWholePictures: category.whole_pictures,
            source,
            path: [...path, 'items', i],
          },
          around,
          prices,
        ),
      ),
    }
  })
  return {
    id,
    external_id: menu.external_id,
    name: menu.name,
    description: menu.description,
    image: pictureOf(menu.picture, ['picture']),
    ...(menu.served && { served: menu.served }),
    modes: menu.modes,
    categories,
  }
}

type ItemPlace = {
  menu: string
  category: string
  hasWholePictures: boolean
  source: SourceFile
  path: FieldPath
}

function buildItem(item: ItemFile, place: ItemPlace, around: MenuContext, prices: PriceCheck): MenuItem {
  const { menu, category, hasWholePictures, source, path } = place
  const ids: PlacedId[] = []
  const sectionsOf = (entries: readonly (string | SectionFile)[], field: string): Section[] =>
    entries.flatMap((entry, index) => {
      const at = [...path, field, index]
      const section = typeof entry === 'string' ? around.options?.options[entry] : entry
      if (!section) {
        if (typeof entry === 'string' && !around.hasSection(entry)) reportUnknownSection(source, at, entry)
        return []
      }
      if (typeof entry !== 'string')
        for (const { path: where, message } of listSectionProblems(entry, at)) source.report(where, message)
      // A clash in a named section is reported at the line of the item that uses it: that is where it can be fixed.
      ids.push(...listIds(section, at).map((one) => (typeof entry === 'string' ? { ...one, path: at } : one)))
      return [sectionOf(section)]
    })
  const built: MenuItem = {
    id: `${around.locationId}:${menu}:${category}:${item.external_id}`,
    external_id: item.external_id,
    external_menu_id: menu,
    external_menu_category_id: category,
    omnivore_id: `${menu}.${category}.${item.external_id}`,
    name: item.name,
    description: item.description,
    images: item.pictures.flatMap((slug, index) => {
      const picture = around.findPicture(slug, source, [...path, 'pictures', index])
      return picture ? [hasWholePictures ? { ...picture, whole: true } : picture] : []
    }),
    vegan: item.vegan,
    gluten_free: item.gluten_free,
    available: item.available,
    ...allergensField(item.allergens),
    ...taxClassField(item),
    omnivore: { price_per_unit: centsOf(item.price) },
    custom_options: sectionsOf(item.options, 'options'),
    additional_items: sectionsOf(item.additional, 'additional'),
  }
  for (const { path: where, message } of listAllergenProblems(item.allergens, path))
    source.report(where, message)
  for (const message of listDietProblems(built)) source.report(path, message)
  reportRepeats(
    ids.map((one) => ({
      id: one.id,
      report: () => source.report(one.path, `the modifier id "${one.id}" is in this item twice`),
    })),
  )
  prices.check(source, ids)
  return built
}

function reportRepeats(entries: readonly { id: string; report(): void }[]): void {
  const seen = new Set<string>()
  for (const entry of entries) {
    if (seen.has(entry.id)) entry.report()
    seen.add(entry.id)
  }
}

/** One modifier id has one price in the whole merchant: the kitchen's system identifies the modifier by the id alone. */
class PriceCheck {
  readonly #known = new Map<string, number>()

  check(source: SourceFile, ids: readonly PlacedId[]): void {
    for (const { id, priceCents, path } of ids) {
      const known = this.#known.get(id)
      if (known === undefined) this.#known.set(id, priceCents)
      else if (known !== priceCents)
        source.report(
          path,
          `the modifier id "${id}" costs ${currencyText(priceCents)} here and ${currencyText(known)} elsewhere; one id has one price`,
        )
    }
  }
}
