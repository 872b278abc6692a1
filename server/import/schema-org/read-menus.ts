import { formatFieldPath } from '../field-path.ts'
import { isObject } from '../is-object.ts'
import type { ImportProblem } from '../problem.ts'
import { listOf, type Page, readPage, textOf, type JsonLdNode, nodesUnder, typesOf, walk } from './json-ld.ts'
import { priceOf, type PublishedPrice } from './prices.ts'

/** A menu as a restaurant published it (schema.org Menu), in the structure of a menu file: sections are not nested. */
export type PublishedMenu = { name: string; description: string; categories: PublishedCategory[] }
type PublishedCategory = { name: string; description: string; dishes: PublishedDish[] }
export type PublishedDish = PublishedPrice & {
  name: string
  description: string
  vegan: boolean
  glutenFree: boolean
  image: string | undefined
}

type ReadMenus = {
  menus: PublishedMenu[]
  /** What was left out without affecting the rest, in words. */ notes: string[]
}

type Reading = {
  page: Page
  problems: readonly ImportProblem[]
  notes: string[]
  /** The sections on the path to the current one, to stop at one that contains itself. */ trail: ReadonlySet<object>
}

/**
 * The menus of a page or a JSON-LD file. Everything missing is added to `problems` with its line and field, and whatever lacks it is left out; the caller
 * decides whether that is acceptable.
 */
export function readPublishedMenus(text: string, shownAs: string, problems: ImportProblem[]): ReadMenus {
  const page = readPage(text, shownAs, problems)
  const notes: string[] = []
  const found = listMenus(page)
  if (found.length === 0 && problems.length === 0)
    problems.push({
      file: shownAs,
      line: 1,
      field: '',
      message: 'no schema.org Menu is in this file: a Menu, or a Restaurant with hasMenu, as JSON-LD',
    })
  const menus = found.flatMap((menu) =>
    menusOf(menu, found.length, { page, problems, notes, trail: new Set() }),
  )
  return { menus, notes }
}

/** Menus wherever they occur; if there are none, sections outside of any menu. */
function listMenus(page: Page): JsonLdNode[] {
  const menus: JsonLdNode[] = []
  const sections: JsonLdNode[] = []
  const add = (list: JsonLdNode[], thing: JsonLdNode): void =>
    void (list.some(({ value }) => value === thing.value) || list.push(thing))
  for (const source of page.sources)
    walk({ source, path: [], value: { document: source.value } }, (thing) => {
      const placed = { ...thing, path: thing.path.slice(1) }
      const step = placed.path.findLast((one) => typeof one === 'string')
      const isMenu =
        typesOf(placed).includes('Menu') ||
        (typesOf(placed).length === 0 && (step === 'hasMenu' || step === 'menu'))
      const isSection = typesOf(placed).includes('MenuSection')
      if (!isMenu && !isSection) return true
      if (hasDishes(placed)) add(isMenu ? menus : sections, placed)
      return false
    })
  return menus.length > 0 || sections.length === 0 ? menus : sections
}

const hasDishes = ({ value }: JsonLdNode): boolean =>
  ['hasMenuSection', 'hasMenuItem'].some((field) => listOf(value[field]).length > 0)

function menusOf(menu: JsonLdNode, siblings: number, reading: Reading): PublishedMenu[] {
  const sections = nodesUnder(reading.page, menu, 'hasMenuSection')
  const isGroupOfMenus =
    sections.length > 1 &&
    nodesUnder(reading.page, menu, 'hasMenuItem').length === 0 &&
    sections.every((one) => hasOnlySections(one, reading))
  // A "Menu" that contains "Lunch" and "Dinner", each with sections of its own, becomes two menus.
  const trail = new Set([...reading.trail, menu.value])
  if (isGroupOfMenus)
    return sections.flatMap((section) =>
      trail.has(section.value) ? [] : menusOf(section, sections.length, { ...reading, trail }),
    )
  const name = nameOf(menu) || (siblings === 1 ? 'Menu' : '')
  if (name === '')
    menu.source.report(
      [...menu.path, 'name'],
      'is missing: the page has several menus, and each needs a name',
    )
  const before = reading.problems.length
  const categories = categoriesOf({ ...menu, value: { ...menu.value, name } }, reading)
  const dishes = categories.flatMap((category) => category.dishes)
  if (dishes.length === 0 && reading.problems.length === before)
    menu.source.report(menu.path, 'has no dish that can be read')
  return name === '' || dishes.length === 0
    ? []
    : [{ name, description: textOf(menu.value['description']), categories: named(categories) }]
}

const hasOnlySections = (section: JsonLdNode, { page }: Reading): boolean =>
  nodesUnder(page, section, 'hasMenuItem').length === 0 &&
  nodesUnder(page, section, 'hasMenuSection').length > 0

const nameOf = ({ value }: JsonLdNode): string => textOf(value['name'])

type Nested = PublishedCategory & { parent: string }

/** A section's own dishes as one category, then the categories of the sections within it. */
function categoriesOf(section: JsonLdNode, reading: Reading, parent = ''): Nested[] {
  if (reading.trail.has(section.value)) return []
  const inner = { ...reading, trail: new Set([...reading.trail, section.value]) }
  const name = nameOf(section)
  const items = nodesUnder(reading.page, section, 'hasMenuItem')
  const sections = nodesUnder(reading.page, section, 'hasMenuSection')
  if (items.length > 0 && name === '')
    section.source.report([...section.path, 'name'], 'is missing: a section with dishes needs a name')
  if (items.length === 0 && sections.length === 0)
    reading.notes.push(`left out: the section "${name}" (${formatFieldPath(section.path)}) is empty`)
  const dishes = items.flatMap((item) => dishOf(item, reading) ?? [])
  const own =
    dishes.length > 0 && name !== ''
      ? [{ name, parent, description: textOf(section.value['description']), dishes }]
      : []
  return [...own, ...sections.flatMap((one) => categoriesOf(one, inner, name))]
}

/** Two categories with the same name are told apart by their parent section: "Wine: Red" and "Vinegar: Red". */
const named = (categories: readonly Nested[]): PublishedCategory[] =>
  categories.map(({ parent, ...category }) => {
    const shared =
      categories.filter((one) => one.name.toLowerCase() === category.name.toLowerCase()).length > 1
    return shared && parent !== '' ? { ...category, name: `${parent}: ${category.name}` } : category
  })

function dishOf(item: JsonLdNode, { page }: Reading): PublishedDish | undefined {
  const name = nameOf(item)
  if (name === '') item.source.report([...item.path, 'name'], 'is missing: a dish needs a name')
  const price = priceOf(page, item)
  if (name === '' || !price) return undefined
  const diets = listOf(item.value['suitableForDiet']).map((diet) =>
    String(isObject(diet) ? (diet['@id'] ?? diet['name'] ?? '') : diet),
  )
  const suits = (diet: string): boolean => diets.some((one) => one.replace(/[\s-]/g, '').endsWith(diet))
  return {
    ...price,
    name,
    description: textOf(item.value['description']),
    vegan: suits('VeganDiet'),
    glutenFree: suits('GlutenFreeDiet'),
    image: addressOf(item.value['image']),
  }
}

function addressOf(image: unknown): string | undefined {
  const one = listOf(image)[0]
  const address = isObject(one) ? (listOf(one['url'] ?? one['contentUrl'] ?? one['@id'])[0] as unknown) : one
  return typeof address === 'string' && address !== '' ? address : undefined
}
