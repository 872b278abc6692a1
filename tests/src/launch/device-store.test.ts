import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LarderDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { updates } from '#lib/pwa/updates.ts'
import { addRevocation, listRevocations } from '#db/revocations.ts'
import { appendOwnChanges } from '#db/tickets.ts'
import { type DeviceStore, openStore } from '../../../src/launch/device-store.ts'
import { expectConsole } from '../../setup/strict-console.ts'
import { add } from '../support/changes.ts'
import { nextUuid } from '../support/device.ts'
import { fillDiskOf } from '../support/full-disk.ts'

const who = { locationId: 'tavola-nyc', principal: 'guest' }
const real = {
  global: Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')!,
  dexie: Dexie.dependencies.indexedDB,
}

/** A browser with this in place of `indexedDB`. Dexie looks for it only once, when it is loaded, so it is replaced there, too. */
function browserWith(descriptor: PropertyDescriptor, found: IDBFactory | undefined): void {
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, ...descriptor })
  Object.assign(Dexie.dependencies, { indexedDB: found })
}

const opening = (open: () => IDBOpenDBRequest): IDBFactory => Object.assign(new IDBFactory(), { open })

type Refused = { onerror?: (event: object) => void; error: DOMException | undefined }

/** A request that fails with this error, or is never answered. */
function requestOf(error?: DOMException): IDBOpenDBRequest {
  const request: Refused = { error }
  const event = { target: request, preventDefault: () => undefined, stopPropagation: () => undefined }
  if (error) queueMicrotask(() => request.onerror?.(event))
  return request as unknown as IDBOpenDBRequest
}

/** Delays every `open` of an existing database by this time. */
function slowlyOpening(factory: IDBFactory, ms: number): IDBFactory {
  const open = factory.open.bind(factory)
  return Object.assign(factory, {
    open(name: string, version?: number) {
      const slow = { result: undefined } as unknown as {
        result: IDBDatabase
        onsuccess?: (event: object) => void
      }
      setTimeout(() => {
        const real = open(name, version)
        real.addEventListener('success', () => {
          slow.result = real.result
          slow.onsuccess?.({ target: slow })
        })
      }, ms)
      return slow as unknown as IDBOpenDBRequest
    },
  })
}

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('where the browser has no store to give (D4, D6)', () => {
  afterEach(() => {
    vi.useRealTimers()
    Object.defineProperty(globalThis, 'indexedDB', real.global)
    Object.assign(Dexie.dependencies, { indexedDB: real.dexie })
  })

  const throwing = opening(refuse)
  const full = opening(() =>
    requestOf(new DOMException('Encountered full disk while opening backing store', 'QuotaExceededError')),
  )
  const silent = opening(() => requestOf())
  it.each<[string, PropertyDescriptor, IDBFactory | undefined]>([
    ['indexedDB is not there', { value: undefined }, undefined],
    ['asking for it throws', { get: refuse }, undefined],
    ['open() throws', { value: throwing }, throwing],
    ['open() fails on a full disk', { value: full }, full],
  ])('%s: an order is begun in memory, and the screen hears of it', async (_what, descriptor, found) => {
    browserWith(descriptor, found)
    const store = await openStore()
    expect(await store.inMemory).toBe('none')
    await orderInMemory(store)
  })

  it('a new store has room for nothing: the first tap goes into memory, and the screen hears of it (D1)', async () => {
    const own = new IDBFactory()
    browserWith({ value: own }, own)
    fillDiskOf(own)
    const store = await openStore()
    expect(store.isMemory()).toBe(false)
    await order(store)
    await store.inMemory
    expect(store.isMemory()).toBe(true)
    store.db.close()
  })

  it('a store that is in use gets full: the page goes on in memory with all that it holds, and the store stays (D1)', async () => {
    const own = new IDBFactory()
    browserWith({ value: own }, own)
    const before = await openStore()
    await before.db.revocations.put({ revocationId: 'theirs' })
    before.db.close()
    fillDiskOf(own)
    const store = await openStore()
    // Two taps at once leave it together.
    await Promise.all([order(store), addRevocation(store.db, 'mine')])
    expect([store.isMemory(), await listRevocations(store.db)]).toEqual([true, ['mine', 'theirs']])
    store.db.close()
    const next = await openStore()
    expect([next.isMemory(), await next.db.tickets.count(), await listRevocations(next.db)]).toEqual([
      false,
      0,
      ['theirs'],
    ])
    next.db.close()
  })

  it.each([
    ['UnknownError', /Workaround for Chrome UnknownError/],
    ['AbortError', undefined],
  ])(
    'a store that its browser gave up does not open any more (%s): the page goes on in memory',
    async (name, said) => {
      const own = new IDBFactory()
      browserWith({ value: own }, own)
      const store = await openStore()
      if (said) expectConsole('warn', said)
      await order(store, () => {
        own.open = () => requestOf(new DOMException('The connection was closed.', name))
        store.db.close({ disableAutoOpen: false })
      })
      expect(store.isMemory()).toBe(true)
      store.db.close()
    },
  )

  it('open() never settles: the same, after some seconds', async () => {
    browserWith({ value: silent }, silent)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opened = openStore()
    await vi.advanceTimersByTimeAsync(6000)
    vi.useRealTimers()
    await orderInMemory(await opened)
  })

  it('open() takes three seconds, as on a busy phone: the device’s own store, where an order outlives its tab', async () => {
    const own = new IDBFactory()
    browserWith({ value: own }, own)
    // The database exists from an earlier visit.
    const before = await openStore()
    before.db.close()
    const slow = slowlyOpening(own, 3000)
    browserWith({ value: slow }, slow)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opened = openStore()
    await vi.advanceTimersByTimeAsync(3000 + 700)
    vi.useRealTimers()
    const store = await opened
    expect(store.isMemory()).toBe(false)
    expect(await store.db.tickets.toArray()).toEqual([])
    store.db.close()
  })

  it('the first open() never settles, and the second does: the device’s own store, after a moment', async () => {
    let opens = 0
    const own = new IDBFactory()
    const open = own.open.bind(own)
    const forgetful = Object.assign(own, {
      open: (name: string, version?: number) => (++opens === 1 ? requestOf() : open(name, version)),
    })
    browserWith({ value: forgetful }, forgetful)
    const store = await openStore()
    expect([store.isMemory(), opens]).toEqual([false, 2])
    await store.db.tickets.toArray()
    store.db.close()
  })

  it('a browser that answers is asked once', async () => {
    const own = new IDBFactory()
    const asked = vi.spyOn(own, 'open')
    browserWith({ value: own }, own)
    const store = await openStore()
    expect([store.isMemory(), asked.mock.calls.length]).toEqual([false, 1])
    store.db.close()
  })

  it('that closes for a newer build offers to reload, and not when it is deleted (D9)', async () => {
    const own = new IDBFactory()
    browserWith({ value: own }, own)
    const offered = vi.spyOn(updates, 'offer')
    onTestFinished(() => offered.mockRestore())
    const { db } = await openStore()
    const settled = async (request: IDBOpenDBRequest) =>
      await new Promise<Event>((resolve) => request.addEventListener('success', resolve))
    await settled(own.deleteDatabase(databaseName))
    expect(offered).not.toHaveBeenCalled()
    db.close()
    const again = await openStore()
    await settled(own.open(databaseName, 999))
    expect(again.db.isOpen()).toBe(false)
    expect(offered).toHaveBeenCalledOnce()
  })

  it('a newer build’s store, as after a rollback: an order is begun in memory, and that build finds what waited (D10, V12)', async () => {
    const own = new IDBFactory()
    browserWith({ value: own }, own)
    const openNewer = async (): Promise<LarderDatabase> => {
      const db = new LarderDatabase(databaseName)
      db.version(db.verno + 1).stores({ later: 'id' })
      await db.open()
      return db
    }
    const newer = await openNewer()
    const start = { draftId: nextUuid(), createOpId: nextUuid() }
    await appendOwnChanges(newer, who, start, [{ opId: nextUuid(), change: add('waits') }], 1)
    newer.close()
    const store = await openStore()
    expect(await store.inMemory).toBe('newer')
    await orderInMemory(store)
    const again = await openNewer()
    expect((await again.outbox.toArray()).map(({ change }) => change)).toMatchObject([
      { kind: 'ticket.create' },
      { kind: 'item.add', lineId: 'waits' },
    ])
    again.close()
  })

  async function orderInMemory(store: DeviceStore): Promise<void> {
    expect(store.isMemory()).toBe(true)
    await order(store)
    store.db.close()
  }

  /** A dish is added, and whoever watches the order hears of it. `meanwhile`: what happens before. */
  async function order({ db }: DeviceStore, meanwhile = (): void => undefined): Promise<void> {
    const lines: number[] = []
    const watched = observeActiveTicket(db, who.locationId, who.principal).subscribe((active) =>
      lines.push(active?.pending.length ?? 0),
    )
    // Only the newest value counts: Dexie reports changes of every database with this name, also from another test file.
    await expect.poll(() => lines.at(-1)).toBe(0)
    meanwhile()
    const start = { draftId: nextUuid(), createOpId: nextUuid() }
    await appendOwnChanges(db, who, start, [{ opId: nextUuid(), change: add('a') }], 1)
    await expect.poll(() => lines.at(-1)).toBeGreaterThan(0)
    watched.unsubscribe()
  }

  it('is the browser’s own where that opens', async () => {
    const store = await openStore()
    expect([store.isMemory(), store.db.name, store.db instanceof LarderDatabase]).toEqual([
      false,
      databaseName,
      true,
    ])
    store.db.close()
  })
})
