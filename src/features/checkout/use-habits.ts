import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseCurrency } from '#contract/money.ts'
import { isOn } from '#contract/rules/features.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { guest } from '#db/names.ts'
import { listOwnOrders } from '#db/own-orders.ts'
import { findTicketHistory } from '#db/ticket-histories.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'
import { useUser } from '#lib/query/account.ts'
import { answerQuery } from '#lib/query/answer-query.ts'
import { keys } from '#lib/query/keys.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { ticketHistoryQuery } from '#lib/query/ticket-history.ts'
import { type Habits, noHabits } from './habits.ts'
import { mergeContacts } from './known-contact.ts'
import { findPreset, isTipPreset, useTellsShares } from './tip-chosen.ts'

/** How long checkout waits for a member's orders that no list on this device has yet (ms). After that it asks as if the guest were new. */
const waitMs = 3000

/**
 * The habits shown by the current guest's orders: those on this device, and a member's from any other. Undefined while loading; no habits if there are no
 * orders or they cannot be read. Nothing extra is stored: the orders are deleted with everything personal at sign-out.
 */
export function useHabits(): Habits | undefined {
  const { load, facts } = usePortal()
  const client = useQueryClient()
  const settings = useLocationCopy()?.location.settings
  const listsOrders = settings !== undefined && isOn(settings, 'ticketHistory')
  const tellsShares = useTellsShares()
  const session = useSession().state
  const { user, failed } = useUser()
  const { data, isPending } = useQuery({
    ...answerQuery(load, keys.ownOrders(facts.host.locationId), (services) =>
      findOwnOrders(services, client, listsOrders),
    ),
    // A result fetched before the session is known would be deleted with everything personal as soon as it is.
    enabled: session !== 'loading' && settings !== undefined,
    // The next checkout reads again, because this checkout's order will then be the last one.
    gcTime: 0,
  })
  // A member's own details come before those of an order: otherwise checkout would skip steps that it would have answered differently a moment later.
  if (isPending || (session === 'user' && !user && !failed)) return undefined
  return data ? habitsOf(data, tellsShares) : noHabits
}

/**
 * The current guest's orders, newest first, as the device has them. A member's list that was never read (they have just signed in) is requested first, if the
 * restaurant has one (`listsOrders`).
 */
export async function findOwnOrders(
  services: Services,
  client: QueryClient,
  listsOrders: boolean,
): Promise<TicketOrder[]> {
  const { db, locationId } = services
  const principal = services.principal()
  const find = () => listOwnOrders(db, { locationId, principal })
  const held = await find()
  if (held.length > 0 || principal === guest || !listsOrders) return held
  if (await findTicketHistory(db, locationId, principal)) return held
  // The same query as the list's own, so that a request under way is not sent twice.
  const query = ticketHistoryQuery(async () => services, locationId, principal)
  await withTimeout(waitMs, client.prefetchInfiniteQuery(query), undefined)
  return await find()
}

/**
 * The habits that orders, newest first, show: the way and the tip of the newest; the car and the address that were given last, whichever way the order came. A
 * note was for its order alone.
 */
export function habitsOf(orders: readonly TicketOrder[], tellsShares: boolean): Habits {
  const [newest] = orders
  if (!newest) return noHabits
  const { recipient_comment: _note, ...contact } = mergeContacts(orders)
  return {
    way: newest.use_delivery ? 'delivery' : newest.use_curbside ? 'curbside' : 'pickup',
    contact,
    tipPercent: tipPercentOf(newest, tellsShares),
  }
}

/** If the API has no tip percentages, an amount that equals a preset counts as it, as on the open order (tip-chosen.ts). */
function tipPercentOf(
  { tip, tip_percent: percent, totals }: TicketOrder,
  tellsShares: boolean,
): number | undefined {
  if (percent !== undefined) return isTipPreset(percent) ? percent : undefined
  const [cents, subTotalCents] = [findAmount(tip), findAmount(totals.sub_total)]
  if (cents === 0) return 0
  if (tellsShares || cents === undefined || subTotalCents === undefined) return undefined
  return findPreset(cents, subTotalCents)
}

/** Currency text in cents; undefined if it is invalid, because an old order must not break checkout. */
function findAmount(text: string): number | undefined {
  try {
    return parseCurrency(text)
  } catch {
    return undefined
  }
}
