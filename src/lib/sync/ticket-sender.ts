import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { numberFromCents } from '#contract/money.ts'
import type { TicketOrderAnswer } from '#contract/schemas/ticket-order.ts'
import type { TipBody } from '#contract/schemas/tip.ts'
import type { LarderDatabase } from '#db/database.ts'
import { findSent } from '#db/line-being-sent.ts'
import { findLocation } from '#db/locations.ts'
import {
  isTicketOp,
  listChangesOf,
  markChangeSent,
  removeChange,
  type TicketChange,
  type TicketOp,
} from '#db/outbox.ts'
import { acknowledge, findTicket, detachTicket, refuse, type TicketRow } from '#db/tickets.ts'
import { writeWithRoom } from '#db/with-room.ts'
import type { Api } from '#lib/api/client.ts'
import { hasError, errorOf } from '#lib/errors/answer-error.ts'
import { kitchenClosedText } from '#lib/errors/explain.ts'
import { type ChangeSender, OrphanedChangeError } from './change-sender.ts'

/** The changes of an order. Each makes one call, whose queue class is in the contract. */
export const ticketSender: ChangeSender<TicketOp> = {
  owns: isTicketOp,
  streamOf: (op) => op.draftId,
  async send({ db, api, now, timeOfDay }, op) {
    const row = await findTicket(db, op.draftId)
    if (!row) {
      await removeChange(db, op)
      return
    }
    if (isUndone(op, row)) {
      await removeChange(db, op)
      return
    }
    const time = timeOfDay()
    const made = await findMade(db, api, op, row, time)
    if (!made && !(await markChangeSent(db, op))) return
    const { ticket_order } = made?.answer ?? (await call(api, op, row, time))
    if (hasError(ticket_order)) throw errorOf(ticket_order, isAdding(op) ? closed : undefined)
    await acknowledge(db, op, ticket_order, now(), made?.index)
  },
  refuse,
  drop: dropTicket,
}

/** §8: the messages for failures of creating a ticket and adding to it that give no reason. */
const closed = { message: kitchenClosedText, code: 'bad request' }
const isAdding = ({ change: { kind } }: TicketOp): boolean => kind === 'ticket.create' || kind === 'item.add'

/** A removed dish whose adding was refused before: it is on no order, and whoever removed it needs no message. */
const isUndone = ({ change }: TicketOp, { refusals, lineIds }: TicketRow): boolean =>
  change.kind === 'item.remove' &&
  !Object.values(lineIds).includes(change.lineId) &&
  refusals.some(({ change: told }) => told.kind === 'item.add' && told.lineId === change.lineId)

/**
 * Adding is the one change that has another effect when it is made twice. Where the API has no idempotency keys (extension `idempotency_keys`) and an answer
 * was lost, this looks at the order first. Returns it, and the line’s number, where the line is there already.
 */
async function findMade(
  db: LarderDatabase,
  api: Api,
  op: TicketOp,
  row: TicketRow,
  time: string,
): Promise<{ answer: TicketOrderAnswer; index: number } | undefined> {
  const { change, as } = op
  if (change.kind !== 'item.add' || row.ticketId === undefined || op.sent !== true) return undefined
  const location = (await findLocation(db, op.locationId))?.copy.location
  if (!location || location.api_extensions?.includes('idempotency_keys')) return undefined
  const params = { id: row.ticketId }
  const answer = await api.send(ticketEndpoints.getTicket, { params, query: { time }, as })
  const index = findSent(row, answer.ticket_order, change)
  return index === undefined ? undefined : { answer, index }
}

/** Sends one change for the ticket as it is now. Returns the server's new snapshot. */
async function call(
  api: Api,
  { change, opId: key, as }: TicketOp,
  row: TicketRow,
  time: string,
): Promise<TicketOrderAnswer> {
  if (change.kind === 'ticket.create')
    return await api.send(ticketEndpoints.createTicket, { query: { time }, key, as })
  const id = row.ticketId
  if (id === undefined) throw new OrphanedChangeError('the ticket was not created')
  switch (change.kind) {
    case 'item.add':
      return await api.send(ticketEndpoints.addItems, {
        params: { id },
        body: { items: [change.line] },
        key,
        as,
      })
    case 'item.change': {
      const index = indexOf(change.lineId, row)
      return await api.send(ticketEndpoints.changeItem, {
        params: { id, index },
        body: { ...change.line, index },
        key,
        as,
      })
    }
    case 'item.remove':
      return await api.send(ticketEndpoints.removeItem, {
        params: { id, index: indexOf(change.lineId, row) },
        key,
        as,
      })
    case 'ticket.update':
      return await api.send(ticketEndpoints.updateTicket, { params: { id }, body: change.body, key, as })
    case 'ticket.tip':
      return await api.send(ticketEndpoints.setTip, { params: { id }, body: tipBody(change), key, as })
  }
}

/** A preset is sent as a share; an API without shares gets the amount. */
const tipBody = ({ tipCents, tipPercent }: Extract<TicketChange, { kind: 'ticket.tip' }>): TipBody => ({
  tip: numberFromCents(tipCents),
  ...(tipPercent !== undefined && { tip_percent: tipPercent }),
})

function indexOf(lineId: string, row: TicketRow): number {
  const known = Object.entries(row.lineIds).find(([, id]) => id === lineId)
  if (known) return Number(known[0])
  const made = /^line-(\d+)$/.exec(lineId)
  if (made) return Number(made[1])
  throw new OrphanedChangeError('the line is not on the ticket')
}

/**
 * The ticket no longer exists (specification §8: 404 `not_found`): its changes are removed, each with a message for the guest, and its dishes are kept to be
 * offered.
 */
async function dropTicket(db: LarderDatabase, op: TicketOp, messages: string[], now: number): Promise<void> {
  await writeWithRoom(db, [db.tickets, db.outbox, db.paymentAttempts], async () => {
    for (const one of await listChangesOf(db, op.draftId)) await refuse(db, one, messages, now)
    await db.outbox.where('draftId').equals(op.draftId).delete()
    await detachTicket(db, { draftId: op.draftId }, now)
  })
}
