import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { findPlaced, type PlacedOrderRow } from '#db/placed-orders.ts'
import { listNotified, setNotified } from '#db/notified-orders.ts'
import { createApi } from '#lib/api/client.ts'
import { browserIds } from '#lib/ports/browser.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { addressOf, subscribeAt } from '#lib/ports/push-address.ts'
import { worker } from './worker-scope.ts'
import { withPorts } from './worker-ports.ts'
import { type WorkerPorts, workerSession } from './worker-session.ts'

/** The push service has given this browser another address: it is sent to every order with notifications. */
export const moveOrders = (
  fresh: PushSubscription | undefined,
  language: () => string | undefined,
): Promise<void> =>
  withPorts(language, async (ports) => {
    const rows = await listNotified(ports.db)
    if (rows.length > 0) await moveTo(ports, rows, fresh)
  })

async function moveTo(
  ports: WorkerPorts,
  rows: readonly PlacedOrderRow[],
  fresh: PushSubscription | undefined,
): Promise<void> {
  const { db } = ports
  let failed: AppError | undefined
  // The newest first, which somebody is most likely waiting for. A failure of one does not stop the others.
  for (const row of rows.toSorted((one, other) => other.placedAt - one.placedAt)) {
    const error = await moveOrder(ports, row, fresh).catch(asAppError)
    // The order is over: it needs no more notifications.
    if (error?.kind === 'refused')
      await setNotified(db, row, row.ticketId, { endpoint: undefined }).catch(asAppError)
    else failed ??= error
  }
  // Throws, so that the browser counts the event as failed and reports it.
  if (failed) throw failed
}

async function moveOrder(
  ports: WorkerPorts,
  { locationId, principal, ticketId }: PlacedOrderRow,
  fresh: PushSubscription | undefined,
): Promise<undefined> {
  const { db, net, base } = ports
  const session = await workerSession({ ...ports, locationId })
  // It belongs to somebody else by now: the page asks them again.
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
  await setNotified(db, who, ticketId, address)
  return undefined
}
