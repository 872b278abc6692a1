import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MenuChanges } from '#contract/schemas/menu.ts'
import { findMenuBook, saveMenuBook } from '#db/menu-books.ts'
import { readBook } from '#lib/query/read-book.ts'
import type { ReadPorts } from '#lib/query/services.ts'
import { Guest, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'

const loc = 'tavola-nyc'
const notThere = { status: 404, body: { errors: [], message: 'no such call', code: 'not_found' } }

describe('a menu that changed (extension menu_changes)', () => {
  let larder: TestLarder
  let device: Device
  let ports: ReadPorts
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    device = new Device(larder)
    ports = { db: device.db, api: device.api, clock: larder.clock, locationId: loc }
    await read()
    device.net.calls.length = 0
    larder.clock.advance(60_000)
  })
  const read = async () => (await readBook(ports, 'order', () => undefined)).value
  const readAnew = async () =>
    (await readBook({ ...ports, db: new Device(larder).db }, 'order', () => undefined)).value
  const kinds = () => device.net.calls.map(({ path }) => /menubook(\/changes)?/.exec(path)?.[0])
  let price = 1700
  /** Raises the price of the restaurant's pasta. */
  const changeDish = (): void => {
    price += 1
    larder.change('tavola', (document) => {
      const dish = document.menus[0]!.categories[1]!.items[0]!
      dish.omnivore.price_per_unit = price
      return document
    })
  }

  it('is downloaded as its difference, and gives the whole book', async () => {
    const before = await findMenuBook(device.db, loc, 'order')
    const have = before!.book.menus.flatMap(({ categories }) => categories.map(({ digest }) => digest))
    changeDish()
    const { body } = await new Guest(larder).send<MenuChanges>(
      'GET',
      `/location/:loc/menubook/changes?mode=order&have=${have.join()}`,
    )
    expect(body.menus.flatMap(({ categories }) => categories.map((one) => 'items' in one))).toEqual([
      false,
      true,
    ])
    const after = await read()
    expect(kinds()).toEqual(['menubook/changes'])
    expect(after).not.toEqual(before!.book)
    expect(after).toEqual(await readAnew())
    expect((await findMenuBook(device.db, loc, 'order'))!.book).toEqual(after)
  })

  it('is the whole book for who has nothing of it, as it is made for everybody', async () => {
    const ask = (path: string) => new Guest(larder).send<MenuChanges>('GET', `/location/:loc/${path}`)
    const whole = await ask('menubook?mode=order')
    for (const have of ['', 'nothing-here'])
      expect((await ask(`menubook/changes?mode=order&have=${have}`)).body).toEqual(whole.body)
  })

  it('is asked for once: unchanged it answers with nothing', async () => {
    changeDish()
    await read()
    larder.clock.advance(60_000)
    device.net.calls.length = 0
    const stored = await findMenuBook(device.db, loc, 'order')
    expect(await read()).toEqual(stored!.book)
    expect(kinds()).toEqual(['menubook/changes'])
    expect(await findMenuBook(device.db, loc, 'order')).toEqual({ ...stored, savedAt: larder.clock.now() })
  })

  it.each([
    ['an API without this call', notThere],
    [
      'an answer with an unknown category',
      { status: 200, body: { menus: [{ categories: [{ digest: 'x' }] }] } },
    ],
  ] as const)('comes whole after %s', async (_name, fault) => {
    changeDish()
    device.net.otherwise = (call) => (call.path.includes('/changes') ? fault : undefined)
    const after = await read()
    expect(kinds()).toEqual(['menubook/changes', 'menubook'])
    expect(after).toEqual(await readAnew())
  })

  it('comes whole where the copy was made by an API without digests', async () => {
    const stored = (await findMenuBook(device.db, loc, 'order'))!
    for (const { categories } of stored.book.menus) for (const category of categories) delete category.digest
    await saveMenuBook(device.db, { ...stored, savedAt: stored.savedAt + 1 })
    await read()
    expect(kinds()).toEqual(['menubook'])
  })

  it('keeps the copy when nothing answers', async () => {
    const stored = await findMenuBook(device.db, loc, 'order')
    changeDish()
    device.net.otherwise = () => 'cut-before'
    expect(await read()).toEqual(stored!.book)
    expect(await findMenuBook(device.db, loc, 'order')).toEqual(stored)
  })
})
