import { guest, send } from './api-calls.ts'
import type { Engine, Figure } from './budgets.ts'
import { type Connection, type Load, measureLoad, openConnections } from './http-load.ts'
import { type Dish, findPlainDish, makeTicket } from './tickets.ts'

const connectionCount = 16

/** Only the status of the answer is checked: parsing tens of kilobytes here would take processor time from the server. */
const submit = (connection: Connection, location: string, ticket: string, headers = {}) =>
  send(connection, {
    method: 'POST',
    path: `/api/v2.0/location/${location}/ticketorder/${ticket}/submit`,
    body: { phone_number: '2125550142' },
    headers,
  })

/** How many whole orders a second can be made, as a guest's device sends them: ticket, contact and time, a dish, a card, its payment, submit. */
export async function measureWholeOrders(
  port: number,
  location: string,
  engine: Engine,
  count: number,
): Promise<Figure[]> {
  const load = await withDish(port, location, async (connections, dish) => {
    let begun = 0
    return measureLoad(connections, async (connection) => {
      if (begun >= count) return false
      // Not the guests of the payments.
      const by = guest(500_000 + begun++)
      const { id, payment } = await makeTicket(connection, location, dish, by)
      await send(connection, payment)
      await submit(connection, location, id, by.headers)
      return true
    })
  })
  return [
    { id: `order-${engine}`, value: load.perSecond, note: `${count} orders, six calls each` },
    { id: `orderP99-${engine}`, value: load.p99 },
  ]
}

/** How many paid tickets a second can be submitted. The tickets are created and paid for before the clock starts. */
export async function measureOrders(
  port: number,
  location: string,
  engine: Engine,
  count: number,
): Promise<Figure[]> {
  const load = await withDish(port, location, async (connections, dish) => {
    const paid: string[] = []
    let begun = 0
    await measureLoad(connections, async (connection) => {
      if (begun >= count) return false
      const ticket = await makeTicket(connection, location, dish, guest(begun++))
      await send(connection, ticket.payment)
      paid.push(ticket.id)
      return true
    })
    return measureLoad(connections, async (connection) => {
      const ticket = paid.pop()
      if (!ticket) return false
      await submit(connection, location, ticket)
      return true
    })
  })
  return [
    { id: `submit-${engine}`, value: load.perSecond, note: `${count} orders` },
    { id: `submitP99-${engine}`, value: load.p99 },
  ]
}

async function withDish(
  port: number,
  location: string,
  work: (connections: Connection[], dish: Dish) => Promise<Load>,
): Promise<Load> {
  const connections = await openConnections(connectionCount, port, `bella.localhost:${port}`)
  try {
    return await work(connections, await findPlainDish(connections[0]!, location))
  } finally {
    for (const connection of connections) connection.close()
  }
}
