import Dexie from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionServices } from '#app/account-services.ts'
import { createFlush, inBackground } from '#app/sender.ts'
import { openDatabase } from '#db/database.ts'
import type { Session } from '#lib/session/session.ts'
import { newDatabaseName } from '../support/device.ts'

/** Where a full disk makes the browser close the store, what nobody waits for fails, and must not become an uncaught error (decision 097). */

const uncaught = vi.fn<(cause: unknown) => void>()
beforeEach(() => void process.on('unhandledRejection', uncaught))
afterEach(() => {
  process.off('unhandledRejection', uncaught)
  uncaught.mockReset()
})
/** Node reports a rejection that nobody handles once the microtasks are done. */
const reported = () => new Promise((resolve) => setImmediate(resolve))
const closed = () => Promise.reject(new Dexie.DatabaseClosedError('the store is closed'))

it('a sign-in sends what waits, and a store that is closed meanwhile is no uncaught error', async () => {
  const db = await openDatabase(newDatabaseName())
  const signIn = async (): Promise<void> => db.close()
  const flush = vi.fn<() => Promise<{ left: number }>>(closed)
  const ports = { db, locationId: 'tavola-nyc', flush, push: { drop: async () => undefined } }
  const services = sessionServices({ signIn } as unknown as Session, ports as never)
  await services.signIn({ kind: 'password', email: 'ada@example.com', password: 'x' })
  await reported()
  expect(uncaught).not.toHaveBeenCalled()
})

it('sending again later is no uncaught error either, and goes on', async () => {
  vi.useFakeTimers()
  const drain = vi.fn<() => Promise<never>>(closed)
  const flush = createFlush(drain, { now: () => 0 })
  // Whoever waits for it is told.
  await expect(flush()).rejects.toThrow('the store is closed')
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  await reported()
  expect(drain.mock.calls.length).toBeGreaterThan(2)
  expect(uncaught).not.toHaveBeenCalled()
})

it('an error that is not the store’s stays uncaught, so that it is logged', async () => {
  const defect = new TypeError('a defect')
  inBackground(Promise.reject(defect))
  await reported()
  expect(uncaught).toHaveBeenCalledExactlyOnceWith(defect, expect.anything())
})
