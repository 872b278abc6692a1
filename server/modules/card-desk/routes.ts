import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { StaffCardAnswer, StaffCardOrderAnswer } from '#contract/schemas/staff-card.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { register } from '#server/plugins/endpoints.ts'
import { registerChangeAndRead, registerUnstored } from '#server/plugins/idempotency.ts'
import { holdCard, refundCardOrder, reissueCard, releaseCard, voidCard } from './acts.ts'
import { findCards } from './find.ts'
import type { CardDeskPorts } from './ports.ts'
import { staffCardAnswer, staffOrderAnswer } from './view.ts'

/**
 * Gift cards for the staff (extension `staff_cards`, decision 065). The stored answer of an act only says that it was done: the card is read again for each
 * answer.
 */
export function addCardDeskRoutes(app: FastifyInstance, ports: CardDeskPorts): void {
  const { database, deliveryWorker } = ports
  const money = { movesMoney: true }
  type Named = { merchant: Merchant; params: Readonly<Record<string, string>> }
  const card = ({ merchant, params }: Named): Promise<StaffCardAnswer> =>
    staffCardAnswer(database, merchant, params['id']!, ports)
  const order = ({ merchant, params }: Named): Promise<StaffCardOrderAnswer> =>
    staffOrderAnswer(database, merchant, params['id']!, ports)
  const done = (): void => undefined
  const sendNow = (): void => void deliveryWorker.wake()
  registerUnstored(app, endpoints.findCards, (call) => findCards(call, ports))
  register(app, endpoints.getStaffCard, async ({ merchant, params, query: { events } }) => ({
    body: await staffCardAnswer(
      ports.database,
      merchant,
      params['id']!,
      ports,
      events ? Number(events) : undefined,
    ),
  }))
  register(app, endpoints.getStaffCardOrder, async (call) => ({ body: await order(call) }))
  registerChangeAndRead(
    app,
    ports,
    endpoints.holdCard,
    {
      change: (call, tx) => holdCard(call, tx, ports).then(() => done),
      read: card,
    },
    money,
  )
  registerChangeAndRead(
    app,
    ports,
    endpoints.releaseCard,
    {
      // Sends what was waiting for the release.
      change: (call, tx) => releaseCard(call, tx, ports).then(() => sendNow),
      read: card,
    },
    money,
  )
  registerChangeAndRead(
    app,
    ports,
    endpoints.voidCard,
    {
      change: (call, tx) => voidCard(call, tx, ports).then(() => done),
      read: card,
    },
    money,
  )
  registerChangeAndRead(
    app,
    ports,
    endpoints.reissueCard,
    {
      change: (call, tx) => reissueCard(call, tx, ports).then(() => sendNow),
      read: card,
    },
    money,
  )
  registerChangeAndRead(
    app,
    ports,
    endpoints.refundCardOrder,
    {
      // Its buyer is notified at once.
      change: (call, tx) => refundCardOrder(call, tx, ports).then(() => sendNow),
      read: order,
    },
    money,
  )
}
