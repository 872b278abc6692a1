import { findLocation } from '#db/locations.ts'
import { dismissRefusals } from '#db/tickets.ts'
import { busName, guest } from '#db/names.ts'
import { browserBus, browserClock, browserIds, browserLocks } from '#lib/ports/browser.ts'
import { browserPush } from '#lib/ports/browser-push.ts'
import { requestWake } from '#lib/pwa/background-sync.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { postToWorker } from '#lib/pwa/sw-messages.ts'
import { applyEffects } from '#lib/query/effects.ts'
import { findIfReadable } from '#lib/query/device-backed.ts'
import { readBook } from '#lib/query/read-book.ts'
import { readLocation } from '#lib/query/read-location.ts'
import type { Services } from '#lib/query/services.ts'
import { createMirror } from '#lib/session/mirror.ts'
import { createSession, type Session } from '#lib/session/session.ts'
import { checkInSender } from '#lib/sync/check-in-sender.ts'
import { createDrain } from '#lib/sync/drain.ts'
import { ticketSender } from '#lib/sync/ticket-sender.ts'
import { userSender } from '#lib/sync/user-sender.ts'
import type { Log } from '#lib/log/log.ts'
import { startLog } from './logging.ts'
import { followUser, personalServices, sessionServices } from '#app/account-services.ts'
import { openStore } from './device-store.ts'
import { followOrders } from '#app/follow-orders.ts'
import { countPaying } from '#app/paying-now.ts'
import { notificationServices } from '#app/notification-services.ts'
import { orderServices } from '#app/order-services.ts'
import type { PageActions } from './page-actions.ts'
import { refreshTicket } from '#app/refresh-ticket.ts'
import { inBackground, coalesce, createFlush, listenForWakes, wakeOutbox } from '#app/sender.ts'
import { followSession } from '#app/session-checks.ts'
import { ticketServices } from '#app/ticket-services.ts'
import { watchedNet } from './watched-net.ts'

/** An order younger than this is not fetched again when the guest comes back to the portal (ms). */
const staleTicketMs = 5 * 60 * 1000

const keepPictures = ({ host }: HostFacts, urls: string[]): void =>
  postToWorker({ type: 'keep-pictures', urls, kilobytes: host.offline_picture_kilobytes })

/** Builds the store, the session, the API and the sender from the browser's ports, and starts sending. */
export async function createServices(facts: HostFacts, actions: PageActions): Promise<Services> {
  const { locationId } = facts.host
  const { db, isMemory, inMemory } = await openStore()
  let wake = (): void => undefined
  const locks = browserLocks()
  const log = startLog(facts)
  const net = watchedNet(() => wake())
  const session = openSession(facts, actions, log, { db, storeIsMemory: isMemory, locks, net })
  await session.start()
  // From then on the tab's own copy of the session is the only one.
  inBackground(inMemory.then(session.look))
  const { api, principal } = session
  let timeZone = (await findZone(db, locationId)) ?? 'UTC'
  const drain = createDrain(
    { db, api, clock: browserClock, random: Math.random, withLock: locks.withLock },
    {
      locationId,
      timeZone: () => timeZone,
      principal,
      classes: () => ['replay', 'draft'],
      senders: [ticketSender, userSender, checkInSender],
    },
  )
  const flush = createFlush(drain, browserClock)
  const ports = { db, clock: browserClock, ids: browserIds, locationId, flush }
  const read = { db, api, clock: browserClock, locationId }
  const attempts = { db, api, clock: browserClock, principal, withLock: locks.withLock }
  const services: Services = {
    readLocation: (show) => readLocation(read, show),
    readBook: (mode, show) => readBook(read, mode, show),
    session: sessionServices(session, { db, locationId, flush, attempts, push: browserPush }),
    notifications: notificationServices({
      db,
      api,
      ids: browserIds,
      locationId,
      principal,
      push: browserPush,
    }),
    ...personalServices({ ...read, ids: browserIds }, session, flush),
    ...ticketServices({ ...ports, session }),
    dismissRefusals: (draftId, opIds) => dismissRefusals(db, draftId, opIds),
    ...orderServices({ ...ports, principal, base: `${baseOf()}api` }),
    db,
    api,
    clock: browserClock,
    ids: browserIds,
    locationId,
    principal,
    attempts,
    flush,
    followOrders: (orders) => followOrders(services, orders),
    inMemory,
    whilePaying: (pay) => countPaying(session.whilePaying(pay)),
    noteFailure: (failure) => log.failedCall(failure),
    keepPictures: (urls) => keepPictures(facts, urls),
  }
  if (isMemory()) await (await import('#app/order-of-tab.ts')).findOrderOfTab(services)
  const wakeOnce = coalesce(async () => {
    const checked = session.check()
    timeZone = (await findZone(db, locationId)) ?? timeZone
    await Promise.all([checked, sendAndLook(services)])
  })
  wake = () => inBackground(wakeOnce())
  listenForWakes(wake, net.isSteady)
  followSession(session)
  followUser(db, locationId, session, actions)
  inBackground(refreshTicket(services).finally(flush))
  // As the new user sees it: a member who signs in at checkout may pay with a reward.
  session.subscribe(() => {
    if (principal() !== guest) inBackground(refreshTicket(services))
  })
  return services
}

const findZone = async (db: Services['db'], locationId: string): Promise<string | undefined> =>
  (await findIfReadable(() => findLocation(db, locationId)))?.copy.location.time_zone

/** Sends pending changes. If the phone slept during checkout, totals and times are fetched again before its guest taps (reliability P9). */
async function sendAndLook(services: Services): Promise<void> {
  await wakeOutbox(services)
  await refreshTicket(services, staleTicketMs)
}

const baseOf = (): string => new URL(document.baseURI).pathname

type DevicePorts = Pick<Parameters<typeof createSession>[0], 'db' | 'storeIsMemory' | 'locks' | 'net'>

/** This tab's session, with the page's own storages and actions. */
function openSession({ host }: HostFacts, actions: PageActions, log: Log, device: DevicePorts): Session {
  return createSession({
    ...device,
    base: `${baseOf()}api`,
    onFailure(failure) {
      log.failedCall(failure)
      if (failure.code === 'not_offered') actions.reads.makeStale(['location'])
    },
    onChange: (endpoint, outcome) => applyEffects(actions.reads, endpoint, outcome),
    clock: browserClock,
    ids: browserIds,
    bus: browserBus(busName),
    // Accessing a storage throws where it is forbidden; the receiver handles that.
    mirror: createMirror(() => sessionStorage, device),
    localStorage: () => localStorage,
    caches: findCaches(),
    organizationId: host.organizationId,
    locationId: host.locationId,
    actions: {
      show: (row) =>
        actions.session.set(
          row ? { state: 'user', principal: row.principal, email: row.email } : { state: 'guest' },
        ),
      forget: actions.forgetPersonal,
      askToSignIn: actions.askToSignIn,
      giveUpAddress: () => void browserPush.drop().catch(() => undefined),
      wakeLater: () => void requestWake(),
      reload: () => location.reload(),
    },
  })
}

/** Accessing them throws where storage is forbidden; the portal then starts without. */
function findCaches(): CacheStorage | undefined {
  try {
    return globalThis.caches
  } catch {
    return undefined
  }
}
