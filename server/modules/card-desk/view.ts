import {
  eventPage,
  type StaffCardAnswer,
  type StaffCardHold,
  type StaffCardOrderAnswer,
} from '#contract/schemas/staff-card.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import { listLosses, type Loss } from '#server/modules/card-orders/losses.ts'
import { getOrderOf } from '#server/modules/card-orders/refund.ts'
import { ordersOfCard, staffOrderOf } from '#server/modules/card-orders/staff-orders.ts'
import { causeOf, findCardOfStaff } from '#server/modules/cards/staff-card.ts'
import { notFound, type ProblemError } from '#server/plugins/problems.ts'
import type { CardDeskPorts } from './ports.ts'

/** 404: no card of this restaurant has the reference. */
export const unknownCard = (): ProblemError => notFound('We could not find this gift card.')

/** A card as a manager sees it, with its newest `maxEvents` events. Throws 404 for an unknown reference. */
export async function staffCardAnswer(
  database: Queryable,
  merchant: Merchant,
  reference: string,
  { clock }: Pick<CardDeskPorts, 'clock'>,
  maxEvents = eventPage,
): Promise<StaffCardAnswer> {
  const { locationId } = merchant
  const found = await findCardOfStaff(
    database,
    locationId,
    reference,
    todayAt(merchant, clock.now()),
    maxEvents,
  )
  if (!found) throw unknownCard()
  const { id, userId, holds, ...card } = found
  const [{ orders, email }, losses, user] = await Promise.all([
    ordersOfCard(database, locationId, id),
    listLosses(
      database,
      locationId,
      holds.map(({ cause }) => cause),
    ),
    userId === undefined ? undefined : getUser(database, locationId, userId),
  ])
  const holder = user && { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }
  const address = holder?.email ?? email
  return {
    card: {
      ...card,
      holds: holds.map(({ cause, since }) => holdOf(cause, since, losses.get(cause))),
      ...(holder && { holder }),
      ...(address !== undefined && { email: address }),
      orders: orders.shown,
      ...(orders.more && { more_orders: true }),
    },
  }
}

const holdOf = (cause: string, since: string, loss: Loss | undefined): StaffCardHold => ({
  cause: loss?.isAll ? 'dispute_lost' : causeOf(cause),
  since,
  ...partLost(loss),
})

/** The amount that a bank has taken for good, where it is not the whole payment. */
export const partLost = (loss: Loss | undefined): Pick<StaffCardHold, 'lost'> =>
  loss && !loss.isAll ? { lost: { taken_cents: loss.takenCents, paid_cents: loss.paidCents } } : {}

/** An order as a manager sees it. Throws 404. */
export async function staffOrderAnswer(
  database: Queryable,
  merchant: Merchant,
  reference: string,
  { clock }: Pick<CardDeskPorts, 'clock'>,
): Promise<StaffCardOrderAnswer> {
  const order = await getOrderOf(database, merchant, reference)
  return { order: await staffOrderOf(database, order, todayAt(merchant, clock.now())) }
}
