import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listLabels } from '#server/import/import-merchants.ts'
import { runMerchantCommand } from '#server/import/merchant-command.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { listUnreadNotes } from '#server/import/unread-notes.ts'
import { fixtureMerchants } from './support/larder.ts'
import { runOnFolder } from './support/run-on-folder.ts'

function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-unread-'))
  cpSync(join(fixtureMerchants, 'tavola'), join(folder, 'tavola'), { recursive: true })
  return folder
}

const notesOf = (folder: string): string[] =>
  listUnreadNotes(join(folder, 'tavola'), 'tavola').map((note) => {
    expect(findRemedy(note)).toBeDefined()
    return `${note.file} ${note.field}: ${note.message}`
  })

it('names each file of a restaurant that nothing reads', () => {
  const folder = copy()
  expect(notesOf(folder)).toEqual([])
  const own = join(folder, 'tavola')
  mkdirSync(join(own, 'photos'))
  for (const name of [
    'README.md',
    '.DS_Store',
    'option.json',
    '02-lunch.json',
    'menus/02-lunch.JSON',
    'menus/03-late.json.txt',
  ])
    writeFileSync(join(own, name), '{}')
  expect(notesOf(folder)).toEqual([
    'merchants/tavola/02-lunch.json : is not read',
    'merchants/tavola/option.json : is not read',
    'merchants/tavola/menus/02-lunch.JSON : is not read',
    'merchants/tavola/menus/03-late.json.txt : is not read',
  ])
})

it('says that there are no menus where some are shown', () => {
  const folder = copy()
  renameSync(join(folder, 'tavola/menus'), join(folder, 'tavola/menu'))
  const nothing =
    'merchants/tavola/location.json settings.meals: shows menus, and there is none in the folder menus'
  expect(notesOf(folder)).toEqual(['merchants/tavola/menu : is not read', nothing])
  rmSync(join(folder, 'tavola/menu'), { recursive: true })
  expect(notesOf(folder)).toEqual([nothing])
})

it('a check says what it found', async () => {
  const folder = copy()
  const { code, said } = await runOnFolder(folder, 'check')
  expect(code).toBe(0)
  expect(said.at(-1)).toMatch(/^merchants\/tavola is in order: 2 menus, \d+ dishes/)
})

it('names nothing of the restaurants of this repository', () => {
  const folder = resolve('merchants')
  for (const label of listLabels(folder)) expect(listUnreadNotes(join(folder, label), label)).toEqual([])
})

it('a command that is given a wrong path says so in one line, with what to do', async () => {
  const folder = copy()
  const run = async (...args: string[]): Promise<string[]> => {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    expect(await runMerchantCommand({ root: folder, merchantsDir: folder, env: {}, say }, args)).toBe(1)
    return said
  }
  writeFileSync(join(folder, 'out.txt'), '')
  expect(await run('export', 'tavola', 'out.txt')).toEqual([
    'out.txt is a file: name a folder. Nothing was changed.',
  ])
  expect(await run('import-menu', 'tavola', 'page.html')).toEqual([
    'page.html:1: cannot be read (ENOENT)',
    '    → check for a typo in its path',
    '1 problem. Nothing was changed.',
  ])
})
