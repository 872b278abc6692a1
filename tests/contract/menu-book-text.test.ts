import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openBookText, openCategory } from '#contract/schemas/menu-book-text.ts'

const atOnce = async (): Promise<void> => undefined

type Book = { menus: { categories: unknown[] }[] }

/** What comes of the text: the frame, with the categories opened. */
async function read(text: string): Promise<unknown> {
  const book = (await openBookText(text, atOnce)) as Book
  for (const menu of book.menus) menu.categories = menu.categories.map(openCategory)
  return book
}

const textOf = (value: unknown) => fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, 2))

/** Categories, and next to them what only looks like some. */
const menu = fc.record({
  name: fc.string({ unit: 'binary' }),
  categories: fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))),
  served: fc.dictionary(fc.constantFrom('mon', 'categories'), fc.array(fc.jsonValue({ maxDepth: 1 }))),
})

describe('the text of a menu book', () => {
  it('is what JSON.parse makes of it, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ menus: fc.array(menu), others: fc.array(menu) }).chain(textOf),
        async (text) => {
          expect(JSON.stringify(await read(text))).toBe(JSON.stringify(JSON.parse(text)))
        },
      ),
    )
  })

  it('keeps a category as text, with quotation marks, brackets and backslashes in its words', async () => {
    const category = { name: String.raw`"Fish" \ [and] {chips} \\`, note: 'x'.repeat(100) }
    const text = JSON.stringify({ menus: [{ categories: [category, { digest: 'short' }] }] })
    const book = await openBookText(text, atOnce)
    expect(book).toEqual({ menus: [{ categories: [JSON.stringify(category), { digest: 'short' }] }] })
    expect(await read(text)).toEqual(JSON.parse(text))
  })

  it('leaves room for a tap every quarter of a million characters', async () => {
    const categories = Array.from({ length: 40 }, () => ({ note: 'x'.repeat(100_000) }))
    let pauses = 0
    await openBookText(JSON.stringify({ menus: [{ categories }] }), async () => void pauses++)
    expect(pauses).toBeGreaterThan(10)
    expect(pauses).toBeLessThan(20)
  })

  it.each(['', '{"menus":[{"categories":[{"name":"', '{"menus":[{"categories":[{}]}', '<!doctype html>'])(
    'that is cut short or none (%j) is refused, as JSON.parse does',
    async (text) => {
      await expect(openBookText(text, atOnce)).rejects.toThrow(SyntaxError)
    },
  )

  it('with a mistake inside a category has none there, which fits no schema', async () => {
    const text = `{"menus":[{"categories":[{"note":"${'x'.repeat(100)}",}]}]}`
    expect(await read(text)).toEqual({ menus: [{ categories: [undefined] }] })
  })

  it('of another answer is parsed as it is', async () => {
    const problem = { errors: [{ message: 'no' }], code: 'not_found', message: 'no' }
    expect(await openBookText(JSON.stringify(problem), atOnce)).toEqual(problem)
  })
})
