import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LarderDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { appendCheckIn } from '#db/placed-orders.ts'
import { nextUuid } from '../support/device.ts'
import { snapshotOf } from '../support/snapshots.ts'
import { WorkerStage } from '../support/worker-stage.ts'

/** The worker's file expects other globals than the tests have: the whole file is run, and tested from outside. */
const files = import.meta.glob('../../../src/sw/{background-sync,sending}.ts')

const who = { locationId: 'tavola-nyc', principal: 'guest' }
const stage = new WorkerStage()
const db = new LarderDatabase(databaseName)

beforeAll(async () => {
  stage.set({ __LARDER_PAGES__: [{ url: '/shell', revision: 'r1', language: 'es' }] })
  vi.stubGlobal('BroadcastChannel', undefined)
  await stage.provideSending(files['../../../src/sw/sending.ts']!)
  const { wakeOutbox } = (await files['../../../src/sw/background-sync.ts']!()) as { wakeOutbox(): void }
  wakeOutbox()
})
afterAll(() => {
  db.close()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  await db.outbox.clear()
  stage.asked.length = 0
  await appendCheckIn(
    db,
    who,
    { opId: nextUuid(), ticketId: 'ticket-1', body: { recipient_checked_in: true } },
    Date.now(),
  )
})
const wake = () => stage.dispatch('sync', { tag: 'workbox-background-sync:outbox', lastChance: false })

describe('the browser’s wake-up, with no window open', () => {
  it('is said to have failed while something waits, so that the browser comes again', async () => {
    stage.server = () => undefined
    await expect(wake()).rejects.toThrow('1 changes still wait')
    expect(await db.outbox.count()).toBe(1)
  })

  it('sends also what a failure had put off: there is a network again', async () => {
    await db.outbox.toCollection().modify({ notBefore: Date.now() + 60_000 })
    stage.server = () => Response.json({ ticket_order: snapshotOf() })
    await wake()
    expect([stage.asked.length, await db.outbox.count()]).toEqual([1, 0])
  })

  it('is over when everything is sent', async () => {
    const languages: (string | null)[] = []
    stage.server = (_path, request) => {
      languages.push(request.headers.get('accept-language'))
      return Response.json({ ticket_order: snapshotOf() })
    }
    await wake()
    expect([stage.asked.length, await db.outbox.count()]).toEqual([1, 0])
    // The worker answers in the language of its pages (docs/decisions/056).
    expect(languages).toEqual(['es'])
  })

  it('finds what it sends with again after the browser has ended the worker, and fails where that is lost', async () => {
    stage.server = () => Response.json({ ticket_order: snapshotOf() })
    stage.restart()
    const { sending } = stage
    stage.sending = undefined
    await expect(wake()).rejects.toThrow('NetworkError')
    stage.sending = sending
    await wake()
    expect([stage.imported.length, await db.outbox.count()]).toEqual([2, 0])
  })

  it('counts a captive portal’s page as no answer (N6)', async () => {
    stage.server = () => new Response('<h1>Airport</h1>', { headers: { 'content-type': 'text/html' } })
    await expect(wake()).rejects.toThrow('still wait')
    expect(await db.outbox.count()).toBe(1)
  })
})

describe('the browser’s wake-up, with a window open', () => {
  beforeEach(() => {
    stage.windows = [{}]
    stage.server = () => Response.json({ ticket_order: snapshotOf() })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    stage.windows = []
    vi.useRealTimers()
  })

  it('leaves the window three seconds; what it has not sent is sent then (P11)', async () => {
    const woken = wake()
    await vi.advanceTimersByTimeAsync(2999)
    // Longer than the worker itself would take.
    for (let look = 0; look < 100; look++) expect(await db.outbox.count()).toBe(1)
    expect(stage.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await woken
    expect([stage.asked.length, await db.outbox.count()]).toEqual([1, 0])
  })
})
