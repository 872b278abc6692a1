import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listMenuNotes } from '#server/import/menu-notes.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { fixtureMerchants } from './support/larder.ts'

type File = { modes?: string[]; categories: { items: unknown[] }[]; announcements: object[] }

/** The notes on Tavola with one of its files changed, each without its line. */
function notesOf(name: string, edit: (file: File) => void): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'larder-notes-'))
  cpSync(join(fixtureMerchants, 'tavola'), folder, { recursive: true })
  const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as File
  edit(file)
  writeFileSync(join(folder, name), JSON.stringify(file))
  return listMenuNotes(folder, 'tavola').map((note) => {
    expect(findRemedy(note), note.message).toBeDefined()
    return `${note.field}: ${note.message}`
  })
}

const leadingTo = (action: string) =>
  notesOf('location.json', (file) => file.announcements.push({ type: 'other', title: 'Hello', action }))

describe('a check of menus', () => {
  it('names a link to a menu or a dish that is not there, and none to one that is', () => {
    expect(leadingTo('/menus/lunch')).toEqual([
      expect.stringMatching(/^announcements\[\d\]\.action: leads to what is on no menu: \/menus\/lunch$/),
    ])
    expect(leadingTo('/order/dinner/category/pizza/item/none')).toHaveLength(1)
    for (const there of [
      '/order/dinner/category/pizza/item/margherita?from=home',
      '/menus/dinner/',
      '/rewards',
    ])
      expect(leadingTo(there)).toEqual([])
  })

  it('names a category without a dish', () =>
    expect(
      notesOf('menus/01-dinner.json', ({ categories }) => void categories[0]!.items.splice(0)),
    ).toContain('categories[0].items: has no dish'))

  it('names online orders with nothing to order', () =>
    expect(notesOf('menus/01-dinner.json', (file) => void (file.modes = ['browse']))).toContain(
      'ordering: takes online orders, and no menu is in "order"',
    ))
})
