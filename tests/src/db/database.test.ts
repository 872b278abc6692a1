import { indexedDB } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LarderDatabase } from '#db/database.ts'
import { openDatabase } from '#db/database.ts'
import { observeActiveTicket, type WatchedTicket } from '#db/observe.ts'
import { appendChanges, saveSnapshot } from '#db/tickets.ts'
import { deleteStore } from '#db/wipe.ts'
import type { Services } from '#lib/query/services.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName, rules } from '../support/device.ts'
import { snapshotOf } from '../support/snapshots.ts'

const rawOpen = (name: string, version: number): IDBOpenDBRequest => indexedDB.open(name, version)
const settled = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })

describe('opening the device’s store', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('closes when another tab brings a newer schema, so that its upgrade continues (D9)', async () => {
    const name = newDatabaseName()
    const db = await openDatabase(name)
    const newer = await settled(rawOpen(name, 999))
    expect(db.isOpen()).toBe(false)
    await expect(db.meta.put({ key: 'a', value: 1 })).rejects.toThrow('Database has been closed')
    newer.close()
  })

  it('continues with an empty store when another tab has deleted it: nothing that is done then is lost (D17)', async () => {
    const name = newDatabaseName()
    const [one, other] = [await openDatabase(name), await openDatabase(name)]
    await other.meta.put({ key: 'before', value: 1 })
    await deleteStore(one, undefined)
    await other.meta.put({ key: 'after', value: 1 })
    expect(await one.meta.toCollection().primaryKeys()).toEqual(['after'])
    const newer = await settled(rawOpen(name, 999))
    await expect(other.meta.put({ key: 'later', value: 1 })).rejects.toThrow('Database has been closed')
    newer.close()
  })

  it('gives up after 1.5 s when another tab blocks its upgrade (D7)', async () => {
    const name = newDatabaseName()
    const stubborn = await settled(rawOpen(name, 1))
    // Dexie warns of it.
    const blocked = new Promise<unknown>((resolve) =>
      vi.spyOn(console, 'warn').mockImplementationOnce(resolve),
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = openDatabase(name)
    const waiting = async (): Promise<void> => {
      expect(await blocked).toMatch(/^Upgrade '.*' blocked by other connection/)
      await vi.advanceTimersByTimeAsync(1500)
    }
    await Promise.all([expect(opening).rejects.toThrow('did not open within 1500 ms'), waiting()])
    stubborn.close()
  })

  it('rejects at once when the browser has none (D4)', async () => {
    const forbidden = {
      open() {
        throw new DOMException('no', 'SecurityError')
      },
    } as unknown as IDBFactory
    await expect(openDatabase(newDatabaseName(), { indexedDB: forbidden, IDBKeyRange })).rejects.toThrow('no')
  })
})

describe('watching the active ticket', () => {
  const who = { locationId: 'tavola-nyc', principal: 'guest' }
  const servicesOver = (db: LarderDatabase): Services =>
    ({
      observeTicket: (listener: (watched: WatchedTicket | undefined) => void) =>
        void observeActiveTicket(db, who.locationId, who.principal).subscribe({
          next: listener,
          error: () => listener(undefined),
        }),
    }) as Services

  it('shows every change in the same frame on every screen, and says when its amounts cannot be read (N20)', async () => {
    const db = await openDatabase(newDatabaseName())
    const store = createTicketStore()
    const heard: string[] = []
    expect(store.get()).toEqual({ state: 'loading' })
    const stop = store.subscribe(() => heard.push(store.get().state))
    store.follow(servicesOver(db), () => rules, viewTicket)
    await expect.poll(() => store.get().state).toBe('none')
    const draftId = await appendChanges(
      db,
      who,
      { draftId: 'd', createOpId: 'c' },
      [{ opId: 'o', change: add('a') }],
      1,
    )
    await expect
      .poll(() => store.get())
      .toMatchObject({
        state: 'active',
        view: { lines: [{ lineId: 'a', pending: true }] },
        attempt: undefined,
      })
    await db.outbox.clear()
    await saveSnapshot(db, draftId, snapshotOf({ totals: { ...snapshotOf().totals, due: 'much' } }), 2)
    await expect.poll(() => store.get()).toMatchObject({ state: 'unreadable', row: { draftId } })
    const { length } = heard
    expect(length).toBeGreaterThanOrEqual(3)
    stop()
    await saveSnapshot(db, draftId, snapshotOf(), 3)
    await expect
      .poll(() => store.get())
      .toMatchObject({ state: 'active', view: { totals: { dueCents: 1742 } } })
    expect(heard).toHaveLength(length)
  })
})
