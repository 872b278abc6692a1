import { define, readMs } from '../endpoint.ts'
import { FindOrdersBody, FoundOrdersAnswer, StaffOrderAnswer } from '../schemas/staff-order.ts'

/** Placed orders of any age (extension `staff_orders`; docs/decisions/077-orders-of-any-age.md). What goes back of one: `refundKitchenOrder`. */
export const staffOrderEndpoints = {
  /** By a post, so that nobody's number or address stands in an address or a log. */
  findOrders: define({
    method: 'POST',
    caller: 'manager',
    queue: 'never',
    timeoutMs: readMs,
    path: '/staff/orders/find',
    leavesNothing: true,
    body: FindOrdersBody,
    answer: FoundOrdersAnswer,
  }),
  getStaffOrder: define({
    method: 'GET',
    caller: 'manager',
    queue: 'read',
    timeoutMs: readMs,
    path: '/staff/orders/:id',
    answer: StaffOrderAnswer,
  }),
}
