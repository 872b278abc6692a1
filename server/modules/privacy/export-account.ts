import type { AccountExport } from '#contract/schemas/privacy.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { exportUser } from '#server/modules/accounts/forget.ts'
import { getUser, type UserRecord } from '#server/modules/accounts/users.ts'
import { exportOrders } from '#server/modules/card-orders/forget.ts'
import { exportCards } from '#server/modules/cards/forget.ts'
import { exportMessages } from '#server/modules/order-messages/forget.ts'
import { exportAttempts } from '#server/modules/payments/forget.ts'
import { exportPromoUses } from '#server/modules/promo/uses.ts'
import { exportProviderNews } from '#server/modules/provider-events/export.ts'
import { exportStaffWork } from '#server/modules/staff/forget.ts'
import { exportRefundsMade, exportTickets, listTicketIdsOf } from '#server/modules/tickets/forget.ts'
import { PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import { leftOut } from './left-out.ts'
import { personOf } from './person.ts'
import type { PrivacyPorts } from './ports.ts'

/** Everything that this server keeps about a user, by table, with the saved cards at the provider. Throws when the user does not exist. */
export async function exportAccount(
  merchant: Merchant,
  userId: string,
  ports: PrivacyPorts,
): Promise<AccountExport> {
  const { database, clock } = ports
  const { locationId } = merchant
  const user = await getUser(database, locationId, userId)
  const person = personOf(merchant, user)
  const ticketIds = await listTicketIdsOf(database, person)
  const { ids: orderIds, tables: orders } = await exportOrders(database, person)
  const read = await Promise.all([
    exportUser(database, locationId, userId),
    exportTickets(database, locationId, ticketIds),
    exportMessages(database, locationId, ticketIds),
    exportCards(ports, locationId, userId),
    exportProviderNews(database, locationId, { ticketIds, orderIds }),
    exportStaffWork(database, locationId, userId),
  ])
  const [ticketTries, orderTries, uses, made, saved] = await Promise.all([
    exportAttempts(database, locationId, { kind: 'ticket', ids: ticketIds }),
    exportAttempts(database, locationId, { kind: 'order', ids: orderIds }),
    exportPromoUses(database, locationId, [...ticketIds, ...orderIds]),
    exportRefundsMade(database, person, ticketIds),
    savedCards(user, locationId, ports),
  ])
  const tables: Record<string, unknown[]> = {
    ...Object.assign({}, ...read),
    ...orders,
    payment_attempts: [...ticketTries, ...orderTries],
    promo_uses: uses,
    refunds_made: made,
    saved_cards: saved ?? [],
  }
  return {
    made_at: new Date(clock.now()).toISOString(),
    restaurant: merchant.location.name,
    account: user.email,
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => readable(row as object))]),
    ),
    unavailable: saved ? [] : ['saved_cards'],
    left_out: leftOut,
  }
}

/** The user's cards at the provider; undefined where it did not answer. */
async function savedCards(
  { customerId }: UserRecord,
  locationId: string,
  { payments, log }: PrivacyPorts,
): Promise<unknown[] | undefined> {
  if (customerId === undefined) return []
  try {
    return await payments.listSavedCards(locationId, customerId)
  } catch (error) {
    if (!(error instanceof PaymentsUnreachableError)) throw error
    log({ level: 'error', event: 'payment_unknown', detail: error.message })
    return undefined
  }
}

/** A row with readable times, and without columns that only locate it. */
const readable = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => name !== 'location_id' && value !== null)
      .map(([name, value]: [string, unknown]) => [
        name,
        /(^|_)at$/.test(name) && typeof value === 'number' ? new Date(value).toISOString() : value,
      ]),
  )
