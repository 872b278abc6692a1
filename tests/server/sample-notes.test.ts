import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listLabels } from '#server/import/import-merchants.ts'
import { writeMerchantFolder } from '#server/import/merchant-folder.ts'
import { newMerchant, newMerchantReadme } from '#server/import/new-merchant.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { listSampleNotes } from '#server/import/sample-notes.ts'

function newFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'larder-sample-')), 'golden-fork')
  writeMerchantFolder(folder, newMerchant('golden-fork'))
  return folder
}

function replace(folder: string, name: string, ...pairs: [string, string][]): void {
  const path = join(folder, name)
  const text = readFileSync(path, 'utf8')
  for (const [from] of pairs) expect(text).toContain(from)
  writeFileSync(
    path,
    pairs.reduce((changed, [from, to]) => changed.replace(from, to), text),
  )
}

const notesOf = (folder: string): string[] =>
  listSampleNotes(folder, 'golden-fork').map((note) => {
    expect(findRemedy(note), note.message).toBeDefined()
    return `${note.field}: ${note.message}`
  })

it('names what is still as a new folder has it, and nothing once it is written over', () => {
  const folder = newFolder()
  const begins = 'is still the template’s placeholder'
  expect(notesOf(folder)).toEqual([
    `location.address1: ${begins}`,
    `location.phone: ${begins}`,
    `settings.consumer_application_settings.home_page.welcome_box.message: ${begins}`,
    `configurations[0].value[0].description: ${begins}`,
    'categories[0].items[0]: is still the template’s dish',
  ])
  replace(
    folder,
    'location.json',
    ['"address1": "1 Main Street"', '"address1": "12 Elm Street"'],
    ['"phone": "(212) 555-0100"', '"phone": "(212) 555-0123"'],
    ['A line or two of your own.', 'Fish, since 1981.'],
    ['One sentence for search engines.', 'Fish in Springfield.'],
  )
  replace(folder, 'menus/01-menu.json', ['Ask us what it is.', 'Leek and potato.'])
  expect(notesOf(folder)).toEqual([])
  replace(folder, 'host.json', ['"golden-fork.localhost"', '"order.goldenfork.example"'])
  expect(notesOf(folder)).toEqual([`adminURL: ${begins}, and hosts has a name of your own`])
})

it('names an adminURL that is no host of the restaurant, or not encrypted', () => {
  const folder = newFolder()
  const notesAt = (host: string, address: string): string[] => {
    const path = join(folder, 'host.json')
    const file = JSON.parse(readFileSync(path, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...file, hosts: [host], adminURL: address }))
    return notesOf(folder).filter((note) => note.startsWith('adminURL'))
  }
  expect(notesAt('order.goldenfork.example', 'https://order.goldenfrok.example')).toEqual([
    'adminURL: leads to "order.goldenfrok.example", which is not among hosts',
  ])
  expect(notesAt('order.goldenfork.example', 'http://order.goldenfork.example')).toEqual([
    'adminURL: is not encrypted: "http://order.goldenfork.example"',
  ])
  expect(notesAt('Order.GoldenFork.example', 'https://order.goldenfork.example/')).toEqual([])
  expect(notesAt('golden-fork.localhost', 'http://golden-fork.localhost:9000')).toEqual([])
})

it('names the second of two menus of one name', () => {
  const folder = newFolder()
  const menu = readFileSync(join(folder, 'menus/01-menu.json'), 'utf8').replace('Ask us', 'Ask them')
  writeFileSync(join(folder, 'menus/02-menu.json'), menu.replace('"name": "Menu"', '"name": "MENU "'))
  expect(notesOf(folder)).toContain(
    'name: is the name of merchants/golden-fork/menus/01-menu.json, too: "MENU "',
  )
})

it('names nothing of the restaurants of this repository', () => {
  const folder = resolve('merchants')
  for (const label of listLabels(folder)) expect(listSampleNotes(join(folder, label), label)).toEqual([])
})

it('the page of a new folder says to write adminURL', () =>
  expect(newMerchantReadme('golden-fork')).toMatch(/`adminURL`: the same as an address/))
