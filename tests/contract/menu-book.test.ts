import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { checkBook, MenuBook } from '#contract/schemas/menu.ts'

const dish = (id: string) => ({
  id,
  external_id: id,
  external_menu_id: 'dinner',
  external_menu_category_id: 'pizza',
  omnivore_id: id,
  name: id,
  description: '',
  images: [],
  vegan: false,
  gluten_free: false,
  omnivore: { price_per_unit: 900 },
  custom_options: [],
  additional_items: [],
})
const named = (id: string) => ({ id, external_id: id, name: id, description: '', image: null })
const category = (id: string, items: unknown[]) => ({ ...named(id), external_menu_id: 'dinner', items })
const book = (...categories: unknown[]) => ({ menus: [{ ...named('dinner'), categories }] })

describe('a menu book that is checked in pieces', () => {
  const pause = async (): Promise<void> => undefined

  it('has the same result as in one piece, without fields that the contract does not know', async () => {
    const sent = {
      ...book(category('pizza', [{ ...dish('margherita'), secret: 1 }]), category('pasta', [])),
      other: true,
    }
    const checked = await checkBook(sent, pause)
    expect(checked).toEqual(z.parse(MenuBook, sent))
    expect(JSON.stringify(checked)).not.toMatch(/secret|other/)
  })

  it('yields to the page before every category', async () => {
    let pauses = 0
    await checkBook(
      book(category('pizza', []), category('pasta', []), category('dolci', [])),
      async () => void pauses++,
    )
    expect(pauses).toBe(3)
  })

  it('accepts sections with only choices or only a checklist, and values without sections or toggles @EN-19', async () => {
    const value = { id: 'twelve', name: '12 inch', price: 0, default: true, omnivore_id: ['size-12'] }
    const entry = {
      id: 'basil',
      name: 'Basil',
      price: 50,
      selected: false,
      type: 'modifier',
      selected_omnivore_id: [{ omnivore_id: 'basil', name: 'Basil' }],
      unselected_omnivore_id: [],
    }
    const size = { name: 'Size', customization: false, choices: [{ required: true, values: [value] }] }
    const toppings = { name: 'Toppings', customization: false, checklist: [entry] }
    const options = { custom_options: [size], additional_items: [toppings] }
    const { menus } = await checkBook(book(category('pizza', [{ ...dish('margherita'), ...options }])), pause)
    expect(menus[0]!.categories[0]!.items[0]).toMatchObject({
      custom_options: [{ checklist: [], choices: [{ values: [{ ...value, sections: [], toggle: [] }] }] }],
      additional_items: [{ choices: [], checklist: [{ ...entry, toggle: [] }] }],
    })
  })

  it('is refused as a whole for one invalid dish', async () => {
    const broken = { ...dish('marinara'), omnivore: { price_per_unit: 9.5 } }
    await expect(
      checkBook(book(category('pizza', [dish('margherita'), broken])), pause),
    ).rejects.toBeInstanceOf(z.core.$ZodError)
    await expect(checkBook({ menus: [{ ...named('dinner') }] }, pause)).rejects.toBeInstanceOf(
      z.core.$ZodError,
    )
    await expect(checkBook(undefined, pause)).rejects.toBeInstanceOf(z.core.$ZodError)
  })
})
