import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import type { LarderDatabase } from '#db/database.ts'
import { openDatabase } from '#db/database.ts'
import { busName, databaseName } from '#db/names.ts'
import { findPlaced, type PlacedOrderRow } from '#db/placed-orders.ts'
import { listNotified, setNotified } from '#db/notified-orders.ts'
import { createApi } from '#lib/api/client.ts'
import { fetchNet } from '#lib/api/net.ts'
import { browserBus, browserClock, browserIds, browserLocks } from '#lib/ports/browser.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { addressOf, subscribeAt } from '#lib/ports/push-address.ts'
import { worker } from './worker-scope.ts'
import { type WorkerPorts, workerSession } from './worker-session.ts'

/** The push service has changed this browser's address: each order that it is told of gets the new one. */
export async function moveOrders(
  fresh: PushSubscription | undefined,
  language: () => string | undefined,
): Promise<void> {
  const db = await openDatabase(databaseName)
  try {
    const rows = await listNotified(db)
    if (rows.length > 0) await moveTo(db, rows, fresh, language)
  } finally {
    db.close()
  }
}

async function moveTo(
  db: LarderDatabase,
  rows: readonly PlacedOrderRow[],
  fresh: PushSubscription | undefined,
  language: () => string | undefined,
): Promise<void> {
  const net = fetchNet((...request) => fetch(...request), language)
  const base = new URL('api', worker.registration.scope).pathname
  const ports = {
    db,
    net,
    base,
    clock: browserClock,
    ids: browserIds,
    locks: browserLocks(),
    bus: browserBus(busName),
    caches,
  }
  let failed: AppError | undefined
  // The newest is the one that somebody waits for. Whatever one of them meets, the others are told.
  for (const row of rows.toSorted((one, other) => other.placedAt - one.placedAt)) {
    const error = await moveOrder(ports, row, fresh).catch(asAppError)
    // It is over: nothing more comes of it.
    if (error?.kind === 'refused') await setNotified(db, row, row.ticketId, undefined).catch(asAppError)
    else failed ??= error
  }
  // The browser counts the event as failed, and says so to whoever looks.
  if (failed) throw failed
}

async function moveOrder(
  ports: WorkerPorts,
  { locationId, principal, ticketId }: PlacedOrderRow,
  fresh: PushSubscription | undefined,
): Promise<undefined> {
  const { db, net, base } = ports
  const session = await workerSession({ ...ports, locationId })
  // Another person's by now: the page asks them anew.
  if (session.principal() !== principal) return undefined
  const api = createApi({ net, base, locationId, auth: session })
  const { public_key: publicKey } = await api.send(ticketEndpoints.getPushKey, {})
  const address = addressOf(fresh ?? (await subscribeAt(worker.registration.pushManager, publicKey)))
  const who = { locationId, principal }
  await api.send(ticketEndpoints.subscribeToOrder, {
    params: { id: ticketId },
    body: address,
    key: browserIds.uuid(),
    orderKey: (await findPlaced(db, who, ticketId))?.row.ticket.order_key,
  })
  await setNotified(db, who, ticketId, address.endpoint)
  return undefined
}
