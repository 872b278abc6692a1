import type { Queryable } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { shownAddress } from '#server/modules/accounts/forget.ts'
import type { UserRecord } from '#server/modules/accounts/users.ts'
import { findOpenGift } from '#server/modules/card-orders/forget.ts'
import { findOpenBusiness } from '#server/modules/tickets/forget.ts'
import { ProblemError } from '#server/plugins/problems.ts'

/** A person as other modules' rows identify them: by their account, and by their confirmed email. */
export const personOf = (
  { locationId }: Pick<Merchant, 'locationId'>,
  user: UserRecord,
): { locationId: string; userId: string; email: string | undefined } => ({
  locationId,
  userId: user.id,
  email: shownAddress(user),
})

const reasons = {
  cooking: 'You have an order on the way. You can delete your account once you have it.',
  paying:
    'A payment of yours is not finished, or money is still on its way back. Please try again in an hour.',
  owed: 'A refund of yours did not arrive, and we still owe it to you. Please call us before you delete your account.',
  disputed: 'Your bank is reviewing one of your payments. You can delete your account once that is settled.',
  held: 'A gift of yours is on hold. Please call us before you delete your account.',
  sending:
    'A gift is still to be sent. Please wait until it has gone, or have it sent now under "Gifts you sent". To cancel it, please call us.',
  posting: 'A gift card is in the mail. Please wait until it arrives (a month at most).',
} as const

/** Whether a member can be forgotten now. Throws 403 forbidden for staff, 409 where something of theirs is open: they could no longer be contacted about it. */
export async function checkForgettable(
  database: Queryable,
  merchant: Merchant,
  user: UserRecord,
  nowMs: number,
): Promise<void> {
  if (user.role !== 'member')
    throw new ProblemError(
      403,
      'forbidden',
      'This account belongs to restaurant staff. It can be deleted once you are off the staff.',
    )
  const person = personOf(merchant, user)
  const open =
    (await findOpenBusiness(database, person, { nowMs, today: todayAt(merchant, nowMs) })) ??
    (await findOpenGift(database, person, nowMs))
  if (open) throw new ProblemError(409, 'bad_request', reasons[open])
}
