import { guest, send } from './api-calls.ts'
import type { Figure } from './budgets.ts'
import { openConnections, rate } from './http-load.ts'
import { findPlainDish, makeTicket } from './tickets.ts'

const connectionCount = 16

/** How many paid tickets a second can be submitted. The tickets are made and paid before the clock runs. */
export async function measureOrders(
  port: number,
  location: string,
  id: 'submit' | 'submitPostgres',
  count: number,
): Promise<Figure> {
  const connections = await openConnections(connectionCount, port, `bella.localhost:${port}`)
  try {
    const dish = await findPlainDish(connections[0]!, location)
    const paid: string[] = []
    let begun = 0
    const prepared = await rate(connections, async (connection) => {
      if (begun >= count) return false
      const ticket = await makeTicket(connection, location, dish, guest(begun++))
      await send(connection, ticket.payment)
      paid.push(ticket.id)
      return true
    })
    const waiting = [...paid]
    const value = await rate(connections, async (connection) => {
      const ticket = waiting.pop()
      if (!ticket) return false
      // Its status is looked at and its text is not: parsing tens of kilobytes here would take the server's processor time.
      await send(connection, {
        method: 'POST',
        path: `/api/v2.0/location/${location}/ticketorder/${ticket}/submit`,
        body: { phone_number: '2125550142' },
      })
      return true
    })
    return { id, value, note: `${paid.length} orders; made and paid before at ${Math.round(prepared)}/s` }
  } finally {
    for (const connection of connections) connection.close()
  }
}
