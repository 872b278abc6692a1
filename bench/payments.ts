import { type PayableKind, payableKinds } from '#contract/payables.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { change, type Guest, guest, makeCard, send } from './api-calls.ts'
import type { BudgetId, Figure, Missing } from './budgets.ts'
import { type Ask, type Connection, openConnections, rate } from './http-load.ts'
import type { LarderProcess } from './larder-process.ts'
import { type Dish, findPlainDish, makeTicket } from './tickets.ts'

const connectionCount = 16

type Engine = 'embedded' | 'postgres'
type Rows = { rate: BudgetId; cpu: BudgetId }

/** The rows of each payable, by the engine: a new kind without them does not compile. */
const rows: Record<PayableKind, Record<Engine, Rows>> = {
  ticket: {
    embedded: { rate: 'payTicket', cpu: 'payTicketCpu' },
    postgres: { rate: 'payTicketPostgres', cpu: 'payTicketPostgresCpu' },
  },
  'card-order': {
    embedded: { rate: 'payCards', cpu: 'payCardsCpu' },
    postgres: { rate: 'payCardsPostgres', cpu: 'payCardsPostgresCpu' },
  },
  'posted-order': {
    embedded: { rate: 'payPosted', cpu: 'payPostedCpu' },
    postgres: { rate: 'payPostedPostgres', cpu: 'payPostedPostgresCpu' },
  },
}

/** The ids of an engine's rows. */
export const paymentIds = (engine: Engine): BudgetId[] =>
  payableKinds.flatMap((kind) => [rows[kind][engine].rate, rows[kind][engine].cpu])

/**
 * How many card payments a second are taken, of each kind of payable: charged by the sandbox, in the ledger, answered; and how much processor time of
 * the server's process each takes, which is the same on a machine that others keep busy. All are made before the clock runs.
 */
export async function measurePayments(
  { port, cpuMs }: Pick<LarderProcess, 'port' | 'cpuMs'>,
  location: string,
  engine: Engine,
  count: number,
): Promise<(Figure | Missing)[]> {
  const connections = await openConnections(connectionCount, port, `bella.localhost:${port}`)
  try {
    const dish = await findPlainDish(connections[0]!, location)
    const figures: (Figure | Missing)[] = []
    for (const [at, kind] of payableKinds.entries()) {
      const ready: Ask[] = []
      let begun = 0
      await rate(connections, async (connection) => {
        if (begun >= count) return false
        ready.push(await makers[kind](connection, location, dish, guest(100_000 * (at + 1) + begun++)))
        return true
      })
      const waiting = [...ready]
      const before = await cpuMs()
      const value = await rate(connections, async (connection) => {
        const payment = waiting.pop()
        if (!payment) return false
        await send(connection, payment)
        return true
      })
      const after = await cpuMs()
      const ids = rows[kind][engine]
      figures.push(
        { id: ids.rate, value, note: `${ready.length} payments` },
        before === undefined || after === undefined
          ? { id: ids.cpu, why: 'this system does not tell' }
          : { id: ids.cpu, value: (after - before) / ready.length },
      )
    }
    return figures
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** Makes one that lacks nothing but payment; gives the call that pays it. */
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
    // Small ones: a guest, and each of the sandbox's few cards, may buy so much a day.
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
