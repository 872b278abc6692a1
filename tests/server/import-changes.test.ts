import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { importMerchant, importWords } from '#server/import/import-one.ts'
import { runMerchantCommand } from '#server/import/merchant-command.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import { databases } from './support/databases.ts'
import { importMerchants } from './support/import-merchants.ts'
import { fixtureMerchants } from './support/larder.ts'

it('is tried by --dry-run, and by no other word', async () => {
  const said: string[] = []
  const run = (...args: string[]) =>
    runMerchantCommand(
      {
        root: '/',
        merchantsDir: fixtureMerchants,
        env: { DATA_DIR: '/nowhere' },
        say: (line) => said.push(line),
      },
      ['import', 'tavola', ...args],
    )
  expect(await run('--dry-run')).toBe(1)
  expect(said.pop()).toContain('There is no database in /nowhere')
  expect(await run('--dry')).toBe(1)
  expect(said.pop()).toContain('It does not take "--dry"')
})

/** What the command says of an import that is tried or made. */
describe.for(databases)('an import of changed files [$name]', (engine) => {
  let database: Database
  let folder: string
  beforeAll(async () => {
    database = await engine.open()
  })
  beforeEach(async () => {
    await importMerchants(database, fixtureMerchants, { nowMs: 1 })
    folder = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
    cpSync(fixtureMerchants, folder, { recursive: true })
  })
  afterAll(() => database.close())

  const dinner = () => join(folder, 'tavola/menus/01-dinner.json')
  const edit = (file: string, before: string, after: string): void => {
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(before)
    writeFileSync(file, text.replace(before, after))
  }
  const tried = () => importMerchant(database, folder, 'tavola', 2, true)
  const made = () => importMerchant(database, folder, 'tavola', 2)
  const stored = async () =>
    (await listStoredMerchants(database)).find(({ document }) => document.label === 'tavola')!.revision

  it('is tried without changing anything, and says the same when it is made', async () => {
    edit(dinner(), '"name": "Margherita"', '"name": "Margherita DOC"')
    edit(dinner(), '"price": "16.00"', '"price": "17.50"')
    const before = await stored()
    const trial = await tried()
    expect(trial.isChanged).toBe(true)
    expect(trial.lines).toEqual([
      'Dinner: Margherita is now called Margherita DOC',
      'Dinner: Margherita DOC $16.00 → $17.50',
    ])
    expect(await stored()).toBe(before)
    expect((await made()).lines).toEqual(trial.lines)
    expect(await stored()).not.toBe(before)
    expect(await tried()).toEqual({ isChanged: false, lines: [] })
  })

  it('names a menu that is gone with its dishes, and one that came', async () => {
    renameSync(join(folder, 'tavola/menus/02-wine.json'), dinner())
    const { lines } = await tried()
    expect(lines).toEqual([
      expect.stringMatching(/^Menu removed: Dinner, with \d+ dish(es)?$/),
      ...lines.slice(1),
    ])
    rmSync(join(folder, 'tavola'), { recursive: true })
    cpSync(join(fixtureMerchants, 'tavola'), join(folder, 'tavola'), { recursive: true })
    expect((await tried()).isChanged).toBe(false)
  })

  it('says where else something changed, and which address nobody answers at any more', async () => {
    edit(join(folder, 'tavola/location.json'), '"name": "Tavola"', '"name": "Tavola Nuova"')
    edit(join(folder, 'tavola/host.json'), ', "order.tavola.example"', '')
    const { lines } = await tried()
    expect(lines).toEqual([
      'Changed in host.json and in location.json or places.json',
      expect.stringMatching(/^No restaurant answers at order\.tavola\.example any more \(it was tavola’s\)/),
    ])
    expect((await made()).lines).toEqual(lines)
    expect(importWords('tavola', true, true)).toBe('This would be imported of tavola; nothing was changed.')
  })
})
