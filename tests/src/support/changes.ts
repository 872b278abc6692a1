import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { TicketChange, TicketOp } from '#db/outbox.ts'
import { margherita } from '../../server/support/orders.ts'

/** Builders of the changes that a guest's taps record. Prices are the fixture's. */

export const carbonara = (changes: Partial<OrderLineItem> = {}): OrderLineItem => ({
  menu_external_id: 'dinner',
  menu_category_external_id: 'pasta',
  menu_item_external_id: 'carbonara',
  menu_item: 'dinner.pasta.carbonara',
  modifiers: [{ modifier: 'pasta-rigatoni' }],
  quantity: 1,
  ...changes,
})

const tartufo = (): OrderLineItem => ({
  ...margherita(),
  menu_item_external_id: 'tartufo',
  menu_item: 'dinner.pizza.tartufo',
})

export const shownMargherita = {
  name: 'Margherita',
  unitCents: 1600,
  modifiers: [{ modifier: 'size-12', name: '12 inch', price: 0 }],
}
const shownCarbonara = {
  name: 'Carbonara',
  unitCents: 1955,
  modifiers: [{ modifier: 'pasta-rigatoni', name: 'Rigatoni', price: 0 }],
}
const shownTartufo = {
  name: 'Tartufo',
  unitCents: 2400,
  modifiers: [{ modifier: 'size-12', name: '12 inch', price: 0 }],
}

export const add = (lineId: string, quantity = 1): TicketChange => ({
  kind: 'item.add',
  lineId,
  line: margherita({ quantity }),
  shown: shownMargherita,
})
export const addCarbonara = (lineId: string, quantity = 1): TicketChange => ({
  kind: 'item.add',
  lineId,
  line: carbonara({ quantity }),
  shown: shownCarbonara,
})
/** A sold-out dish, which the server refuses. */
export const addTartufo = (lineId: string): TicketChange => ({
  kind: 'item.add',
  lineId,
  line: tartufo(),
  shown: shownTartufo,
})
export const change = (lineId: string, quantity: number): TicketChange => ({
  kind: 'item.change',
  lineId,
  line: margherita({ quantity }),
  shown: shownMargherita,
})
export const remove = (lineId: string): TicketChange => ({ kind: 'item.remove', lineId })
export const tip = (tipCents: number): TicketChange => ({ kind: 'ticket.tip', tipCents })
export const delivery = (yes: boolean): TicketChange => ({
  kind: 'ticket.update',
  body: { use_delivery: yes, use_curbside: !yes },
})

/** Changes as rows that wait in the outbox. */
export const waitingRows = (...changes: TicketChange[]): TicketOp[] =>
  changes.map((change, at) => ({
    seq: at + 1,
    opId: `op-${at + 1}`,
    locationId: 'tavola-nyc',
    principal: 'guest',
    draftId: 'draft',
    change,
    createdAt: 0,
    attempts: 0,
    notBefore: 0,
  }))
