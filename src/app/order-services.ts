import { dismissOrder } from '#db/current-orders.ts'
import { appendCheckIn, findLastPlaced } from '#db/placed-orders.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { requestWake } from '#lib/pwa/background-sync.ts'
import type { Services } from '#lib/query/services.ts'
import { inBackground } from './sender.ts'

type Ports = Pick<Services, 'db' | 'clock' | 'ids' | 'locationId' | 'flush' | 'principal'> & {
  /** The API's address, without a trailing slash. */
  base: string
}

type OrderServices = Pick<Services, 'findLastPlaced' | 'dismissOrder' | 'checkIn' | 'watchOrder'>

/** Actions on an order after it was placed. */
export function orderServices({ db, clock, ids, locationId, flush, principal, base }: Ports): OrderServices {
  return {
    findLastPlaced: () => findLastPlaced(db, locationId, principal()),
    dismissOrder: (ticketId, status) =>
      dismissOrder(db, { locationId, principal: principal() }, ticketId, status),
    async checkIn(ticketId, vehicle) {
      const now = clock.now()
      const body = {
        recipient_checked_in: true,
        checked_in_at: new Date(serverTime(now)).toISOString(),
        ...vehicle,
      } as const
      await appendCheckIn(
        db,
        { locationId, principal: principal() },
        { opId: ids.uuid(), ticketId, body },
        now,
      )
      // Saved before the network is tried: the guest may put the phone away right after the tap.
      void requestWake({ afterTap: true })
      inBackground(flush())
    },
    watchOrder(ticketId, { onNews, onPassing }) {
      const path = `${base}/location/${encodeURIComponent(locationId)}/ticketorder/${encodeURIComponent(ticketId)}/events`
      const source = new EventSource(path)
      source.addEventListener('open', () => onPassing(true))
      // The browser reconnects by itself, or has given up; there are no events until the connection is open again.
      source.addEventListener('error', () => onPassing(false))
      source.addEventListener('ticket', onNews)
      return () => source.close()
    },
  }
}
