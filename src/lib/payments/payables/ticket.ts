import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { isFinished, isReadyToSubmit } from '#contract/rules/ticket.ts'
import type { ImportAndRedeemCardBody, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { AttemptRow } from '#db/attempts.ts'
import { finishTicket, detachTicket, saveSnapshot } from '#db/tickets.ts'
import type { Api } from '#lib/api/client.ts'
import { hasError, errorOf } from '#lib/errors/answer-error.ts'
import { readTicket } from '#lib/sync/read-ticket.ts'
import type { Payable } from './payable.ts'

type Row = Extract<AttemptRow, { payable: 'ticket' }>
/** A ticket after something was done to it. */
export type TicketDone = { ticket: TicketOrder }

/** A food order: paid by card, gift card and reward, then placed; each of these is an attempt of its own. */
export const ticketPayable: Payable<Row, TicketDone> = {
  read: async (ports, row) => ({
    ticket: await readTicket({ ...ports, locationId: row.locationId }, row.serverId),
  }),
  // An order expires only while no money is on it: it was neither paid nor placed, and the call itself is told so.
  isDone: (row, { ticket }) => isDone(row, ticket),
  seemsDone: (row, { ticket }) =>
    'paymentsBefore' in row && ticket.payments.length > (row.paymentsBefore ?? Infinity),
  async post(api, row, secret) {
    const { ticket_order: ticket } = await post(api, row, secret)
    if (hasError(ticket) && !isDone(row, ticket) && !mayBePart(row, ticket)) throw errorOf(ticket)
    return { ticket }
  },
  canRepeat: ({ kind }) => kind !== 'import-redeem',
  tables: (db) => [db.tickets, db.outbox, db.placedOrders].map(({ name }) => name),
  async save({ db, clock }, row, { ticket }) {
    // As whoever else learns of it has it: its dishes are there to be ordered anew (lib/sync/follow-ticket.ts).
    if (ticket.status === 'Expired') return await detachTicket(db, row.payableId, clock.now(), ticket.id)
    // One that is placed says no more whose it is: what the device knows of that stands in the copy of before.
    if (isFinished(ticket.status)) await finishTicket(db, row.payableId, ticket, clock.now())
    else await saveSnapshot(db, row.payableId, ticket, clock.now())
  },
}

const isDone = (row: Row, ticket: TicketOrder): boolean =>
  ticket.status !== 'Expired' &&
  (isFinished(ticket.status) || (pays(row) && isReadyToSubmit(ticket)) || showsPayment(row, ticket))

/**
 * A gift card or reward may pay a part. What is on the order may be this part, whatever the answer says of an error: then the order as it came
 * counts, which shows what is still due, and nothing is taken for it a second time. A payment card pays all, which the order would show.
 */
const mayBePart = ({ kind }: Row, { payments }: TicketOrder): boolean =>
  kind !== 'payment' && kind !== 'submit' && payments.length > 0

/** Once nothing is due, whatever was to pay it needs no asking again. */
const pays = ({ kind }: Row): boolean => kind !== 'submit' && kind !== 'release'

const showsPayment = (row: Row, ticket: TicketOrder): boolean =>
  row.kind === 'import-redeem' && ticket.payments.length > row.paymentsBefore

async function post(api: Api, row: Row, secret: unknown): Promise<{ ticket_order: TicketOrder }> {
  const sent = { params: { id: row.serverId }, key: row.key, as: row.as }
  switch (row.kind) {
    case 'payment':
      return await api.send(ticketEndpoints.payTicket, { ...sent, body: row.body })
    case 'redeem':
      return await api.send(ticketEndpoints.redeemCard, { ...sent, body: row.body })
    case 'reward':
      return await api.send(ticketEndpoints.redeemReward, { ...sent, body: row.body })
    case 'release':
      return await api.send(ticketEndpoints.releaseTenders, sent)
    case 'import-redeem':
      if (!secret) throw new Error('a card by its number is sent once')
      // `makeAttempt` was given it for this very call.
      return await api.send(ticketEndpoints.importAndRedeemCard, {
        ...sent,
        body: secret as ImportAndRedeemCardBody,
      })
    case 'submit':
      return await api.send(ticketEndpoints.submitTicket, { ...sent, body: row.body })
  }
}
