import type { FastifyReply } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { type ChargePorts, chargeOnce } from '#server/modules/payments/charge-once.ts'
import { paymentClientOf } from '#server/modules/payments/declines.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { claimOf } from '#server/plugins/claim.ts'
import { answerReply, sendReply } from '#server/plugins/idempotency.ts'
import { ticketPayable, ticketPayment } from './payment-steps.ts'
import { answerOf } from './service.ts'
import type { TicketPorts } from './ports.ts'
import { ticketAt } from './ticket-at.ts'

export type PaymentPorts = TicketPorts & ChargePorts & { trustProxy: boolean }

/** `POST .../payment`: charges once (modules/payments/charge-once.ts), however often and under however many keys it is called. */
export async function payTicket(
  call: Call<typeof endpoints.payTicket>,
  ports: PaymentPorts,
): Promise<FastifyReply> {
  const { merchant, body } = call
  const claim = claimOf(endpoints.payTicket, call, ports, { movesMoney: true })
  const ticket = ticketAt(call)
  await ports.changes.count(call)
  const { reply, replayed } = await chargeOnce(ports, claim, {
    merchant,
    payable: ticketPayable(ports),
    id: ticket.id,
    client: paymentClientOf(ports, call),
    request: (tx) => ticketPayment(tx, merchant, { ticket, key: claim.key, body }, ports),
    replyOf: (paid) => answerReply(endpoints.payTicket, answerOf(merchant, paid, ports)),
  })
  return sendReply(call.reply, reply, { replayed })
}
