import { useQuery } from '@tanstack/react-query'
import type { RepeatMs } from '#contract/endpoint.ts'
import type { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { isCurrentOrder } from '#contract/rules/current-order.ts'
import { holdsMoney } from '#contract/rules/ticket.ts'
import type { OpenPayment } from '#db/current-orders.ts'
import { observeCurrentOrders } from '#db/observe.ts'
import type { PlacedOrderRow } from '#db/placed-orders.ts'
import { answerQuery } from './answer-query.ts'
import { keys } from './keys.ts'
import { useLocationCopy } from './location.ts'
import { usePortal, useSession, useTicket } from './portal-context.tsx'
import type { TicketState } from './ticket-store.ts'
import { useLive } from './use-live.ts'

/** How often the restaurant is asked while the page is visible (ms): about an order that was paid but not placed, and about placed ones. */
const unplacedMs: RepeatMs<typeof ticketEndpoints.getTicket> = 15_000
const placedMs: RepeatMs<typeof ticketEndpoints.getTicket> & RepeatMs<typeof ticketEndpoints.findOpenTicket> =
  60_000

type Current = {
  placed: readonly PlacedOrderRow[]
  payments: readonly OpenPayment[]
  /** The active order is paid, at least in part, but not placed. */
  unplaced: 'paid' | 'in part' | undefined
}

/**
 * The guest's current orders, which matter on every screen: from the device, and, while there are any, refreshed from the restaurant in the background. `now`
 * in ms since the epoch.
 */
export function useCurrentOrders(now: number | undefined): Current {
  const { load, facts } = usePortal()
  const session = useSession()
  const zone = useLocationCopy()?.location.time_zone
  const ticket = useTicket()
  const live = useLive(observeCurrentOrders)
  const { placed: stored = [], payments = [] } = (live.state === 'ready' ? live.value : undefined) ?? {}
  const placed =
    now === undefined || zone === undefined
      ? []
      : stored.filter((row) => isCurrentOrder({ ...row.ticket, placedAt: row.placedAt }, now, zone))
  const unplaced = findUnplaced(ticket)
  const active = unplaced !== undefined || payments.some((one) => one.of === 'order')
  const ids = placed
    .filter(({ ticket: { status } }) => status !== 'Cancelled')
    .map(({ ticketId }) => ticketId)
  const isWatching = ids.length > 0
  const ofMember = session.state === 'user'
  useQuery({
    ...answerQuery<null>(
      load,
      keys.currentOrders(facts.host.locationId, ofMember ? session.principal : '', active, ...ids),
      async (services) => {
        await services.followOrders({ placed: ids, active, ofMember })
        return null
      },
    ),
    // A member may have ordered on another device.
    enabled: active || isWatching || ofMember,
    staleTime: 0,
    refetchInterval: active ? unplacedMs : isWatching && placedMs,
  })
  return { placed, payments, unplaced }
}

function findUnplaced(ticket: TicketState): Current['unplaced'] {
  if (ticket.state !== 'active' || ticket.attempt) return undefined
  if (ticket.view.status === 'PaymentComplete') return 'paid'
  return ticket.view.status === 'Open' && holdsMoney(ticket.view.snapshot) ? 'in part' : undefined
}
