import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { contentSchemas, findContent } from '#contract/schemas/content.ts'
import { checkBook } from '#contract/schemas/menu.ts'
import { parseLenient } from '#contract/schemas/parse-lenient.ts'

type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  in?: z.ZodMiniType
  getter?: () => z.ZodMiniType
  options?: z.ZodMiniType[]
}

/** Every optional key in a schema's objects, at any depth, with its schema. */
function* optionalKeys(
  schema: z.ZodMiniType,
  path: string,
  seen = new Set<z.ZodMiniType>(),
): Generator<[string, string, z.ZodMiniType]> {
  if (seen.has(schema)) return
  seen.add(schema)
  const { shape = {}, innerType, element, in: input, getter, options = [] } = schema._zod.def as Def
  for (const [key, value] of Object.entries(shape)) {
    if (z.safeParse(value, undefined).success) yield [`${path}.${key}`, key, value]
    yield* optionalKeys(value, `${path}.${key}`, seen)
  }
  for (const inner of [innerType, element, input, getter?.(), ...options])
    if (inner) yield* optionalKeys(inner, path, seen)
}

describe('an answer of an API', () => {
  it.each([
    ...Object.entries(endpoints).map(([name, { answer }]) => [name, answer] as const),
    ...Object.entries(contentSchemas),
  ])('may be null wherever the schemas say optional: %s', (name, schema) => {
    const keys = [...optionalKeys(schema, name)]
    const refused = keys.filter(
      ([, key, value]) => !parseLenient(z.object({ [key]: value }), { [key]: null }).success,
    )
    expect(refused.map(([path]) => path)).toEqual([])
  })

  it('is looked through: the calls have optional keys of every kind', () => {
    const keys = [...optionalKeys(endpoints.listCards.answer, 'cards')].map(([path]) => path)
    expect(keys).toEqual(
      expect.arrayContaining(['cards.cards.from_name', 'cards.cards.design', 'cards.has_error']),
    )
  })

  const Told = z.object({ list: z.array(z.object({ id: z.string(), name: z.optional(z.string()) })) })

  it('has its nulls left out where they stand, and stays as it is itself', () => {
    const told = {
      list: [
        { id: 'a', name: null },
        { id: 'b', name: 'B' },
        { id: 'c', name: null },
      ],
    }
    expect(parseLenient(Told, told).data).toEqual({
      list: [{ id: 'a' }, { id: 'b', name: 'B' }, { id: 'c' }],
    })
    expect(told.list[0]).toEqual({ id: 'a', name: null })
  })

  it.each([
    ['list.1.id', { list: [{ id: 'a', name: null }, { id: null }] }],
    ['list.0.id', { list: [{ id: 7, name: null }] }],
    ['list.0', { list: [null] }],
    ['list', { list: null }],
    ['', null],
  ])('is refused when a required value is null, with its place: %s', (path, told) => {
    expect(parseLenient(Told, told).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  it('is read so in a menu book, and in a content page', async () => {
    const named = { id: 'm', external_id: 'm', name: 'Dinner', description: '', image: null }
    const dish = {
      ...named,
      external_menu_id: 'm',
      external_menu_category_id: 'm',
      omnivore_id: 'm',
      images: [],
      vegan: false,
      gluten_free: false,
      available: null,
      omnivore: { price_per_unit: 900 },
      custom_options: [],
      additional_items: [],
    }
    const categories = [{ ...named, external_menu_id: 'm', items: [dish] }]
    const { menus } = await checkBook(
      { menus: [{ ...named, served: null, categories }] },
      async () => undefined,
    )
    expect(menus[0]!.categories[0]!.items[0]).not.toHaveProperty('available')
    const page = { name: 'about_page', value: { header: null, text: '<p>Us</p>', faqs: null } }
    expect(findContent([page], 'about_page')).toEqual({ text: '<p>Us</p>' })
  })
})
