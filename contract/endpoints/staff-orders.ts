import { define, readMs } from '../endpoint.ts'
import { FindOrdersBody, FoundOrdersAnswer, StaffOrderAnswer } from '../schemas/staff-order.ts'

/** Placed orders of any age (extension `staff_orders`; docs/decisions/077-orders-of-any-age.md). Their refunds: `refundKitchenOrder`. */
export const staffOrderEndpoints = {
  /** A POST, so that phone numbers and emails are in no address and no log. */
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
