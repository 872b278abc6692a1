import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { MenuFile } from '#server/import/file-schemas.ts'
import { freshId } from '#server/import/fresh-id.ts'
import { OrderLineItem } from '#contract/schemas/ticket-order.ts'

/** Orders use the ids from a menu's file: the importer may accept only ids that fit there. */

const problemsOf = (external_id: string): string[] =>
  z
    .safeParse(MenuFile, { external_id, name: 'Dinner', categories: [] })
    .error?.issues.filter(({ path }) => path[0] === 'external_id')
    .map(({ message }) => message) ?? []

it('an id of a hundred characters is accepted, and a longer one is reported', () => {
  expect(problemsOf('a'.repeat(100))).toEqual([])
  expect(problemsOf('a'.repeat(101))).toEqual(['must be 100 characters or less'])
})

it('three of the longest ids make one that can be ordered', () => {
  const longest = 'a'.repeat(100)
  const line = {
    menu_external_id: longest,
    menu_category_external_id: longest,
    menu_item_external_id: longest,
    menu_item: [longest, longest, longest].join('.'),
    modifiers: [{ modifier: longest }],
    quantity: 1,
  }
  expect(z.safeParse(OrderLineItem, line).success).toBe(true)
  expect(z.safeParse(OrderLineItem, { ...line, menu_item: 'a'.repeat(401) }).success).toBe(false)
})

it('an id made from a long name is valid, and so is the second of that name', () => {
  const taken = new Set<string>()
  for (const id of [freshId('Slow braised '.repeat(20), taken), freshId('Slow braised '.repeat(20), taken)])
    expect(problemsOf(id)).toEqual([])
  expect(taken.size).toBe(2)
})
