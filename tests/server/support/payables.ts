import type { PayableKind } from '#contract/payables.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { buyer, cardsOf, chargedOf, guestPayment, home, orderPath, readyOrder, visa } from './card-orders.ts'
import { Guest, type ProblemBody, type Reply, type TestLarder, ticketPath } from './larder.ts'
import { completeOrder, paymentOf } from './orders.ts'

/** Every payable, ready to be paid by a guest's card: for tests that must hold for each of them. */

export type ReadyPayable = {
  id: string
  dueCents: number
  /** Pays with a card number, under a key. */
  pay(key: string, cardNumber?: string): Promise<Reply<ProblemBody>>
  status(): Promise<string>
  /** Counts what an order has delivered: its cards or shipments; for a ticket its submissions, which only placing it adds. */
  given(): Promise<number>
}

/** One payment method for each key and number, so that a repeated call has the same body. */
function cardsByKey(guest: Guest): (key: string, number: string) => Promise<string> {
  const cards = new Map<string, Promise<string>>()
  return (key, number) => {
    const card = cards.get(`${key} ${number}`) ?? guest.card(number)
    cards.set(`${key} ${number}`, card)
    return card
  }
}

/** One row for each kind of payable: a new kind without its row does not compile. */
export const payables: Record<PayableKind, (larder: TestLarder) => Promise<ReadyPayable>> = {
  async ticket(larder) {
    const guest = new Guest(larder)
    const cardOf = cardsByKey(guest)
    const ticket = await completeOrder(guest)
    return {
      id: ticket.id,
      dueCents: 1742,
      pay: async (key, number = visa) =>
        guest.send('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, await cardOf(key, number)), {
          key,
        }),
      status: async () => (await guest.ticket('GET', ticketPath(ticket.id))).status,
      given: async () =>
        (await larder.database.query('SELECT 1 AS one FROM submissions WHERE ticket_id = $1', [ticket.id]))
          .length,
    }
  },
  async 'card-order'(larder) {
    const guest = new Guest(larder)
    const cardOf = cardsByKey(guest)
    const order = await readyOrder(guest)
    return {
      id: order.id,
      dueCents: 2500,
      pay: async (key, number = visa) =>
        guest.send('POST', orderPath(order.id, '/submit'), guestPayment(order, await cardOf(key, number)), {
          key,
        }),
      status: async () =>
        (await guest.send<{ card_order: { status: string } }>('GET', orderPath(order.id))).body.card_order
          .status,
      given: async () => (await cardsOf(larder, order.id)).length,
    }
  },
  async 'posted-order'(larder) {
    const guest = new Guest(larder)
    const cardOf = cardsByKey(guest)
    const items = [{ item: 'posted-card', price: 25, quantity: 2 }]
    const { id } = (
      await guest.send<{ physical_order: PhysicalOrder }>('POST', '/location/:loc/physicalcard/start', {
        items,
      })
    ).body.physical_order
    const path = `/location/:loc/physicalcard/${id}`
    const body = { items, ...home, ...buyer }
    return {
      id,
      dueCents: 5495,
      pay: async (key, number = visa) =>
        guest.send(
          'PUT',
          path,
          { ...body, status: 'Submit', amount: 54.95, payment_token: await cardOf(key, number) },
          { key },
        ),
      status: async () =>
        (await guest.send<{ physical_order: PhysicalOrder }>('GET', path)).body.physical_order.status,
      given: async () =>
        (await larder.database.query('SELECT 1 AS one FROM card_shipments WHERE order_id = $1', [id])).length,
    }
  },
}

/** The status right after the payment, and after the server's rounds. */
export const paidStatus: Record<PayableKind, { paid: string; placed: string }> = {
  ticket: { paid: 'PaymentComplete', placed: 'Submitted' },
  'card-order': { paid: 'Submitted', placed: 'Submitted' },
  'posted-order': { paid: 'Submitted', placed: 'Submitted' },
}

export { chargedOf }
