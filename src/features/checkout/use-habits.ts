import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseCurrency } from '#contract/money.ts'
import { presetTipCents, tipPresets } from '#contract/pricing/ticket.ts'
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
import { isTipPreset, useTellsShares } from './tip-chosen.ts'

/** How long checkout waits for a member's orders that are on no list of this device yet (ms). It asks as of a newcomer then. */
const waitMs = 3000

/**
 * The habits that the orders of whoever is here show: those of this device, and a member's from any other. Undefined while they are looked for, none where
 * there are none or they cannot be read. Nothing is kept for them: the orders go with everything personal at sign-out.
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
    // What is asked for before it is known who asks is forgotten with everything personal the moment that it is.
    enabled: session !== 'loading' && settings !== undefined,
    // The next checkout looks again: this one's order is its last.
    gcTime: 0,
  })
  // A member's own details go before those of an order: checkout leads over nothing that it would have said otherwise a moment later.
  if (isPending || (session === 'user' && !user && !failed)) return undefined
  return data ? habitsOf(data, tellsShares) : noHabits
}

/**
 * The orders of whoever is here, newest first, as the device holds them. A member's list that it has never read (they have just signed in) is asked for first,
 * where the restaurant has one (`listsOrders`).
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
  // The same query as the list's own: what is on its way already is not asked for twice.
  const query = ticketHistoryQuery(async () => services, locationId, principal)
  await withTimeout(waitMs, client.prefetchInfiniteQuery(query), undefined)
  return await find()
}

/**
 * What orders, newest first, tell of their guest's habits: the newest says how it came and what was tipped; a car and an address are those that were told
 * last, whichever way it came since. A note was for its order alone.
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

/** Where the API tells no shares, an amount that is one of the presets counts as it, as on the open order (tip-chosen.ts). */
function tipPercentOf(
  { tip, tip_percent: percent, totals }: TicketOrder,
  tellsShares: boolean,
): number | undefined {
  if (percent !== undefined) return isTipPreset(percent) ? percent : undefined
  const [cents, subTotalCents] = [findAmount(tip), findAmount(totals.sub_total)]
  if (cents === 0) return 0
  if (tellsShares || cents === undefined || subTotalCents === undefined) return undefined
  return tipPresets.find((preset) => presetTipCents(subTotalCents, preset) === cents)
}

/** Cents of currency text; undefined for what is none: an order of long ago stops no checkout. */
function findAmount(text: string): number | undefined {
  try {
    return parseCurrency(text)
  } catch {
    return undefined
  }
}
