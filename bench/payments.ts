import { type PayableKind, payableKinds } from '#contract/payables.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { change, type Guest, guest, makeCard, send } from './api-calls.ts'
import type { Engine, Result } from './budgets.ts'
import { type Ask, type Connection, measureLoad, openConnections } from './http-load.ts'
import type { LarderProcess } from './larder-process.ts'
import { type Dish, findPlainDish, makeTicket } from './tickets.ts'

const connectionCount = 16

/**
 * How many card payments a second succeed, for each kind of payable: charged by the sandbox, written to the ledger, answered. Also the server's processor time
 * for each, which does not depend on how busy the machine is. Everything to be paid for is made before the clock starts.
 */
export async function measurePayments(
  { port, cpuMs }: Pick<LarderProcess, 'port' | 'cpuMs'>,
  location: string,
  engine: Engine,
  count: number,
): Promise<Result[]> {
  const connections = await openConnections(connectionCount, port, `bella.localhost:${port}`)
  try {
    const dish = await findPlainDish(connections[0]!, location)
    const figures: Result[] = []
    for (const [at, kind] of payableKinds.entries()) {
      const ready: Ask[] = []
      let begun = 0
      await measureLoad(connections, async (connection) => {
        if (begun >= count) return false
        ready.push(await makers[kind](connection, location, dish, guest(100_000 * (at + 1) + begun++)))
        return true
      })
      const waiting = [...ready]
      const before = await cpuMs()
      const { perSecond } = await measureLoad(connections, async (connection) => {
        const payment = waiting.pop()
        if (!payment) return false
        await send(connection, payment)
        return true
      })
      const after = await cpuMs()
      figures.push(
        { id: `pay-${kind}-${engine}`, value: perSecond, note: `${ready.length} payments` },
        before === undefined || after === undefined
          ? { id: `payCpu-${kind}-${engine}`, why: 'this system does not tell' }
          : { id: `payCpu-${kind}-${engine}`, value: (after - before) / ready.length },
      )
    }
    return figures
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** Creates a payable that is complete but for payment; gives the call that pays for it. */
const makers: Record<
  PayableKind,
  (connection: Connection, location: string, dish: Dish, by: Guest) => Promise<Ask>
> = {
  ticket: async (connection, location, dish, by) =>
    (await makeTicket(connection, location, dish, by)).payment,
  async 'card-order'(connection, location, _dish, by) {
    const { headers } = by
    const base = `/api/location/${location}`
    const start = {
      method: 'POST' as const,
      path: `${base}/card/order/start`,
      body: { type: 'Purchase' },
      headers,
    }
    const { card_order: order } = await change<{ card_order: CardOrder }>(connection, start)
    const { programs } = await change<{ programs: { id: string }[] }>(connection, {
      path: `${base}/programs`,
      headers,
    })
    const items = [{ item: 'giftcard', price: 1, quantity: 1, program_id: programs[0]?.id }]
    await change(connection, {
      method: 'PUT',
      path: `${base}/card/order/${order.id}`,
      body: { items },
      headers,
    })
    const body = { amount: 1, payment_token: await makeCard(connection, location, by.card), ...buyerOf(by) }
    return { method: 'POST', path: `${base}/card/order/${order.id}/submit`, body, headers }
  },
  async 'posted-order'(connection, location, _dish, by) {
    const { headers } = by
    const base = `/api/location/${location}/physicalcard`
    // Small amounts: what a guest, and each of the sandbox's few cards, may buy in a day is limited.
    const items = [{ item: 'giftcard', price: 1, quantity: 1 }]
    const start = { method: 'POST' as const, path: `${base}/start`, body: { items }, headers }
    const { physical_order: order } = await change<{ physical_order: PhysicalOrder }>(connection, start)
    const amount = Number(order.totals.total.replace(/[$,]/g, ''))
    const token = await makeCard(connection, location, by.card)
    const body = { items, ...address, ...buyerOf(by), status: 'Submit', amount, payment_token: token }
    return { method: 'PUT', path: `${base}/${order.id}`, body, headers }
  },
}

const buyerOf = ({ email }: Guest) => ({
  buyer_first_name: 'Bench',
  buyer_last_name: 'Mark',
  buyer_email: email,
})
const address = {
  recipient_first_name: 'Bench',
  recipient_last_name: 'Mark',
  recipient_address: '1 Main Street',
  recipient_city: 'New York',
  recipient_state: 'NY',
  recipient_zip: '10011',
}
