import type { endpoints } from '#contract/endpoints.ts'
import { isLenientEmail } from '#contract/rules/contact.ts'
import { findOrderNumber, findPhoneDigits } from '#contract/rules/order-search.ts'
import { type FoundOrdersAnswer, orderPage } from '#contract/schemas/staff-order.ts'
import type { Queryable } from '#server/db/database.ts'
import { emailKeyOf, findUserByEmail, listUserIdsByPhone } from '#server/modules/accounts/users.ts'
import {
  findPlacedOrders,
  type PlacedOrderFilter,
  type PlaceInOrders,
} from '#server/modules/tickets/find-placed.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { fieldProblem } from '#server/plugins/problems.ts'

type FindCall = Call<typeof endpoints.findOrders>

/** `POST /staff/orders/find`. Throws 422 for input that nothing can be searched by. */
export async function findOrders(
  { merchant, body }: FindCall,
  database: Queryable,
): Promise<FoundOrdersAnswer> {
  const { limit = orderPage, after } = body
  const page = { limit, after: after === undefined ? undefined : placeOf(after) }
  const filter = await filterOf(database, merchant.locationId, body)
  const { orders, next } = await findPlacedOrders(database, merchant.locationId, filter, page)
  return { orders, ...(next && { next: `${next.placedAt}:${next.id}` }) }
}

async function filterOf(
  database: Queryable,
  locationId: string,
  { number = '', phone = '', email = '', day }: FindCall['body'],
): Promise<PlacedOrderFilter> {
  if (number.trim() !== '') {
    const digits = findOrderNumber(number)
    if (digits === undefined) throw fieldProblem(422, 'number', 'Please enter an order’s number')
    return { number: digits }
  }
  if (phone.trim() !== '') {
    const digits = findPhoneDigits(phone)
    if (digits === undefined) throw fieldProblem(422, 'phone', 'Please enter a valid phone number')
    return { phone: digits, userIds: await listUserIdsByPhone(database, locationId, digits) }
  }
  if (email.trim() !== '') {
    if (!isLenientEmail(email.trim())) throw fieldProblem(422, 'email', 'Please enter a valid email')
    const user = await findUserByEmail(database, locationId, email)
    return { email: emailKeyOf(email), userIds: user ? [user.id] : [] }
  }
  if (day === undefined)
    throw fieldProblem(422, 'number', 'Please enter an order’s number, a phone number, an email or a day.')
  return { day }
}

/** Where a page begins, from an earlier answer's `next`. Throws 422 for a value that no answer had. */
function placeOf(after: string): PlaceInOrders {
  const [, placedAt, id] = /^(\d{1,15}):(.+)$/.exec(after) ?? []
  if (placedAt === undefined || id === undefined)
    throw fieldProblem(422, 'after', 'Please look for the orders again.')
  return { placedAt: Number(placedAt), id }
}
