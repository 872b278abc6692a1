import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'
import { findLocation, saveLocation } from '#db/locations.ts'
import { findMenuBook, saveMenuBook } from '#db/menu-books.ts'
import { SessionChangedError } from '#db/sessions.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { type Aged, readDeviceBacked } from '#lib/query/device-backed.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { readCards, readTransactions, readUser } from '#lib/query/read-account.ts'
import { readBook } from '#lib/query/read-book.ts'
import { readLocation } from '#lib/query/read-location.ts'
import type { ReadPorts } from '#lib/query/services.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { book, locationCopy } from '../support/merchant-data.ts'
import { Phone, Tab } from '../support/tab.ts'

const loc = 'tavola-nyc'
const noBook = { status: 404, body: { errors: [], message: 'no such call', code: 'not_found' } }

const withoutDigests = ({ menus }: MenuBook): MenuBook => ({
  menus: menus.map((menu) => ({
    ...menu,
    categories: menu.categories.map(({ digest: _digest, ...category }) => category),
  })),
})

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

  it('a menu book: parsed category by category, since thousands of dishes in one piece leave no room for a tap', async () => {
    const parsing = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parsing.mockRestore())
    const lengths = () => parsing.mock.calls.map(([text]) => text.length)
    const { value } = await readBook(ports, 'order', show)
    const whole = JSON.stringify(value).length
    expect(Math.max(...lengths())).toBeLessThan(whole)
    parsing.mockClear()
    await readBook(ports, 'order', show)
    expect(Math.max(...lengths())).toBeLessThan(whole)
  })

  it.each(['browse', 'order'] as const)(
    'an API without the extension gives the same book (%s), call by call, for ordering and for this time of day @BC-11 @AM-01 @AM-03',
    async (mode: MenuMode) => {
      const { value: whole } = await readBook({ ...ports, db: new Device(larder).db }, mode, show)
      device.net.calls.length = 0
      device.net.otherwise = (call) => (call.path.includes('/menubook') ? noBook : undefined)
      const { value } = await readBook(ports, mode, show)
      // Without digests of the categories: these calls do not have them.
      const bare = withoutDigests(whole)
      expect(value).toEqual(bare)
      expect(paths()[1]).toMatch(
        mode === 'browse'
          ? /^\/menus\?sort=order%3Aasc&read_only=true$/
          : /^\/menus\?sort=order%3Aasc&online_order=true&time=\d{1,2}%3A\d\d[ap]m$/,
      )
      // Lists of dishes are requested without their choices.
      const lists = paths().filter((path) => /\/items(?:\?|$)/.test(path))
      expect(lists.length).toBeGreaterThan(0)
      expect(lists.filter((path) => !path.endsWith('?minimize=true'))).toEqual([])
      expect(await findMenuBook(device.db, loc, mode)).toMatchObject({ book: bare, etag: null })
    },
  )

  it('asks such an API for the dishes of a category together: the first may wait for the last', async () => {
    const dishes = (): string[] => paths().filter((path) => path.includes('/item/'))
    let together = (): void => undefined
    const last = new Promise<void>((resolve) => (together = resolve))
    device.net.otherwise = (call) => {
      if (call.path.includes('/menubook')) return noBook
      if (dishes().length === 2) together()
      return dishes().length === 1 ? { holdUntil: last } : undefined
    }
    await readBook(ports, 'order', show)
    const [first, second] = dishes().map((path) => path.split('/item/')[0])
    expect(second).toBe(first)
  }, 20_000)

  it('asks it for no more dishes at a time than a browser has connections: the rest would wait while their time runs out', async () => {
    const { value: book } = await readBook({ ...ports, db: new Device(larder).db }, 'order', show)
    const [dish] = book.menus[0]!.categories[0]!.items
    let open = 0
    let most = 0
    device.net.otherwise = (call) => {
      if (call.path.includes('/menubook')) return noBook
      if (/\/items\?/.test(call.path)) return { status: 200, body: { items: Array(8).fill(dish) } }
      if (!call.path.includes('/item/')) return undefined
      most = Math.max(most, ++open)
      const answered = new Promise<void>((resolve) => setImmediate(resolve))
      return { holdUntil: answered.then(() => void open--) }
    }
    // Every category lists eight copies of a dish that is only in the first; their answers elsewhere do not matter.
    await readBook(ports, 'order', show).catch(() => undefined)
    expect(most).toBe(6)
  }, 20_000)

  it('half of an assembled book is never stored', async () => {
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
    ['a server error', { status: 500, body: { errors: [], message: 'no', code: 'internal' } }],
    ['a wrong shape', { status: 200, body: { menus: [{ name: 'x' }] } }],
    ['a foreign 404', { status: 404, html: true }],
  ] as const)('%s keeps the copy, with its age (I8)', async (_name, fault) => {
    const row = { locationId: loc, mode: 'order', book: book('Old'), etag: '"old"', savedAt: 7 } as const
    await saveMenuBook(device.db, row)
    device.net.otherwise = () => fault
    expect(await readBook(ports, 'order', show)).toEqual({ value: book('Old'), savedAt: 7 })
    expect(await findMenuBook(device.db, loc, 'order')).toEqual(row)
  })

  it('with neither copy nor answer there is an error that a screen can explain, and nothing is written', async () => {
    device.net.faults = ['cut-before', { status: 200, body: { menus: 'none' } }]
    await expect(readBook(ports, 'order', show)).rejects.toMatchObject({ kind: 'offline' })
    await expect(readBook(ports, 'order', show)).rejects.toMatchObject({
      kind: 'garbled',
      details: { path: 'menus' },
    })
    expect(await device.db.menuBooks.count()).toBe(0)
  })

  it('a device that cannot store the book still shows it (D1)', async () => {
    device.db.menuBooks.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect((await readBook(ports, 'order', show)).value.menus).not.toEqual([])
  })

  it('when there is no room the pictures are deleted first, and the book is stored (D1)', async () => {
    const names = ['workbox-precache-v2', 'larder-pictures']
    vi.stubGlobal('caches', {
      delete: async (name: string) => names.includes(name) && names.splice(names.indexOf(name), 1).length > 0,
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    device.db.menuBooks.hook('creating', () => {
      if (names.includes('larder-pictures')) throw new DOMException('full', 'QuotaExceededError')
    })
    await readBook(ports, 'order', show)
    expect([names, await device.db.menuBooks.count()]).toEqual([['workbox-precache-v2'], 1])
  })

  it('location: three parts, each with its ETag, stored as one; announcements for the restaurant’s own time of day @AL-02', async () => {
    larder.clock.set(dinnerTime)
    const first = await readLocation(ports, show)
    expect(first.value).toMatchObject({
      location: { name: 'Tavola' },
      announcements: [{ title: 'Hello' }, {}],
    })
    // The time zone is not known yet.
    expect(paths().sort()).toEqual(['', '/announcements?time=11%3A00pm', '/configurations'])
    larder.clock.advance(1000)
    device.net.calls.length = 0
    const second = await readLocation(ports, show)
    expect(second).toEqual({ value: first.value, savedAt: first.savedAt + 1000 })
    expect(shown).toEqual([first])
    for (const call of device.net.calls) expect(call.headers['if-none-match']).toMatch(/^".+"$/)
    expect(paths().sort()).toEqual(['', '/announcements?time=6%3A00pm', '/configurations'])
    expect(Object.keys((await findLocation(device.db, loc))!.etags).sort()).toEqual([
      'announcements',
      'configurations',
      'location',
    ])
  })

  it('location: without a network what is announced comes and goes on its days, in the restaurant’s own zone', async () => {
    const copy = locationCopy([])
    const closing = { type: 'closed', title: 'Closed', starts: '2026-11-26', ends: '2026-11-26' }
    await saveLocation(device.db, {
      locationId: loc,
      copy: { ...copy, announcements: [closing] },
      etags: {},
      savedAt: 3,
    })
    device.net.otherwise = () => 'cut-before'
    const announced: number[][] = []
    for (const time of ['2026-11-25T23:59', '2026-11-26T00:01', '2026-11-26T23:59', '2026-11-27T00:01']) {
      larder.clock.set(`${time}:00-05:00`)
      const seen: Aged<LocationCopy>[] = []
      seen.push(await readLocation(ports, (one) => void seen.push(one)))
      announced.push(seen.map(({ value }) => value.announcements.length))
    }
    expect(announced).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
      [0, 0],
    ])
    expect((await findLocation(device.db, loc))!.copy.announcements).toEqual([closing])
  })

  it('location: one part that fails keeps the whole copy', async () => {
    const row = { locationId: loc, copy: locationCopy([{ name: 'a', value: 1 }]), etags: {}, savedAt: 3 }
    await saveLocation(device.db, row)
    device.net.otherwise = (call) => (call.path.includes('/announcements') ? 'html' : undefined)
    expect(await readLocation(ports, show)).toEqual({ value: row.copy, savedAt: 3 })
    expect(await findLocation(device.db, loc)).toEqual(row)
  })

  it('an answer that was asked for earlier and comes later leaves the newer copy', async () => {
    const newer = { locationId: loc, mode: 'order', book: book('Newer'), etag: '"n"' } as const
    let saved: Promise<void> | undefined
    device.net.otherwise = () => {
      larder.clock.advance(1)
      saved ??= saveMenuBook(device.db, { ...newer, savedAt: larder.clock.now() })
      return undefined
    }
    await readBook(ports, 'order', show)
    await saved
    expect(await findMenuBook(device.db, loc, 'order')).toMatchObject(newer)
  })

  it('a copy of a day to come, from a clock that was wrong, gives way', async () => {
    const day = 24 * 60 * 60 * 1000
    const row = { locationId: loc, copy: locationCopy([]), etags: {}, savedAt: larder.clock.now() + day }
    await saveLocation(device.db, row)
    await saveMenuBook(device.db, {
      locationId: loc,
      mode: 'order',
      book: book('Then'),
      etag: null,
      savedAt: row.savedAt,
    })
    const now = larder.clock.now()
    await readLocation(ports, show)
    await readBook(ports, 'order', show)
    expect((await findLocation(device.db, loc))!.savedAt).toBe(now)
    expect((await findMenuBook(device.db, loc, 'order'))!.savedAt).toBe(now)
  })

  it('a copy dated some minutes ahead is replaced, too, once the clock was corrected (T1)', async () => {
    const minute = 60_000
    const [soon, now] = [larder.clock.now() + 8 * minute, larder.clock.now()]
    const row = { locationId: loc, copy: locationCopy([]), etags: {}, savedAt: soon }
    await saveLocation(device.db, row)
    const ahead = { locationId: loc, mode: 'order', book: book('Then'), etag: '"n"', savedAt: soon } as const
    await saveMenuBook(device.db, ahead)
    await readLocation(ports, show)
    await readBook(ports, 'order', show)
    expect((await findLocation(device.db, loc))!.savedAt).toBe(now)
    expect((await findMenuBook(device.db, loc, 'order'))!.savedAt).toBe(now)
  })

  it('a book that a clock of years to come has dated is as old as its last look, while it is the same book', async () => {
    await readBook(ports, 'order', show)
    const { etag, book: same } = (await findMenuBook(device.db, loc, 'order'))!
    const savedAt = larder.clock.now() + 3 * 365 * 24 * 60 * 60 * 1000
    await saveMenuBook(device.db, { locationId: loc, mode: 'order', book: same, etag, savedAt })
    larder.clock.advance(1000)
    await readBook(ports, 'order', show)
    expect((await findMenuBook(device.db, loc, 'order'))!.savedAt).toBe(larder.clock.now())
  })

  it('location: a device that cannot store it still shows it (D1)', async () => {
    device.db.locations.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect((await readLocation(ports, show)).value.location.name).toBe('Tavola')
  })
})

describe('a store that has been closed for a newer build (D9)', () => {
  it('reads from the server: book, location and personal data', async () => {
    const larder = await startTestLarder(embedded, { verification: everybody })
    onTestFinished(() => larder.close())
    const ada = await Member.new(larder)
    const tab = await Tab.open(new Phone(larder))
    await tab.signIn(ada.email)
    const { db } = new Device(larder)
    await db.open()
    db.close()
    const closed = { ...tab.reads, db }
    const none = (): void => expect.unreachable()
    expect((await readBook(closed, 'order', none)).value.menus).not.toEqual([])
    expect((await readLocation(closed, none)).value.location.name).toBe('Tavola')
    expect((await readUser(closed, none)).value.email).toBe(ada.email)
    expect((await readCards(closed, none)).value).toEqual([])
    expect((await readTransactions(closed, none)).value).toEqual([])
  })
})

describe('device or network', () => {
  type Given = { copy?: Aged<string>; findFails?: Error; answer?: Aged<string>; saveFails?: Error }
  const read = (options: Given) => {
    const steps: unknown[] = []
    const done = readDeviceBacked<Aged<string>>({
      async find() {
        if (options.findFails) throw options.findFails
        return options.copy
      },
      async fetch(askedAt) {
        steps.push(['asked', askedAt])
        const { answer } = options
        if (!answer) throw new TypeError('no network')
        return {
          answer,
          async save() {
            if (options.saveFails) throw options.saveFails
            steps.push(['saved', answer])
          },
        }
      },
      show: (shown) => void steps.push(['shown', shown]),
      now: () => 1000,
    })
    return done.then(
      (value) => ({ value, steps }),
      (error: unknown) => ({ error, steps }),
    )
  }
  const copy = { value: 'copy', savedAt: 900 }
  const answer = { value: 'answer', savedAt: 1000 }
  const asked = ['asked', 1000]

  it.each([
    [
      'a copy is shown, the answer is saved and wins',
      { copy, answer },
      { value: answer, steps: [['shown', copy], asked, ['saved', answer]] },
    ],
    ['no answer: the copy', { copy }, { value: copy, steps: [['shown', copy], asked] }],
    ['no copy: the answer', { answer }, { value: answer, steps: [asked, ['saved', answer]] }],
    [
      'neither: an AppError',
      {},
      { error: expect.objectContaining({ name: 'AppError', kind: 'failed' }), steps: [asked] },
    ],
    [
      'a store that cannot be read: the answer (D9)',
      { findFails: new DOMException('closed', 'DatabaseClosedError'), answer },
      { value: answer, steps: [asked, ['saved', answer]] },
    ],
    [
      'a store that cannot be read, and no answer: an AppError',
      { findFails: new DOMException('closed', 'DatabaseClosedError') },
      { error: expect.objectContaining({ name: 'AppError', kind: 'failed' }), steps: [asked] },
    ],
    [
      'an answer that cannot be stored is shown (D1)',
      { copy, answer, saveFails: new DOMException('full', 'QuotaExceededError') },
      { value: answer, steps: [['shown', copy], asked] },
    ],
    [
      'an answer of somebody who has signed out is not, and neither is their copy (U2)',
      { copy, answer, saveFails: new SessionChangedError('gone') },
      { error: expect.objectContaining({ kind: 'unauthorized' }), steps: [['shown', copy], asked] },
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
