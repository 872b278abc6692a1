import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runMerchantCommand } from '#server/import/merchant-command.ts'
import { fixtureMerchants } from './support/larder.ts'

type Location = {
  location: { name: string }
  settings: Record<string, unknown>
  announcements: object[]
  configurations: { name: string; value: unknown }[]
}
type Host = { locationId: string; theme: { type: { display: string; text: string } } }
type Menu = { categories: { items: { name: string; description: string }[] }[] }

/** The notes that are new compared with the unchanged Tavola: each with its remedy, without its line. */
async function notesOf<T>(name: string, edit: (file: T) => void): Promise<string[]> {
  const said = await Promise.all([() => undefined, edit].map((one) => check(name, one as (file: T) => void)))
  return said[1]!.filter((line) => !said[0]!.includes(line))
}

async function check<T>(name: string, edit: (file: T) => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-pages-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const path = join(folder, 'tavola', name)
  const file = JSON.parse(readFileSync(path, 'utf8')) as T
  edit(file)
  writeFileSync(path, JSON.stringify(file))
  const said: string[] = []
  const say = (line: string): void => void said.push(line)
  const clock = { now: () => Date.parse('2026-11-20T18:00:00Z') }
  const context = { root: resolve('.'), merchantsDir: folder, env: {}, clock, say }
  expect(await runMerchantCommand(context, ['check', 'tavola'])).toBe(0)
  return said.slice(0, -1).map((line) => line.replace(/^\S+ /, '').replace('\n    ', ' '))
}

describe('a check asks about pages', () => {
  const withPages = (settings: object, ...pages: Location['configurations']): Promise<string[]> =>
    notesOf<Location>('location.json', (file) => {
      Object.assign(file.settings, settings)
      file.configurations.push(...pages)
    })

  it('of which a second one is written that is never read', async () => {
    expect(await withPages({}, { name: 'seo', value: [] })).toEqual([
      'configurations[2].name: is a second "seo", and only the first is read → put both into one, and take the other out',
    ])
  })

  it('that are on without their texts', async () => {
    const on = { about: { enable: true }, gallery: { enable: true } }
    const about = { name: 'about_page', value: { header: 'Us', text: 'Since 1998.' } }
    expect(await withPages(on, about)).toEqual([
      'configurations: has no "gallery_page", so its page is on without your words → copy it from merchants/bella/location.json and write your own words, or switch the page off in settings',
    ])
  })

  it('whose text is not where it is read', async () => {
    expect(await withPages({}, { name: 'privacy_page', value: ['We keep nothing.'] })).toContainEqual(
      expect.stringContaining('is not what "privacy_page" reads, so guests see nothing of it → write it as'),
    )
  })
})

it('a check asks about HTML where guests read plain text, and not about special characters', async () => {
  const inDish = (name: string, description: string): Promise<string[]> =>
    notesOf<Menu>('menus/01-dinner.json', ({ categories }) =>
      Object.assign(categories[0]!.items[0]!, { name, description }),
    )
  expect(await inDish('<b>Burrata</b>', 'Figs &amp; honey')).toEqual([
    'categories[0].items[0].name: has HTML, which guests read as it stands: "<b>" → write the text alone: no <b>, no <br>, & in place of &amp;',
    expect.stringContaining('description: has HTML, which guests read as it stands: "&amp;" →'),
  ])
  expect(await inDish('Mac & Cheese; <3 of us', 'Serves 2 < 3 > 1, R&D;')).toEqual([])
  expect(
    await notesOf<Location>('location.json', ({ location }) => {
      location.name = 'Tom &#38; Sons'
    }),
  ).toEqual([expect.stringMatching(/^location\.name: has HTML.*"&#38;"/)])
  expect(
    await notesOf<Location>('location.json', (file) => {
      file.announcements = [{ type: 'text', title: 'Brunch', data: { body: '<p>Until Sunday.</p>' } }]
    }),
  ).toEqual([expect.stringMatching(/^announcements\[0\]\.data\.body: has HTML.*"<p>"/)])
})

it('a check asks about characters that nobody sees and names that fit nowhere, not about emoji', async () => {
  const named = (name: string): Promise<string[]> =>
    notesOf<Menu>('menus/01-dinner.json', ({ categories }) => void (categories[0]!.items[0]!.name = name))
  expect(await named('Sou\u000bp')).toEqual([
    'categories[0].items[0].name: has a character that nobody sees: U+000B → type this text anew: it came along with a copy from a PDF or a spreadsheet',
  ])
  expect(await named('Soup \u202epuos')).toEqual([expect.stringContaining('nobody sees: U+202E')])
  expect(await named('Burrata '.repeat(16).trim())).toEqual([
    expect.stringMatching(/name: is a name of 127 characters → keep the name short/),
  ])
  expect(await named('🍕 Pizza 👨‍👩‍👧‍👦 für zwei')).toEqual([])
})

it.each(['golden/fork', '50%', 'käse-1', 'who?'])(
  'a check asks about the id %s, which is in addresses',
  async (id) => {
    const said = await notesOf<Host>('host.json', (host) => void (host.locationId = id))
    expect(said).toEqual([
      expect.stringMatching(
        /^locationId: has a character that addresses write differently: .* → write it as one/,
      ),
    ])
  },
)

it('a check asks about an id with a blank, and a typeface that guests do not have', async () => {
  const said = await notesOf<Host>('host.json', (host) => {
    host.locationId = 'tavola nyc '
    host.theme.type = { ...host.theme.type, display: 'Comic Neue', text: 'System Old Style' }
  })
  expect(said).toEqual([
    expect.stringMatching(/^locationId: has a blank in it: "tavola nyc " → write it as one word/),
    expect.stringMatching(
      /^theme\.type\.display: is no typeface that comes with the site: "Comic Neue" → write "Archivo Variable"/,
    ),
  ])
})
