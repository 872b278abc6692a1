import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import { merchantReload } from '#server/merchants/reload.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import { makeFirstScreens } from '#server/portal/first-screens.ts'
import { databases } from './support/databases.ts'
import { importMerchants } from './support/import-merchants.ts'
import {
  fixtureMerchants,
  grill,
  Guest,
  type ProblemBody,
  startTestLarder,
  tavola,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { buildTinyPortal } from './support/portal.ts'

/** First screens that name the dishes they were rendered from. */
async function screens() {
  const file = join(mkdtempSync(join(tmpdir(), 'larder-screens-')), 'render.mjs')
  writeFileSync(
    file,
    'export const renderFirstScreen = async (facts, first, path) => `<p>${path} of ${first.location.location.tagline ?? first.location.location.name}</p>`',
  )
  return makeFirstScreens(pathToFileURL(file).pathname, () => [], [], {
    provider: 'embedded',
    siteKey: undefined,
  })
}

describe.for(databases)('merchants that are imported while the server runs [$name]', (engine) => {
  let dir: string
  let larder: TestLarder
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
    cpSync(fixtureMerchants, dir, { recursive: true })
    const firstScreen = await screens()
    larder = await startTestLarder(engine, {
      merchantsDir: dir,
      portal: { kind: 'built', dir: buildTinyPortal() },
      ...(firstScreen && { firstScreen }),
    })
  })
  afterEach(() => larder.close())

  const edit = (file: string, change: (text: string) => string): void => {
    const path = join(dir, file)
    const before = readFileSync(path, 'utf8')
    expect(change(before)).not.toBe(before)
    writeFileSync(path, change(before))
  }
  /** As `npm run merchant -- import` in another process does. */
  const importNow = () => importMerchants(larder.database, dir, { nowMs: larder.clock.now() })
  const get = (path: string, host: string, etag?: unknown) =>
    larder.app.inject({
      url: path,
      headers: { host, ...(typeof etag === 'string' && { 'if-none-match': etag }) },
    })

  const book = `/api/location/${tavola.location}/menubook?mode=order`

  it('are taken over with everything that was made of them: answers, ETags, pages, first screens', async () => {
    const other = await get(`/api/location/${grill.location}`, grill.host)
    const [before, page] = [await get(book, tavola.host), await get('/', tavola.host)]
    const location = await get(`/api/location/${tavola.location}`, tavola.host)
    edit('tavola/menus/01-dinner.json', (text) => text.replace('"Margherita"', '"Margherita Nuova"'))
    edit('tavola/location.json', (text) => text.replace(/"name": "Tavola"/, '"name": "Tavola Nuova"'))
    expect(await importNow()).toEqual(['tavola'])
    expect((await get(book, tavola.host, before.headers.etag)).statusCode).toBe(304)
    await larder.minute()
    const after = await get(book, tavola.host, before.headers.etag)
    expect([
      after.statusCode,
      after.body.includes('Margherita Nuova'),
      before.body.includes('Margherita Nuova'),
    ]).toEqual([200, true, false])
    expect(
      (await get(`/api/location/${tavola.location}`, tavola.host, location.headers.etag)).json(),
    ).toMatchObject({
      location: { name: 'Tavola Nuova' },
    })
    const newPage = await get('/', tavola.host, page.headers.etag)
    expect(newPage.statusCode).toBe(200)
    expect(newPage.body).toContain('Tavola Nuova')
    expect(page.body).not.toContain('Tavola Nuova')
    expect(newPage.body).toContain('<p>/ of ')
    // The answers of an unchanged merchant stay valid.
    expect((await get(`/api/location/${grill.location}`, grill.host, other.headers.etag)).statusCode).toBe(
      304,
    )
  })

  it('lose a code that leaked at once, also for an order that is open', async () => {
    const guest = new Guest(larder)
    const ticket = await completeOrder(guest)
    const apply = () =>
      guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'WELCOME10' })
    edit('tavola/location.json', (text) => text.replaceAll('"WELCOME10"', '"WELCOME11"'))
    await importNow()
    await larder.minute()
    expect(await apply()).toMatchObject({ status: 422, body: { code: 'promo_invalid' } })
  })

  it('that were removed no longer answer', async () => {
    rmSync(join(dir, 'grill'), { recursive: true })
    await importNow()
    expect((await get(`/api/location/${grill.location}`, grill.host)).statusCode).toBe(200)
    await larder.minute()
    expect((await get(`/api/location/${grill.location}`, grill.host)).statusCode).toBe(404)
  })

  it('that this server must not take leave it with those it has', async () => {
    const directory = merchantDirectory(await listStoredMerchants(larder.database))
    const known = directory.list()
    const reload = merchantReload({
      database: larder.database,
      directory,
      accept: () => {
        throw new Error('not these')
      },
    })
    await reload()
    edit('tavola/menus/01-dinner.json', (text) => text.replace('"16.00"', '"17.25"'))
    await importNow()
    await expect(reload()).rejects.toThrow('not these')
    expect(directory.list()).toBe(known)
  })
})
