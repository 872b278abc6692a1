import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { isFinished, isReadyToSubmit } from '#contract/rules/ticket.ts'
import type { ImportAndRedeemCardBody, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { AttemptRow } from '#db/attempts.ts'
import { detachTicket, findTicket, finishTicket, saveSnapshot } from '#db/tickets.ts'
import type { Api } from '#lib/api/client.ts'
import { hasError, errorOf } from '#lib/errors/answer-error.ts'
import { readTicket } from '#lib/sync/read-ticket.ts'
import type { Payable } from './payable.ts'

type Row = Extract<AttemptRow, { payable: 'ticket' }>
/** A ticket after an attempt. */
export type TicketDone = {
  ticket: TicketOrder
  /** Of a ticket that was read: when its copy here had last changed by then (ms). A copy that has changed since is newer, or will be. */
  seenAt?: number | undefined
}

/** A food order: paid by card, gift card and reward, then placed; each of these is an attempt of its own. */
export const ticketPayable: Payable<Row, TicketDone> = {
  read: async (ports, row) => ({
    seenAt: (await findTicket(ports.db, row.payableId))?.updatedAt,
    ticket: await readTicket({ ...ports, locationId: row.locationId }, row.serverId),
  }),
  // An order expires only while no money is on it: it was neither paid nor placed, and the call itself gets that answer.
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
  async save({ db, clock }, row, { ticket, ...read }) {
    // Handled as elsewhere: its dishes stay here, to be ordered again (lib/sync/follow-ticket.ts).
    if (ticket.status === 'Expired')
      return await detachTicket(
        db,
        { draftId: row.payableId, ticketId: ticket.id, mayBePlaced: ticket.set_back },
        clock.now(),
      )
    // The answer about a placed order no longer says who it is for: the device's previous copy has that.
    if (isFinished(ticket.status)) await finishTicket(db, row.payableId, ticket, clock.now())
    else if (!('seenAt' in read) || (await findTicket(db, row.payableId))?.updatedAt === read.seenAt)
      await saveSnapshot(db, row.payableId, ticket, clock.now())
  },
}

const isDone = (row: Row, ticket: TicketOrder): boolean =>
  ticket.status !== 'Expired' &&
  (isFinished(ticket.status) || (pays(row) && isReadyToSubmit(ticket)) || showsPayment(row, ticket))

/**
 * A gift card or reward may pay only a part. That part may already be on the order, even if the answer is an error: then the order in the answer counts, which
 * shows what is still due, so that nothing is taken twice. A payment card pays everything, which the order would show.
 */
const mayBePart = ({ kind }: Row, { payments }: TicketOrder): boolean =>
  kind !== 'payment' && kind !== 'submit' && payments.length > 0

/** Once nothing is due, an attempt that was to pay needs no more checking. */
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
      // `makeAttempt` got it for exactly this call.
      return await api.send(ticketEndpoints.importAndRedeemCard, {
        ...sent,
        body: secret as ImportAndRedeemCardBody,
      })
    case 'submit':
      return await api.send(ticketEndpoints.submitTicket, { ...sent, body: row.body })
  }
}
