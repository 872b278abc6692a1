import { watchedNet } from './watched-net.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { wakeAll } from '#db/outbox.ts'
import { findLocation } from '#db/locations.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import { appendChanges, dismissRefusals, findActiveTicket, removeDraft, saveContact, saveSnapshot } from '#db/tickets.ts'
import { endpoints } from '#contract/endpoints.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import { createApi } from '#lib/api/client.ts'
import { browserBus, browserClock, browserIds, browserLocks } from '#lib/ports/browser.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { tellWorker } from '#lib/pwa/sw-messages.ts'
import { readBook } from '#lib/query/read-book.ts'
import { readLocation } from '#lib/query/read-location.ts'
import type { Services } from '#lib/query/services.ts'
import { createDrain, outboxLock } from '#lib/sync/drain.ts'
import { requestWake } from '#lib/pwa/background-sync.ts'

/** The name of this origin's store. Merchants have origins of their own, and every row bears its location besides. */
export const databaseName = 'larder'

/** How long a form waits for the restaurant's word before it goes on with what the device holds. */
const patienceMs = 4000

/** Puts the device's store, the API and the sender together from the browser's ports, and starts sending. */
export async function createServices(facts: HostFacts): Promise<Services> {
  const { locationId } = facts.host
  const { db, isMemory } = await openStore()
  let wake = (): void => undefined
  const api = createApi({ net: watchedNet(() => wake()), base: `${baseOf()}api`, locationId })
  const locks = browserLocks()
  let timeZone = (await findLocation(db, locationId))?.copy.location.time_zone ?? 'UTC'
  const principal = (): string => 'guest'
  const drain = createDrain(
    { db, api, clock: browserClock, chance: Math.random, withLock: locks.withLock },
    { locationId, timeZone: () => timeZone, principal, classes: () => ['replay', 'draft'] },
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = async (): Promise<{ left: number }> => {
    clearTimeout(timer)
    const result = await drain()
    if (!('retryAt' in result)) return { left: 0 }
    void requestWake()
    // Tried again at its time, or at the latest in half a minute while the portal is open.
    const waitMs = Math.min(30_000, Math.max(250, result.retryAt - browserClock.now()))
    timer = setTimeout(() => void flush(), waitMs)
    return { left: result.left }
  }
  const read = { db, api, clock: browserClock, locationId }
  const services: Services = {
    readLocation: (show) => readLocation(read, show),
    readBook: (mode, show) => readBook(read, mode, show),
    observeTicket: (hear) => {
      // A store that broke reads as no ticket; the next write opens it again and is heard.
      observeActiveTicket(db, locationId, principal()).subscribe({ next: hear, error: () => hear(undefined) })
    },
    async record(change) {
      const opId = browserIds.uuid()
      const start = { draftId: browserIds.uuid(), createOpId: browserIds.uuid() }
      await appendChanges(db, { locationId, principal: principal() }, start, [{ opId, change }], browserClock.now())
      void flush()
      return opId
    },
    async outcomeOf(opId) {
      await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
      const active = await findActiveTicket(db, locationId, principal())
      const refusal = active?.row.refusals.find((one) => one.opId === opId)
      if (refusal) return { state: 'refused', messages: refusal.messages }
      return { state: active?.pending.some((one) => one.opId === opId) ? 'waiting' : 'sent' }
    },
    dismissRefusals: (draftId) => dismissRefusals(db, draftId),
    keepContact: (draftId, contact) => saveContact(db, draftId, contact),
    findLastPlaced: () => findLastPlaced(db, locationId, principal()),
    db,
    api,
    clock: browserClock,
    ids: browserIds,
    locationId,
    principal,
    storeIsMemory: isMemory,
    attempts: { db, api, clock: browserClock, withLock: locks.withLock },
    flush,
    keepPictures: (urls) => tellWorker({ type: 'keep-pictures', urls }),
  }
  wake = () =>
    void (async () => {
      timeZone = (await findLocation(db, locationId))?.copy.location.time_zone ?? timeZone
      await wakeAll(db, locationId)
      await flush()
    })()
  listenForWakes(wake)
  void refreshTicket(services, locks.withLock).then(flush)
  return services
}

async function openStore(): Promise<{ db: LarderDatabase; isMemory: boolean }> {
  try {
    return { db: await openDatabase(databaseName), isMemory: false }
  } catch {
    // No durable store (private window, a policy, an upgrade held up elsewhere): the same code on a store in memory.
    const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
    return { db: await openDatabase(databaseName, { indexedDB: new IDBFactory(), IDBKeyRange }), isMemory: true }
  }
}

/** When to send: the network came back, the portal became visible, another tab or the worker said so. */
function listenForWakes(wake: () => void): void {
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  browserBus('larder').listen((note) => {
    if (note === 'wake') wake()
  })
}

/**
 * On load the stored ticket is fetched (specification §4). Only while nothing waits: a change that is on its way could otherwise show twice.
 * A ticket that the server does not know any more goes; one that finished elsewhere goes, too.
 */
async function refreshTicket(services: Services, withLock: Services['attempts']['withLock']): Promise<void> {
  const { db, api, clock, locationId } = services
  await withLock(outboxLock(locationId), async () => {
    const active = await findActiveTicket(db, locationId, services.principal())
    if (!active || active.pending.length > 0 || active.row.ticketId === undefined) return
    const { draftId, ticketId } = active.row
    try {
      const { ticket_order } = await api.get(endpoints.getTicket, { params: { id: ticketId } })
      if (isFinished(ticket_order.status)) await removeDraft(db, draftId)
      else await saveSnapshot(db, draftId, ticket_order, clock.now())
    } catch (cause) {
      if (asAppError(cause).code === 'not_found') await removeDraft(db, draftId)
    }
  })
}

const baseOf = (): string => new URL(document.baseURI).pathname
