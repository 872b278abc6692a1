import { findLocation } from '#db/locations.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import { appendChanges, dismissRefusals, findActiveTicket, saveContact } from '#db/tickets.ts'
import { createApi } from '#lib/api/client.ts'
import { browserClock, browserIds, browserLocks } from '#lib/ports/browser.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { tellWorker } from '#lib/pwa/sw-messages.ts'
import { readBook } from '#lib/query/read-book.ts'
import { readLocation } from '#lib/query/read-location.ts'
import type { ChangeOutcome, Services } from '#lib/query/services.ts'
import { createDrain } from '#lib/sync/drain.ts'
import { openStore } from './device-store.ts'
import { refreshTicket } from './refresh-ticket.ts'
import { createFlush, listenForWakes, wakeOutbox } from './sender.ts'
import { watchedNet } from './watched-net.ts'

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
  const who = { locationId, principal: principal() }
  const drain = createDrain(
    { db, api, clock: browserClock, chance: Math.random, withLock: locks.withLock },
    { locationId, timeZone: () => timeZone, principal, classes: () => ['replay', 'draft'] },
  )
  const flush = createFlush(drain)
  const read = { db, api, clock: browserClock, locationId }
  const services: Services = {
    readLocation: (show) => readLocation(read, show),
    readBook: (mode, show) => readBook(read, mode, show),
    observeTicket: (hear) => {
      // A store that broke reads as no ticket; the next write opens it again and is heard.
      observeActiveTicket(db, locationId, principal()).subscribe({ next: hear, error: () => hear(undefined) })
    },
    ...ticketServices(db, who, flush),
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
      await wakeOutbox(services)
    })()
  listenForWakes(wake)
  void refreshTicket(services).then(flush)
  return services
}

const baseOf = (): string => new URL(document.baseURI).pathname

type Who = { locationId: string; principal: string }

/** Writing a change of the order down, and finding out what became of it. */
function ticketServices(db: Services['db'], who: Who, flush: Services['flush']): Pick<Services, 'record' | 'outcomeOf'> {
  return {
    async record(change) {
      const opId = browserIds.uuid()
      const start = { draftId: browserIds.uuid(), createOpId: browserIds.uuid() }
      await appendChanges(db, who, start, [{ opId, change }], browserClock.now())
      void flush()
      return opId
    },
    async outcomeOf(opId): Promise<ChangeOutcome> {
      await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
      const active = await findActiveTicket(db, who.locationId, who.principal)
      const refusal = active?.row.refusals.find((one) => one.opId === opId)
      if (refusal) return { state: 'refused', messages: refusal.messages }
      return { state: active?.pending.some((one) => one.opId === opId) ? 'waiting' : 'sent' }
    },
  }
}
