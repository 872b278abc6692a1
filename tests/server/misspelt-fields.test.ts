import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { checkMerchants, listLabels } from '#server/import/import-merchants.ts'
import { formatImportProblem } from '#server/import/problem.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { listUnknownNotes } from '#server/import/unknown-notes.ts'
import { fixtureMerchants } from './support/larder.ts'

type Json = Record<string, unknown>

function put(file: Json, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop()!
  names.reduce((at, name) => at[name] as Json, file)[last] = value
}

function changed(name: string, edit: (file: Json) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-misspelt-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const path = join(folder, 'tavola', name)
  const file = JSON.parse(readFileSync(path, 'utf8')) as Json
  edit(file)
  writeFileSync(path, JSON.stringify(file))
  return folder
}

/** The problems of Tavola with one of its files changed. */
const refusedOf = (name: string, edit: (file: Json) => void): string[] =>
  checkMerchants(changed(name, edit), { allowMissingPictures: false }).problems.map((problem) => {
    expect(findRemedy(problem), problem.message).toBeDefined()
    return formatImportProblem(problem).replace(/^\S+ /, '')
  })

it('a misspelled field of host.json is refused, at any depth', () => {
  expect(refusedOf('host.json', (file) => void (file['contianer_width'] = 1200))).toEqual([
    'contianer_width: not a known field',
  ])
  expect(refusedOf('host.json', (file) => put(file, 'theme.shape.radios', 'soft'))).toEqual([
    'theme.shape.radios: not a known field',
  ])
  expect(refusedOf('host.json', (file) => void (file['words'] = { sp: {} }))).toEqual([
    'words.sp: not a known field',
  ])
})

it('a restaurant needs a host and an id', () => {
  expect(refusedOf('host.json', (file) => void (file['hosts'] = []))).toEqual(['hosts: names no host: []'])
  expect(refusedOf('host.json', (file) => void (file['locationId'] = ''))).toEqual([
    'locationId: must be an id: ""',
  ])
})

it.each([
  [{ ends: '2026-02-31' }, 'promo_codes[0].ends: not a day of the calendar: "2026-02-31"'],
  [{ starts: '2026-13-01' }, 'promo_codes[0].starts: not a day of the calendar: "2026-13-01"'],
  [{ percent: undefined, amount: '0.00' }, 'promo_codes[0].amount: takes nothing off'],
])('a promo code with %j is refused', (terms, said) => {
  expect(
    refusedOf('location.json', (file) => {
      file['promo_codes'] = [{ code: 'NEW10', percent: 10, ...terms }]
    }),
  ).toEqual([said])
})

it('an unknown field of the settings, a page or an announcement is noted, and nothing is refused', () => {
  const folder = changed('location.json', (file) => {
    put(file, 'settings.galery', { enable: true })
    put(file, 'settings.meals.online_order', { enable: true })
    put(file, 'settings.consumer_application_settings.home_page.navigation_menu', {
      active: [{ name: 'HOME', link: '/', sub_links: [{ nmae: 'X', link: '/' }] }],
    })
    file['announcements'] = [{ type: 'other', title: 'Hello', tilte: 'Hello' }]
    file['configurations'] = [
      { name: 'abuot_page', value: {} },
      { name: 'about_page', value: { heading: 'Us', faqs: [{ question: 'a', answer: 'b', anwser: 'c' }] } },
      { name: 'seo', value: [] },
    ]
  })
  expect(checkMerchants(folder, { allowMissingPictures: false }).problems).toEqual([])
  const unread = ': is an unused field'
  expect(
    listUnknownNotes(join(folder, 'tavola'), 'tavola').map((note) => {
      expect(findRemedy(note)).toBeDefined()
      return `${note.field}: ${note.message}`
    }),
  ).toEqual([
    `settings.consumer_application_settings.home_page.navigation_menu.active[0].sub_links[0].nmae${unread}`,
    `settings.meals.online_order${unread}`,
    `settings.galery${unread}`,
    `announcements[0].tilte${unread}`,
    'configurations[0].name: is an unknown page: "abuot_page"',
    `configurations[1].value.heading${unread}`,
    `configurations[1].value.faqs[0].anwser${unread}`,
  ])
})

it('none is noted of the restaurants of this repository', () => {
  const folder = resolve('merchants')
  for (const label of listLabels(folder)) expect(listUnknownNotes(join(folder, label), label)).toEqual([])
})
