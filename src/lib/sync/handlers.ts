import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { numberFromCents } from '#contract/money.ts'
import type { TicketOrderAnswer } from '#contract/schemas/ticket-order.ts'
import type { Change, ChangeKind } from '#db/outbox.ts'
import type { TicketRow } from '#db/tickets.ts'
import type { Api } from '#lib/api/client.ts'

/** The call that each kind of change makes. Its queue class stands in the endpoints table, not here. */
export const endpointOf = {
  'ticket.create': 'createTicket',
  'item.add': 'addItems',
  'item.change': 'changeItem',
  'item.remove': 'removeItem',
  'ticket.update': 'updateTicket',
  'ticket.tip': 'setTip',
} as const satisfies Record<ChangeKind, EndpointName>

/** A change that has lost what it was about: its ticket was never created, or its line is gone. */
export class Orphaned extends Error {
  override name = 'Orphaned'
}

/** Sends one change as the ticket stands now, and answers with the server's new snapshot. `time` is the location's time of day, `h:mma`. */
export async function sendChange(api: Api, change: Change, row: TicketRow, key: string, time: string): Promise<TicketOrderAnswer> {
  if (change.kind === 'ticket.create') return await api.get(endpoints.createTicket, { query: { time }, key })
  const id = row.ticketId
  if (id === undefined) throw new Orphaned('the ticket was not created')
  switch (change.kind) {
    case 'item.add':
      return await api.get(endpoints.addItems, { params: { id }, body: { items: [change.line] }, key })
    case 'item.change': {
      const index = indexOf(change.lineId, row)
      return await api.get(endpoints.changeItem, { params: { id, index }, body: { ...change.line, index }, key })
    }
    case 'item.remove':
      return await api.get(endpoints.removeItem, { params: { id, index: indexOf(change.lineId, row) }, key })
    case 'ticket.update':
      return await api.get(endpoints.updateTicket, { params: { id }, body: change.body, key })
    case 'ticket.tip':
      return await api.get(endpoints.setTip, { params: { id }, body: { tip: numberFromCents(change.tipCents) }, key })
  }
}

function indexOf(lineId: string, row: TicketRow): number {
  const known = Object.entries(row.lineIds).find(([, id]) => id === lineId)
  if (known) return Number(known[0])
  const made = /^line-(\d+)$/.exec(lineId)
  if (made) return Number(made[1])
  throw new Orphaned('the line is not on the ticket')
}
