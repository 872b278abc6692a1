import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MenuMode } from '#contract/schemas/menu.ts'
import { findLocation, saveLocation } from '#db/locations.ts'
import { findMenuBook, saveMenuBook } from '#db/menu-books.ts'
import { type Aged, readDeviceBacked } from '#lib/query/device-backed.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { readBook } from '#lib/query/read-book.ts'
import { readLocation } from '#lib/query/read-location.ts'
import type { ReadPorts } from '#lib/query/services.ts'
import { startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { book, locationCopy } from '../support/merchant-data.ts'

const loc = 'tavola-nyc'
const noBook = { status: 404, body: { errors: [], message: 'no such call', code: 'not_found' } }

describe('reading what the server owns', () => {
  let larder: TestLarder
  let device: Device
  let ports: ReadPorts
  let shown: Aged<unknown>[]
  const show = (copy: Aged<unknown>): void => void shown.push(copy)
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(() => {
    device = new Device(larder)
    ports = { db: device.db, api: device.api, clock: larder.clock, locationId: loc }
    shown = []
  })
  const paths = (): string[] => device.net.calls.map((call) => call.path.replace(`/api/location/${loc}`, ''))

  it('a menu book: one call, saved, then shown from the device before the network is asked', async () => {
    const first = await readBook(ports, 'order', show)
    expect(shown).toEqual([])
    expect(paths()).toEqual(['/menubook?mode=order'])
    expect(await findMenuBook(device.db, loc, 'order')).toMatchObject({
      book: first.value,
      savedAt: larder.clock.now(),
    })
    larder.clock.advance(60_000)
    const second = await readBook(ports, 'order', show)
    expect(shown).toEqual([first])
    expect(second).toEqual({ value: first.value, savedAt: first.savedAt + 60_000 })
    expect(device.net.calls[1]!.headers['if-none-match']).toMatch(/^".+"$/)
    expect(await findMenuBook(device.db, loc, 'order')).toMatchObject({ savedAt: second.savedAt })
  })

  it.each(['browse', 'order'] as const)(
    'an API without the extension gives the same book (%s), call by call, by order and for this time of day @BC-11 @AM-01 @AM-03',
    async (mode: MenuMode) => {
      const { value: whole } = await readBook({ ...ports, db: new Device(larder).db }, mode, show)
      device.net.calls.length = 0
      device.net.otherwise = (call) => (call.path.includes('/menubook') ? noBook : undefined)
      const { value } = await readBook(ports, mode, show)
      expect(value).toEqual(whole)
      expect(paths()[1]).toMatch(
        mode === 'browse'
          ? /^\/menus\?sort=order%3Aasc&read_only=true$/
          : /^\/menus\?sort=order%3Aasc&online_order=true&time=\d{1,2}%3A\d\d[ap]m$/,
      )
      // A list of dishes has no choices in it.
      const lists = paths().filter((path) => /\/items(?:\?|$)/.test(path))
      expect(lists.length).toBeGreaterThan(0)
      expect(lists.filter((path) => !path.endsWith('?minimize=true'))).toEqual([])
      expect(await findMenuBook(device.db, loc, mode)).toMatchObject({ book: whole, etag: null })
    },
  )

  it('half of an assembled book is never kept', async () => {
    await saveMenuBook(device.db, {
      locationId: loc,
      mode: 'order',
      book: book('Old'),
      etag: null,
      savedAt: 1,
    })
    device.net.otherwise = (call) =>
      call.path.includes('/menubook') ? noBook : call.path.endsWith('carbonara') ? 'cut-before' : undefined
    expect(await readBook(ports, 'order', show)).toEqual({ value: book('Old'), savedAt: 1 })
    expect(await findMenuBook(device.db, loc, 'order')).toMatchObject({ book: book('Old') })
  })

  it.each([
    ['a cut', 'cut-before'],
    ['half an answer', 'half-json'],
    ['a Wi-Fi page', 'html'],
    ['an error of the server', { status: 500, body: { errors: [], message: 'no', code: 'internal' } }],
    ['a wrong shape', { status: 200, body: { menus: [{ name: 'x' }] } }],
    ['a foreign 404', { status: 404, html: true }],
  ] as const)('%s keeps the copy, with its age (I8)', async (_name, fault) => {
    const row = { locationId: loc, mode: 'order', book: book('Old'), etag: '"old"', savedAt: 7 } as const
    await saveMenuBook(device.db, row)
    device.net.otherwise = () => fault
    expect(await readBook(ports, 'order', show)).toEqual({ value: book('Old'), savedAt: 7 })
    expect(await findMenuBook(device.db, loc, 'order')).toEqual(row)
  })

  it('neither copy nor answer is an error that a screen can explain, and nothing is written', async () => {
    device.net.faults = ['cut-before', { status: 200, body: { menus: 'none' } }]
    await expect(readBook(ports, 'order', show)).rejects.toMatchObject({ kind: 'offline' })
    await expect(readBook(ports, 'order', show)).rejects.toMatchObject({
      kind: 'garbled',
      details: { path: 'menus' },
    })
    expect(await device.db.menuBooks.count()).toBe(0)
  })

  it('a device that cannot keep the book shows it all the same (D1)', async () => {
    device.db.menuBooks.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect((await readBook(ports, 'order', show)).value.menus).not.toEqual([])
  })

  it('location: three parts, each by its ETag, kept as one', async () => {
    const first = await readLocation(ports, show)
    expect(first.value).toMatchObject({
      location: { name: 'Tavola' },
      announcements: [{ title: 'Hello' }, {}],
    })
    expect(paths().sort()).toEqual(['', '/announcements', '/configurations'])
    larder.clock.advance(1000)
    device.net.calls.length = 0
    const second = await readLocation(ports, show)
    expect(second).toEqual({ value: first.value, savedAt: first.savedAt + 1000 })
    expect(shown).toEqual([first])
    for (const call of device.net.calls) expect(call.headers['if-none-match']).toMatch(/^".+"$/)
    expect(Object.keys((await findLocation(device.db, loc))!.etags).sort()).toEqual([
      'announcements',
      'configurations',
      'location',
    ])
  })

  it('location: one part that fails keeps the whole copy', async () => {
    const row = { locationId: loc, copy: locationCopy([{ name: 'a', value: 1 }]), etags: {}, savedAt: 3 }
    await saveLocation(device.db, row)
    device.net.otherwise = (call) => (call.path.endsWith('announcements') ? 'html' : undefined)
    expect(await readLocation(ports, show)).toEqual({ value: row.copy, savedAt: 3 })
    expect(await findLocation(device.db, loc)).toEqual(row)
  })

  it('location: a device that cannot keep it shows it all the same (D1)', async () => {
    device.db.locations.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect((await readLocation(ports, show)).value.location.name).toBe('Tavola')
  })
})

describe('device or network', () => {
  const read = (options: {
    copy?: Aged<string>
    answer?: Aged<string>
    freshMs?: number
    findFails?: boolean
  }) => {
    const shown: Aged<string>[] = []
    let asked = 0
    const done = readDeviceBacked<string>({
      find: async () => {
        if (options.findFails) throw new Error('the store is broken')
        return options.copy
      },
      fetch: async () => {
        asked++
        if (!options.answer) throw new TypeError('no network')
        return options.answer
      },
      show: (copy) => shown.push(copy),
      now: () => 1000,
      freshMs: options.freshMs ?? 0,
    })
    return done.then(
      (value) => ({ value, shown, asked }),
      (error: unknown) => ({ error, shown, asked }),
    )
  }
  const copy = { value: 'copy', savedAt: 900 }
  const answer = { value: 'answer', savedAt: 1000 }

  it.each([
    ['a fresh copy is enough', { copy, answer, freshMs: 101 }, { value: copy, shown: [copy], asked: 0 }],
    [
      'a copy is shown, the answer wins',
      { copy, answer, freshMs: 100 },
      { value: answer, shown: [copy], asked: 1 },
    ],
    ['no answer: the copy', { copy }, { value: copy, shown: [copy], asked: 1 }],
    ['no copy: the answer', { answer }, { value: answer, shown: [], asked: 1 }],
    [
      'neither: an AppError',
      {},
      { error: expect.objectContaining({ name: 'AppError', kind: 'failed' }), shown: [], asked: 1 },
    ],
  ])('%s', async (_name, given, expected) => {
    expect(await read(given)).toEqual(expected)
  })

  it('the query client never asks the browser whether there is a network, and never retries by itself', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({ networkMode: 'always', retry: false })
    expect(mutations).toMatchObject({ networkMode: 'always', retry: false })
  })
})
