import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { findPlaced } from '#db/placed-orders.ts'
import { findNotified, setNotified, areNotificationsEnded } from '#db/notified-orders.ts'
import type { Push } from '#lib/ports/browser-push.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'
import type { NotificationServices, Services } from '#lib/query/services.ts'

type Ports = Pick<Services, 'db' | 'api' | 'ids' | 'locationId' | 'principal'> & { push: Push }

/** A browser that cannot reach its push service goes on trying for minutes. */
const addressMs = 20_000

/** Notifications about an order while the page is closed (extension `order_push`). */
export function notificationServices(ports: Ports): NotificationServices {
  const { db, api, ids, locationId, principal, push } = ports
  const who = () => ({ locationId, principal: principal() })
  /** The push service may have ended the address: only the restaurant learns that. */
  const isNotified = async (ticketId: string, endpoint: string): Promise<boolean> => {
    try {
      const params = { id: ticketId }
      return (await api.send(ticketEndpoints.findOrderSubscription, { params, body: { endpoint } })).notified
    } catch {
      return true // No answer: as far as this device knows.
    }
  }
  return {
    async look(ticketId) {
      const permission = await push.permission()
      if (permission === 'missing' || permission === 'denied') return permission
      const told = await findNotified(db, who(), ticketId)
      // The browser may have lost its subscription since, or the person withdrawn the permission.
      if (permission === 'granted' && (await areNotificationsEnded(db, who(), ticketId))) return 'ended'
      if (told === undefined || permission !== 'granted' || told !== (await push.find())) return 'off'
      if (await isNotified(ticketId, told)) return 'on'
      await push.giveUp(told)
      await setNotified(db, who(), ticketId, { endpoint: undefined, isEnded: true })
      return 'ended'
    },
    async turnOn(ticketId) {
      const permission = await push.ask()
      if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
      const { public_key: publicKey } = await api.send(ticketEndpoints.getPushKey, {})
      const address = await withTimeout(addressMs, push.subscribe(publicKey), undefined)
      if (!address) throw new Error('the browser’s push service does not answer')
      const key = ids.uuid()
      const orderKey = (await findPlaced(db, who(), ticketId))?.row.ticket.order_key
      const params = { id: ticketId }
      await api.send(ticketEndpoints.subscribeToOrder, { params, body: address, key, orderKey })
      await setNotified(db, who(), ticketId, address)
      return 'on'
    },
    async turnOff(ticketId) {
      const endpoint = (await findNotified(db, who(), ticketId)) ?? (await push.find())
      if (endpoint !== undefined)
        await api.send(ticketEndpoints.unsubscribeFromOrder, {
          params: { id: ticketId },
          body: { endpoint },
          key: ids.uuid(),
        })
      await setNotified(db, who(), ticketId, { endpoint: undefined })
    },
  }
}
