import type { endpoints } from '#contract/endpoints.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import type { Transaction } from '#server/db/database.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { confirmOwner } from '#server/modules/accounts/confirm-owner.ts'
import { deletedEmail } from '#server/modules/accounts/emails.ts'
import { deleteUser } from '#server/modules/accounts/forget.ts'
import { pageUrl } from '#server/modules/accounts/links.ts'
import { serverAddressOf } from '#server/modules/accounts/ports.ts'
import { lockUser, type UserRecord } from '#server/modules/accounts/users.ts'
import { forgetOrdersOf, lockOrdersOf } from '#server/modules/card-orders/forget.ts'
import { forgetHolder } from '#server/modules/cards/forget.ts'
import { forgetOwnWords } from '#server/modules/staff/forget.ts'
import { forgetTicketsOf, lockTicketsOf } from '#server/modules/tickets/forget.ts'
import { keyOf } from '#server/plugins/claim.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { forgetAnswersOf } from '#server/plugins/idempotency-store.ts'
import { lockPerson } from '#server/plugins/person-lock.ts'
import { changedMeanwhile, ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import { checkForgettable, personOf } from './person.ts'
import type { PrivacyPorts } from './ports.ts'

type DeleteCall = Call<typeof endpoints.deleteAccount>

/**
 * The part before the transaction: checks who asks and whether it is possible now, and deletes the saved cards at the provider: while that cannot be reached,
 * nothing is deleted. Throws 403, 409, 422, 423, 429, and 503 payment_unavailable.
 */
export async function prepareDeletion(call: DeleteCall, ports: PrivacyPorts): Promise<UserRecord> {
  const { merchant, session, request, body } = call
  const user = await confirmOwner({ merchant, session, request, password: body.password }, ports)
  await checkForgettable(ports.database, merchant, user, ports.clock.now())
  if (user.customerId !== undefined) await forgetCustomer(ports, merchant.locationId, user.customerId)
  return user
}

async function forgetCustomer(
  { payments, log }: PrivacyPorts,
  locationId: string,
  customerId: string,
): Promise<void> {
  try {
    await payments.forgetCustomer(locationId, customerId)
  } catch (error) {
    if (!(error instanceof PaymentsUnreachableError)) throw error
    log({ level: 'error', event: 'payment_unknown', detail: error.message })
    throw new ProblemError(
      503,
      'payment_unavailable',
      'Your saved cards cannot be deleted just now, so nothing was. Please try again in a moment.',
      { retryAfterSeconds: 30 },
    )
  }
}

/**
 * Deletes the account and removes the person from everything kept for the books, in one transaction. The answer's `after` deletes their messages from the
 * outgoing folder, where there is one, and sends the last email.
 */
export async function deleteAccount(
  call: DeleteCall,
  tx: Transaction,
  asked: UserRecord,
  ports: PrivacyPorts,
): Promise<Answer<{ status: string }>> {
  const { merchant, session, request } = call
  const { locationId } = merchant
  const nowMs = ports.clock.now()
  const person = personOf(merchant, asked)
  lockPerson(tx, { locationId, userId: session.userId })
  // Locks tickets before their user, as placing an order does.
  const known = new Set([...(await lockTicketsOf(tx, person)), ...(await lockOrdersOf(tx, person))])
  const user = await lockUser(tx, locationId, session.userId)
  // Checked again under the locks: asking the provider took time.
  await checkForgettable(tx, merchant, user, nowMs)
  const tickets = await forgetTicketsOf(tx, person, { nowMs, today: todayAt(merchant, nowMs) })
  const orders = await forgetOrdersOf(tx, person, nowMs)
  const found = [...tickets.forgotten, ...tickets.left, ...orders.own, ...orders.left, ...orders.received]
  if (found.some((id) => !known.has(id)))
    throw changedMeanwhile('An order or a gift just came in, so nothing was deleted. Please try again.')
  if (user.passwordHash !== asked.passwordHash)
    throw changedMeanwhile('Your password was just changed, so nothing was deleted.')
  // The provider was asked to delete another customer, or none.
  if (user.customerId !== asked.customerId)
    throw changedMeanwhile(
      'Your saved cards were just opened somewhere else, so your account was not deleted. Please try again.',
    )
  forgetHolder(tx, locationId, user.id, nowMs)
  forgetOwnWords(tx, locationId, user.id)
  forgetAnswersOf(tx, {
    locationId,
    caller: user.id,
    except: keyOf(request.headers['idempotency-key']),
    about: [...tickets.forgotten, ...orders.own],
  })
  audit(tx, ports, locationId, {
    action: 'account_deleted',
    outcome: 'done',
    userId: user.id,
    sessionId: session.sessionId,
    requestId: request.id,
  })
  deleteUser(tx, locationId, user, nowMs)
  const mail = deletedEmail(
    merchant,
    { email: user.email, language: request.language },
    pageUrl(merchant, '', '/privacy', serverAddressOf(ports, request)),
  )
  return {
    body: { status: 'Your account is deleted.' },
    after: () => ports.forgetSent(wordsOf(user), () => ports.mailer.enqueue(mail)),
  }
}

/** What identifies messages about this person. A name alone could be anybody's. */
const wordsOf = ({ email, phone, firstName, lastName }: UserRecord): string[] =>
  [
    email,
    phone,
    formatPhone(phone),
    firstName !== '' && lastName !== '' ? `${firstName} ${lastName}` : '',
  ].filter((word) => word !== '')
