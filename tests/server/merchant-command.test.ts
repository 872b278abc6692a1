import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocationAnswer, Settings } from '#contract/schemas/location.ts'
import { connect } from '#server/db/connect.ts'
import type { Database } from '#server/db/database.ts'
import { exportMerchant } from '#server/import/export-merchant.ts'
import { makeOwner, takeSecondStep } from '#server/import/first-owner.ts'
import { checkMerchants, listLabels, readMerchants } from '#server/import/import-merchants.ts'
import { importMerchant } from '#server/import/import-one.ts'
import { makeJsonSchemas, schemaFiles } from '#server/import/json-schemas.ts'
import { writeMerchantFolder } from '#server/import/merchant-folder.ts'
import { runMerchantCommand } from '#server/import/merchant-command.ts'
import { formatImportProblem } from '#server/import/problem.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import { systemIds } from '#server/ports/system.ts'
import { resizePhotos } from '../../scripts/merchant/resize-photos.mjs'
import { listActs } from '#server/modules/staff/acts.ts'
import { databases, oneDatabase, workerFile } from './support/databases.ts'
import { importMerchants } from './support/import-merchants.ts'
import { fixtureMerchants, Guest, startTestLarder, tavola } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { dataWithDatabase } from './support/program.ts'
import { Colleague } from './support/second-factors.ts'

const demo = resolve('merchants')
const strict = { allowMissingPictures: false }

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'larder-merchants-'))

function fixtureCopy(): string {
  const folder = emptyFolder()
  cpSync(fixtureMerchants, folder, { recursive: true })
  return folder
}

type Json = Record<string, unknown>
const readJson = (...path: string[]): Json => JSON.parse(readFileSync(join(...path), 'utf8')) as Json

/** Runs a command on a folder of merchants; returns its exit code and output. */
async function merchant(
  merchantsDir: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  const context = {
    root: resolve('.'),
    merchantsDir,
    env,
    say: (line: string) => void lines.push(line),
    workerFile: workerFile(),
  }
  return { code: await runMerchantCommand(context, args), said: lines.join('\n') }
}

it('says in one line that the database cannot be reached', async () => {
  const { code, said } = await merchant(fixtureMerchants, ['import', 'tavola'], {
    DATABASE_URL: 'postgres://larder:hunter2@127.0.0.1:1/orders',
  })
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:1\/orders cannot be used \(.*\)\. Check that it runs/),
  ])
  expect(said.split('\n')).toHaveLength(1)
})

it.each([['--help'], ['check', '--help'], ['help'], ['-h']])('lists what exists: %s', async (...args) => {
  expect(await merchant(fixtureMerchants, args)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^npm run merchant -- …\n {2}new <label> /),
  })
})

describe('the restaurants of this repository', () => {
  it('have no problems, all four', async () => {
    const { code, said } = await merchant(demo, ['check'])
    expect(said.replace(/: \d+ menus, \d+ dishes/g, '')).toBe(
      ['bella', 'pearl', 'quiet', 'smoke'].map((label) => `merchants/${label} is in order.`).join('\n'),
    )
    expect(code).toBe(0)
  })

  it('have schemas for editors that say what the importer checks', () => {
    for (const [kind, file] of Object.entries(schemaFiles))
      expect(readJson(demo, file), `${file} is old: npm run merchant -- schema`).toEqual(
        makeJsonSchemas()[kind as keyof typeof schemaFiles],
      )
  })

  it.each(readMerchants(demo, strict).map((one) => [one.document.label, one] as const))(
    '%s comes back as it went out',
    (label, { document, revision }) => {
      const folder = emptyFolder()
      writeMerchantFolder(join(folder, label), exportMerchant(document), {}, join(demo, label))
      const { merchants, problems } = checkMerchants(folder, strict)
      expect(problems).toEqual([])
      expect(merchants[0]!.document).toEqual(document)
      expect(merchants[0]!.revision).toBe(revision)
    },
  )
})

it('files that only some restaurants write are exported unchanged, too', () => {
  const folder = fixtureCopy()
  const file = join(folder, 'tavola/location.json')
  const location = readJson(file)
  const kitchen = { ...(location['kitchen'] as Json), orders_per_slot: 4 }
  writeFileSync(
    file,
    JSON.stringify({
      ...location,
      kitchen,
      coordinates: { latitude: 40.7466, longitude: -74.0022 },
      contact_email: 'host@tavola.example',
      shipping_handling: '1250.05',
      staff: { second_factor: 'required' },
    }),
  )
  writeFileSync(
    join(folder, 'tavola/places.json'),
    JSON.stringify([{ city: 'Hoboken', state: 'NJ', zip: '07030' }]),
  )
  const stored = readMerchants(folder, strict).find(({ document }) => document.label === 'tavola')!
  expect(stored.document).toMatchObject({
    kitchen: { ordersPerSlot: 4 },
    contactEmail: 'host@tavola.example',
    staff: { tabletDays: 30, secondFactor: 'required' },
    places: [{ zip: '07030' }],
  })
  const target = emptyFolder()
  writeMerchantFolder(join(target, 'tavola'), exportMerchant(stored.document))
  expect(readMerchants(target, strict)).toEqual([stored])
})

describe('npm run merchant -- new', () => {
  it('creates a valid restaurant that opens, with everything off that costs money', async () => {
    const folder = emptyFolder()
    expect((await merchant(folder, ['new', 'golden-fork'])).code).toBe(0)
    const { said: checked } = await merchant(folder, ['check', 'golden-fork'])
    expect(checked).toMatch(/contact_info_text.*is still the template’s address/)
    expect(checked).toContain('merchants/golden-fork is in order: 1 menu, 1 dish; please look')
    const [made] = readMerchants(folder, strict)
    expect(made!.document).toMatchObject({
      label: 'golden-fork',
      location: { name: 'Golden Fork', id: 'golden-fork-1' },
    })
    expect(made!.document.location.settings.meals).toMatchObject({
      read_only_menu: { enable: true },
      online_orders: { enable: false },
    })
    expect(readFileSync(join(folder, 'golden-fork/README.md'), 'utf8')).toContain(
      'npm run merchant -- check golden-fork',
    )
  })

  it('overwrites nothing, and refuses what cannot be a host name', async () => {
    const folder = fixtureCopy()
    const before = readFileSync(join(folder, 'grill/host.json'), 'utf8')
    expect(await merchant(folder, ['new', 'grill'])).toEqual({
      code: 1,
      said: 'merchants/grill is there already. Nothing was changed.',
    })
    expect(readFileSync(join(folder, 'grill/host.json'), 'utf8')).toBe(before)
    for (const label of ['Golden Fork', '../bella', '', '-fork'])
      expect((await merchant(folder, ['new', label])).code).toBe(1)
    expect(listLabels(folder)).toEqual(['grill', 'tavola'])
  })
})

describe('npm run merchant -- check', () => {
  it('names every mistake at once with file, line, field and what to do', async () => {
    const folder = fixtureCopy()
    const menu = join(folder, 'tavola/menus/01-dinner.json')
    writeFileSync(
      menu,
      readFileSync(menu, 'utf8').replace('"16.00"', '"16,00"').replace('"toppings"', '"topings"'),
    )
    const location = join(folder, 'tavola/location.json')
    writeFileSync(location, readFileSync(location, 'utf8').replace('America/New_York', 'America/Gotham'))
    const { code, said } = await merchant(folder, ['check', 'tavola'])
    expect(code).toBe(1)
    expect(said).toMatch(
      /merchants\/tavola\/location\.json:\d+ location\.time_zone: not a time zone.*\n {4}→ use a name of the IANA list with its place: "America\/New_York" for Eastern time/,
    )
    expect(said).toMatch(
      /merchants\/tavola\/menus\/01-dinner\.json:\d+ categories\[0\]\.items\[0\]\.price: not a price: "16,00"\n {4}→ write dollars/,
    )
    expect(said).toMatch(
      /categories\[0\]\.items\[0\]\.options\[1\]: no section is called "topings" in options\.json\n {4}→ define it/,
    )
    expect(said).toMatch(/3 problems\. Nothing was changed\.$/)
    expect((await merchant(folder, ['check', 'grill'])).code).toBe(0)
    expect((await merchant(folder, ['check'])).code).toBe(1)
  })

  it('reports a wrong section once, in options.json, not at every dish that uses it', () => {
    const folder = fixtureCopy()
    const file = join(folder, 'tavola/options.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"price": "4.50"', '"price": "4,50"'))
    const problems = checkMerchants(folder, strict).problems.map(formatImportProblem)
    expect(problems).toEqual([
      expect.stringMatching(/^merchants\/tavola\/options\.json:\d+ .*: not a price: "4,50"$/),
    ])
  })

  it('says that gift cards are on and none can be bought, until one can', async () => {
    const folder = emptyFolder()
    await merchant(folder, ['new', 'golden-fork'])
    const file = join(folder, 'golden-fork/location.json')
    const write = (change: (text: string) => string): void => {
      const text = readFileSync(file, 'utf8')
      expect(change(text)).not.toBe(text)
      writeFileSync(file, change(text))
    }
    write((text) => text.replace(/("digital": \{\s*"enable": )false/, '$1true'))
    write((text) =>
      text.replace(
        /"card_programs": \[\]/,
        '"card_programs": [{ "external_id": "gift", "image": "https://example.com/gift.webp", "description": "A gift" }]',
      ),
    )
    const { said } = await merchant(folder, ['check', 'golden-fork'])
    expect(said).toMatch(/location\.json:\d+ .*settings\.cards\.digital.*no gift card can be bought/)
    expect(said).toContain('→ switch on a way to buy one beside it: "send_card_by_email"')
    write((text) => text.replace('"send_card_by_email": false', '"send_card_by_email": true'))
    expect((await merchant(folder, ['check', 'golden-fork'])).said).not.toContain('gift card')
  })

  it('names the existing merchants when one is unknown', async () => {
    expect(await merchant(fixtureMerchants, ['check', 'bistro'])).toEqual({
      code: 1,
      said: 'There is no merchants/bistro. There are: grill, tavola.',
    })
    const { code, said } = await merchant(fixtureMerchants, ['chek'])
    expect([code, said]).toEqual([1, expect.stringContaining('import-menu <label>')])
  })

  it('accepts the line that editors need, and still no other unknown one', () => {
    const folder = fixtureCopy()
    const file = join(folder, 'tavola/menus/01-dinner.json')
    writeFileSync(file, JSON.stringify({ $schema: '../../menu.schema.json', ...readJson(file) }))
    expect(checkMerchants(folder, strict).problems).toEqual([])
    writeFileSync(file, JSON.stringify({ schema: '../../menu.schema.json', ...readJson(file) }))
    expect(checkMerchants(folder, strict).problems.map(formatImportProblem)).toEqual([
      'merchants/tavola/menus/01-dinner.json:1 schema: not a known field',
    ])
  })
})

describe('npm run merchant -- import and export', () => {
  it('go through the database of DATA_DIR and back, and refuse politely while a server has it', async () => {
    const dataDir = emptyFolder()
    const env = { DATA_DIR: dataDir }
    const folder = fixtureCopy()
    expect((await merchant(folder, ['import', 'tavola'], env)).said).toContain('There is no database in')
    await dataWithDatabase(dataDir)
    const server = await connect({ dataDir, workerFile: workerFile(), now: () => 1 })
    const refused = await merchant(folder, ['import', 'tavola'], env)
    expect(refused).toEqual({
      code: 1,
      said: expect.stringContaining('is in use by another Larder') as string,
    })
    await server.close()
    expect(await merchant(folder, ['import', 'tavola'], env)).toEqual({
      code: 0,
      said: expect.stringMatching(/^Imported tavola/) as string,
    })
    const target = join(emptyFolder(), 'tavola')
    expect((await merchant(folder, ['export', 'tavola', target], env)).code).toBe(0)
    expect(readdirSync(target).sort()).toEqual(['host.json', 'location.json', 'menus', 'options.json'])
    expect((await merchant(folder, ['export', 'tavola', target], env)).said).toContain('is not empty')
    cpSync(target, join(folder, 'tavola'), { recursive: true })
    expect((await merchant(folder, ['import', 'tavola'], env)).said).toContain('is already up to date')
  }, 180_000)
})

describe.for(databases)('one merchant beside the others [$name]', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await engine.open()
    await importMerchants(database, fixtureMerchants, { nowMs: 1 })
  })
  afterAll(() => database.close())

  it('is imported, and the others stay as they are', async () => {
    const folder = emptyFolder()
    await merchant(folder, ['new', 'golden-fork'])
    expect((await importMerchant(database, folder, 'golden-fork', 2)).isChanged).toBe(true)
    expect((await importMerchant(database, folder, 'golden-fork', 3)).isChanged).toBe(false)
    expect((await listStoredMerchants(database)).map(({ document }) => document.label)).toEqual([
      'golden-fork',
      'grill',
      'tavola',
    ])
    expect(await database.query('SELECT imported_at FROM locations ORDER BY label')).toEqual([
      { imported_at: 2 },
      { imported_at: 1 },
      { imported_at: 1 },
    ])
  })

  it('changes nothing if something is wrong, or if it takes another merchant’s name', async () => {
    const folder = emptyFolder()
    await merchant(folder, ['new', 'copper-pot'])
    const before = await listStoredMerchants(database)
    const host = join(folder, 'copper-pot/host.json')
    writeFileSync(host, JSON.stringify({ ...readJson(host), locationId: 'tavola-nyc' }))
    await expect(importMerchant(database, folder, 'copper-pot', 4)).rejects.toThrow(
      '"tavola-nyc" is the locationId of "tavola" in the database',
    )
    writeFileSync(join(folder, 'copper-pot/menus/01-menu.json'), '{')
    await expect(importMerchant(database, folder, 'copper-pot', 4)).rejects.toThrow('not JSON')
    expect(await listStoredMerchants(database)).toEqual(before)
  })
})

describe.for(databases)('npm run merchant -- admin [$name]', (engine) => {
  it('makes the first administrator of an account that has confirmed its address, and of no other', async () => {
    const larder = await startTestLarder(engine)
    const id = await addUser(larder, { email: 'owner@tavola.test', confirmedAt: 1 })
    await addUser(larder, { email: 'stranger@tavola.test', confirmedAt: undefined })
    const signedIn = await SignedIn.as(larder, id)
    const make = (email: string, location = tavola.location): Promise<string> =>
      makeOwner(larder.database, location, email, { clock: larder.clock, ids: systemIds })
    expect(await make('nobody@tavola.test')).toBe('unknown')
    expect(await make('owner@tavola.test', 'grill-chi')).toBe('unknown')
    expect(await make('stranger@tavola.test')).toBe('unconfirmed')
    expect((await signedIn.send('GET', '/user')).status).toBe(200)
    expect(await make(' Owner@tavola.test')).toBe('made')
    expect((await signedIn.send('GET', '/user')).status).toBe(401)
    expect(await make('owner@tavola.test')).toBe('already')
    expect(await larder.database.query('SELECT id FROM users WHERE role = $1', ['owner'])).toEqual([{ id }])
    expect((await listActs(larder.database, tavola.location, 1)).acts).toMatchObject([
      { action: 'role_changed', about: expect.stringMatching(/: owner$/), role: 'operator', who: '' },
    ])
    await larder.close()
  })
})

describe.for(databases)('npm run merchant -- no-second-step [$name]', (engine) => {
  it('lets an owner in again who lost their second factor', async () => {
    const larder = await startTestLarder(engine)
    const owner = await Colleague.new(larder)
    await owner.addApp()
    expect((await owner.password()).status).toBe(403)
    const take = (email: string) =>
      takeSecondStep(larder.database, tavola.location, email, { clock: larder.clock, ids: systemIds })
    expect(await take('nobody@tavola.test')).toBe(false)
    expect(await take(` ${owner.email.toUpperCase()}`)).toBe(true)
    expect((await owner.send('GET', '/user')).status).toBe(401)
    expect((await owner.password()).status).toBe(200)
    expect((await listActs(larder.database, tavola.location, 1)).acts[0]).toMatchObject({
      action: 'second_factors_taken',
      role: 'operator',
    })
    await larder.close()
  })
})

/** Every switch of specification §3 *Settings*, by its line in the checklist. */
const switches: Record<string, Pick<Settings, 'cards' | 'meals'> & Json> = {
  'the digital cards’ reach the portal as they are written, on and off @EN-10': {
    cards: {
      digital: {
        enable: true,
        send_card_by_text: false,
        send_card_by_email: true,
        card_management: { buy_card: true, import_card: false, reload_card: true },
      },
    },
  },
  'the physical cards’ reach the portal as they are written, on and off @EN-11': {
    cards: { physical: { enable: true, send_card_by_mail: true, check_card_balance: false } },
  },
  'the meals’ reach the portal as they are written, on and off @EN-12': {
    meals: {
      online_orders: { enable: true },
      read_only_menu: { enable: false },
      inhouse_orders: { enable: true },
      ticket_history: { enable: false },
    },
  },
  'the pages’ and the rewards’ reach the portal as they are written, on and off @EN-13': {
    read_only_menu_non_pos: { enable: true },
    rewards: { enable: false },
    my_gifts: { enable: true },
    my_account: { enable: false },
    about: { enable: true },
    catering: { enable: false },
    gallery: { enable: true },
    feedback: { enable: false },
  },
  'those of hours and promo codes reach the portal as they are written, on and off @EN-14': {
    location_hours: { enable_for_online_order: true },
    promo_codes: { enable: false },
  },
}

describe.for(oneDatabase)('a merchant’s switches [$name]', (engine) => {
  it.each(Object.entries(switches))('%s', async (_name, written) => {
    for (const wanted of [written, flipped(written)]) {
      const folder = fixtureCopy()
      const file = join(folder, 'tavola/location.json')
      const location = readJson(file)
      writeFileSync(
        file,
        JSON.stringify({ ...location, settings: { ...(location['settings'] as Json), ...wanted } }),
      )
      const larder = await startTestLarder(engine, { merchantsDir: folder })
      const { body } = await new Guest(larder, tavola).send<LocationAnswer>('GET', '/location/:loc')
      expect(body.location.settings).toMatchObject(wanted)
      await larder.close()
    }
  })

  it('are refused when they are not on or off', async () => {
    const folder = fixtureCopy()
    const file = join(folder, 'tavola/location.json')
    const location = readJson(file)
    writeFileSync(
      file,
      JSON.stringify({
        ...location,
        settings: { ...(location['settings'] as Json), gallery: { enable: 'yes' } },
      }),
    )
    expect(checkMerchants(folder, strict).problems.map(formatImportProblem)).toEqual([
      'merchants/tavola/location.json:1 settings.gallery.enable: should be a boolean, not "yes"',
    ])
  })
})

function flipped<T>(value: T): T {
  if (typeof value === 'boolean') return !value as T
  return Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [name, flipped(inner as unknown)]),
  ) as T
}

describe('npm run merchant -- pictures', () => {
  const photo = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#3c6a34' } })
      .jpeg()
      .toBuffer()

  it('makes every photograph in its sizes, so that a dish can name it', async () => {
    const folder = fixtureCopy()
    const own = join(folder, 'tavola')
    mkdirSync(join(own, 'photos'))
    writeFileSync(join(own, 'photos/margherita.jpg'), await photo(1200, 1600))
    writeFileSync(join(own, 'photos/hero-oven.jpg'), await photo(1500, 900))
    writeFileSync(join(own, 'photos/Fish Tacos.jpg'), await photo(800, 600))
    writeFileSync(join(own, 'photos/tiny.jpg'), await photo(90, 60))
    writeFileSync(join(own, 'photos/broken.jpg'), 'not a picture')
    const first = await resizePhotos(own)
    expect(first).toMatchObject({ made: 2, unchanged: 0 })
    expect(first.problems.map((problem) => problem.split(':')[0])).toEqual([
      'photos/Fish Tacos.jpg',
      'photos/broken.jpg',
      'photos/tiny.jpg',
    ])
    expect(first.problems[1]).toMatch(/: is damaged, .* save it anew as JPEG \(\.jpg\), or take it out$/)
    expect(readJson(own, 'pictures/index.json')).toMatchObject({
      margherita: {
        width: 4,
        height: 3,
        widths: [320, 640],
        colour: expect.stringMatching(/^#[0-9a-f]{6}$/) as string,
      },
      // Never wider than the photograph: one of 1500 pixels is not enlarged to 1920.
      'hero-oven': { width: 16, height: 9, widths: [640, 1280] },
    })
    expect(await sharp(join(own, 'pictures/margherita-640.avif')).metadata()).toMatchObject({
      format: 'heif',
      width: 640,
      height: 480,
    })
    expect(await sharp(join(own, 'pictures/hero-oven-1280.webp')).metadata()).toMatchObject({
      format: 'webp',
      width: 1280,
      height: 720,
    })
    expect(existsSync(join(own, 'pictures/tiny-320.webp'))).toBe(false)
    const menu = join(own, 'menus/01-dinner.json')
    writeFileSync(
      menu,
      readFileSync(menu, 'utf8').replace('"price": "16.00"', '"price": "16.00", "pictures": ["margherita"]'),
    )
    expect(checkMerchants(folder, strict).problems).toEqual([])
    expect(await resizePhotos(own)).toMatchObject({ made: 0, unchanged: 2 })
  }, 180_000)
})
