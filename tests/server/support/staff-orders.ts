import type {
  FindOrdersBody,
  FoundOrdersAnswer,
  StaffOrder,
  StaffOrderAnswer,
} from '#contract/schemas/staff-order.ts'
import type { Guest, ProblemBody } from './larder.ts'

/** Orders of any age, as managers find and see them. */

/** Searches for orders, whether or not it succeeds. */
export const findOrders = (manager: Guest, body: FindOrdersBody) =>
  manager.send<FoundOrdersAnswer & ProblemBody>('POST', '/staff/orders/find', body)

/** The numbers of the orders found, the newest first. */
export async function numbersFound(manager: Guest, body: FindOrdersBody): Promise<string[]> {
  const { status, body: found } = await findOrders(manager, body)
  if (status !== 200) throw new Error(JSON.stringify(found))
  return found.orders.map(({ number }) => number)
}

/** Requests an order, whether or not it succeeds. */
export const askOrder = (manager: Guest, id: string) =>
  manager.send<StaffOrderAnswer & ProblemBody>('GET', `/staff/orders/${id}`)

/** A manager's view of an order. */
export async function seenOrder(manager: Guest, id: string): Promise<StaffOrder> {
  const { status, body } = await askOrder(manager, id)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.order
}
