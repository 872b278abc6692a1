import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { Database } from '#server/db/database.ts'
import { readSettings } from '#server/env.ts'
import { checkMerchants } from '#server/import/import-merchants.ts'
import { importMerchant } from '#server/import/import-one.ts'
import { formatImportProblem } from '#server/import/problem.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import type { LogLine } from '#server/ports/log.ts'
import { takeMerchants } from '#server/take-merchants.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, fixtureMerchants } from './support/larder.ts'
import { merchantsWithSignIn } from './support/merchants.ts'

function merchants(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-taken-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  return folder
}

/** What is said once nobody has this host name. */
const gone =
  'No restaurant answers at order.grill.example any more (it was grill’s): links, saved pages and gifts with that address do not open.'

function changeId(folder: string, label: string, from: string, to: string): void {
  const path = join(folder, label, 'host.json')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(`"${from}"`)
  writeFileSync(path, text.replace(`"${from}"`, `"${to}"`))
}

const nowMs = dinnerTime

/** Imports a folder as a start does; returns its output and log. */
async function start(
  database: Database,
  merchantsDir: string,
  env: Record<string, string> = {},
): Promise<{ said: string[]; logged: LogLine[] }> {
  const said: string[] = []
  const logged: LogLine[] = []
  await takeMerchants(database, {
    settings: readSettings({ DEFAULT_MERCHANT: 'tavola', ...env }),
    root: merchantsDir,
    merchantsDir,
    allowMissingPictures: false,
    nowMs,
    progress: (line) => void said.push(line),
    log: (line) => void logged.push(line),
  })
  return { said, logged }
}

describe.for(databases)('a start [$name]', (engine) => {
  async function open(): Promise<Database> {
    const database = await engine.open()
    onTestFinished(() => database.close())
    return database
  }

  it('says who is switched off, and what waits there', async () => {
    const database = await open()
    const folder = merchants()
    expect((await start(database, folder)).said).toEqual(['Imported grill, tavola'])
    await database.script(
      `INSERT INTO card_programs VALUES ('grill-chi', 'p', 'p', '', '');
       INSERT INTO cards (location_id, id, number_hash, sealed_number, last_four, program_id, balance_cents, status, created_at)
         VALUES ('grill-chi', 'c', 'h', 's', '1234', 'p', 100, 'active', 5);
       INSERT INTO card_orders (location_id, id, type, status, items, recipient, personal_message, buyer, created_at, touched_at)
         VALUES ('grill-chi', 'o', 'SendEmail', 'Submitted', '[]', '{}', '', '{}', 1, 1);
       INSERT INTO card_deliveries (location_id, id, order_id, card_id, channel, sent_to, claim_code, state, tries, next_try_at, locked_until, created_at)
         VALUES ('grill-chi', 'd', 'o', 'c', 'email', 'ada@example.com', NULL, 'pending', 0, 1, 0, 1);
       INSERT INTO card_order_refunds (location_id, id, order_id, reason, amount_cents, shipping_cents, taken, created_at)
         VALUES ('grill-chi', 'r', 'o', 'lost', 100, 0, '[]', 1), ('grill-chi', 's', 'o', 'lost', 100, 0, '[]', 1);
       ${[
         ['Open', 0],
         ['Queued', 0],
         ['Ready', nowMs - hourMs],
         // Nobody marked this one: it was eaten long ago.
         ['Submitted', nowMs - 2 * dayMs],
         ['Completed', 0],
         ['Cancelled', 0],
       ]
         .map(
           ([status, touchedAt]) =>
             `INSERT INTO tickets (location_id, id, status, name, next_index, use_delivery, use_curbside, contact, tip_cents, created_at, touched_at)
                VALUES ('grill-chi', '${status}', '${status}', '', 1, false, false, '{}', 0, 1, ${touchedAt});`,
         )
         .join('')}`,
    )
    rmSync(join(folder, 'grill'), { recursive: true })
    const { said, logged } = await start(database, folder)
    const what = 'grill (grill-chi); waiting: 2 orders not handed over, 2 refunds, 1 gift to send'
    expect(said).toEqual([`Switched off: ${what}`, gone])
    expect(logged).toEqual([
      { level: 'error', event: 'merchant_switched_off', detail: what },
      { level: 'error', event: 'host_removed', detail: gone },
    ])
    expect((await start(database, folder)).said).toEqual([])
  })

  it('warns about Stripe accounts without events, and about keys in the source tree', async () => {
    const folder = merchants()
    const keys = { secret_key: 'sk_test_1', publishable_key: 'pk_test_1' }
    const keysDir = mkdtempSync(join(folder, '.keys-'))
    for (const label of ['grill', 'tavola'])
      writeFileSync(join(keysDir, `${label}.json`), JSON.stringify(keys), { mode: 0o600 })
    expect((await start(await open(), folder, { STRIPE_KEYS_DIR: keysDir })).said).toEqual([
      expect.stringMatching(/^WARNING: no signing secret of a Stripe webhook is set for grill, tavola: /),
      `WARNING: STRIPE_KEYS_DIR is inside of the source tree, ${keysDir}: move the keys out of it.`,
      'Imported grill, tavola',
    ])
  })

  it('warns about a button for Facebook with which nobody can sign in', async () => {
    const folder = merchantsWithSignIn({ facebook: '4711' })
    const warning =
      'WARNING: FACEBOOK_APP_SECRET is not set, and tavola has a facebook_id: guests see the button, and nobody can sign in with it.'
    expect((await start(await open(), folder)).said).toContain(warning)
    expect((await start(await open(), folder, { FACEBOOK_APP_SECRET: 'x' })).said).not.toContain(warning)
    expect((await start(await open(), merchants())).said).not.toContain(warning)
  })

  it('says who is switched off where nothing waits', async () => {
    const database = await open()
    const folder = merchants()
    await start(database, folder)
    rmSync(join(folder, 'grill'), { recursive: true })
    expect((await start(database, folder)).said).toEqual(['Switched off: grill (grill-chi)', gone])
  })

  it('names host names that a restaurant no longer has, except those that another has now', async () => {
    const database = await open()
    const folder = merchants()
    await start(database, folder)
    changeId(folder, 'grill', 'order.grill.example', 'grill.example')
    const { said, logged } = await start(database, folder)
    expect(said).toEqual([gone, 'Imported grill'])
    expect(logged).toEqual([{ level: 'error', event: 'host_removed', detail: gone }])
    expect((await start(database, folder)).said).toEqual([])
    changeId(folder, 'grill', 'grill.example', 'food.example')
    changeId(folder, 'tavola', 'order.tavola.example', 'grill.example')
    expect((await start(database, folder)).said).toEqual([
      'No restaurant answers at order.tavola.example any more (it was tavola’s): links, saved pages and gifts with that address do not open.',
      'Imported grill, tavola',
    ])
  })

  it('refuses a changed locationId, and accepts a merchant that was only renamed', async () => {
    const database = await open()
    const folder = merchants()
    await start(database, folder)
    const before = await listStoredMerchants(database)
    const moved = 'grill/host.json:4 locationId: was "grill-chi" until now, which all orders, cards'
    changeId(folder, 'grill', 'grill-chi', 'grill-2')
    await expect(start(database, folder)).rejects.toThrow(moved)
    await expect(importMerchant(database, folder, 'grill', 2)).rejects.toThrow(moved)
    expect(await listStoredMerchants(database)).toEqual(before)
    changeId(folder, 'grill', 'grill-2', 'grill-chi')
    renameSync(join(folder, 'grill'), join(folder, 'steakhouse'))
    await expect(importMerchant(database, folder, 'steakhouse', 3)).rejects.toThrow(
      'steakhouse/host.json:4 locationId: "grill-chi" is the locationId of "grill" in the database',
    )
    expect((await start(database, folder)).said).toEqual(['Imported steakhouse'])
    expect((await importMerchant(database, folder, 'steakhouse', 4)).isChanged).toBe(false)
  })

  it('takes another restaurant by a name that was switched off', async () => {
    const database = await open()
    const folder = merchants()
    await start(database, folder)
    rmSync(join(folder, 'grill'), { recursive: true })
    await start(database, folder)
    cpSync(join(fixtureMerchants, 'grill'), join(folder, 'grill'), { recursive: true })
    changeId(folder, 'grill', 'grill-chi', 'grill-2')
    expect((await start(database, folder)).said).toEqual(['Imported grill'])
  })
})

it('names both folders that say they are one restaurant, each at its line', () => {
  const folder = merchants()
  // The copy comes first in alphabetical order.
  cpSync(join(folder, 'grill'), join(folder, 'a-grill'), { recursive: true })
  const said = checkMerchants(folder, { allowMissingPictures: false }).problems.map(
    (problem) => `${formatImportProblem(problem)} → ${findRemedy(problem)?.slice(0, 31)}`,
  )
  const both = (of: string, other: string): string[] => [
    `merchants/${of}/host.json:2 hosts[0]: "grill.localhost" is a host name of merchants/${other}, too → it is one restaurant’s alone: c`,
    `merchants/${of}/host.json:2 hosts[1]: "order.grill.example" is a host name of merchants/${other}, too → it is one restaurant’s alone: c`,
    `merchants/${of}/host.json:4 locationId: "grill-chi" is the locationId of merchants/${other}, too → it is one restaurant’s alone: c`,
  ]
  expect(said.toSorted()).toEqual([...both('a-grill', 'grill'), ...both('grill', 'a-grill')].toSorted())
})
