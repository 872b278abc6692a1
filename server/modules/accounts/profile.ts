import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { formatDate } from '#contract/format-date.ts'
import { localTime } from '#contract/local-time.ts'
import { listAccountProblems } from '#contract/rules/account.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import type { User, UserAnswer, UserUpdateBody } from '#contract/schemas/user.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { answerText, type Call, sendJson } from '#server/plugins/endpoints.ts'
import { type FieldError, ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { audit } from './audit.ts'
import type { AccountPorts } from './ports.ts'
import { findRewards } from './rewards.ts'
import { getUser, listLinkedProviders, lockUser, saveUser, type UserRecord } from './users.ts'

/** `GET /user`, with an ETag made of a digest of what can be edited and one of the whole, since points change without an edit. */
export async function sendUser(
  { merchant, session, request, reply }: Call<typeof endpoints.getUser>,
  ports: AccountPorts,
): Promise<FastifyReply> {
  const user = await getUser(ports.database, merchant.locationId, session.userId)
  const text = answerText(endpoints.getUser, {
    user: await userOf(ports.database, merchant, user, ports.clock.now()),
  })
  const tag = tagOf(user, text)
  void reply.header('etag', tag)
  // No cache may store it: the portal compares with its own copy.
  if (isKnown(request, tag)) return reply.code(304).header('cache-control', 'no-store').send()
  return sendJson(reply, 200, text)
}

const tagOf = (user: UserRecord, text: string): string => `"${editTagOf(user)}.${digestOf(text)}"`

/** What an edit is made from. A new password or role is no reason to refuse it. */
const editTagOf = (user: UserRecord): string =>
  `e${digestOf(JSON.stringify(editedFields.map((field) => user[field])))}`

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/** A proxy may have weakened the tag: the content is the same. */
const isKnown = ({ headers }: FastifyRequest, tag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

/** A user in the API's form (specification §3 *User*). */
async function userOf(
  database: Queryable,
  merchant: Merchant,
  user: UserRecord,
  nowMs: number,
): Promise<User> {
  const [providers, rewards] = await Promise.all([
    listLinkedProviders(database, merchant.locationId, user.id),
    findRewards(database, merchant, user.id, nowMs),
  ])
  return {
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    display_name: `${user.firstName} ${user.lastName}`.trim(),
    dob: user.dob,
    phone: user.phone,
    address: user.address,
    address2: user.address2,
    city: user.city,
    state: user.state,
    zip: user.zip,
    hasPassword: user.passwordHash !== undefined,
    account_created_on: formatDate(localTime(user.createdAt, merchant.location.time_zone).date),
    linked_accounts: providers.map((provider) => ({ provider })),
    ...(user.customerId !== undefined && { stripe_customer_id: user.customerId }),
    role: user.role,
    ...(rewards && { rewards }),
  }
}

/** `PUT /v2.0/user`. Throws 422 with every invalid field (specification §5), 412 changed_meanwhile when what can be edited is not as If-Match names it. */
export async function updateUser(
  call: Call<typeof endpoints.updateUser>,
  tx: Transaction,
  ports: AccountPorts,
): Promise<Answer<UserAnswer>> {
  const { merchant, session, request, reply, body } = call
  const edited = checkedEdit(merchant, body, ports.clock.now())
  const user = await lockUser(tx, merchant.locationId, session.userId)
  if (!isMadeFrom(request.headers['if-match'], user))
    throw new ProblemError(
      412,
      'changed_meanwhile',
      'Your account was just changed somewhere else. Please look at it again before you save.',
    )
  const saved = saveUser(tx, merchant.locationId, {
    ...user,
    ...edited,
    language: request.language,
  })
  audit(tx, ports, merchant.locationId, {
    action: 'account_changed',
    outcome: 'done',
    userId: user.id,
    sessionId: session.sessionId,
    requestId: request.id,
  })
  const answer = { user: await userOf(tx, merchant, saved, ports.clock.now()) }
  void reply.header('etag', tagOf(saved, answerText(endpoints.updateUser, answer)))
  return { body: answer }
}

/** Without the header, the last edit wins. Tags of earlier builds, which a waiting edit may name, are of the user's version (`v7-…`). */
const isMadeFrom = (header: string | undefined, user: UserRecord): boolean =>
  header === undefined ||
  header.trim() === '*' ||
  header.split(',').some((one) => {
    const [, edit, version] = /^\s*(?:W\/)?"(?:(e[\w-]+)\.[\w-]+|v(\d+)(?:-[\w-]*)?)"\s*$/.exec(one) ?? []
    return edit === undefined ? version === String(user.version) : edit === editTagOf(user)
  })

const editedFields = [
  'firstName',
  'lastName',
  'dob',
  'phone',
  'address',
  'address2',
  'city',
  'state',
  'zip',
] as const satisfies (keyof UserRecord)[]

type Edit = Pick<UserRecord, (typeof editedFields)[number]>

function checkedEdit(merchant: Merchant, body: UserUpdateBody, nowMs: number): Edit {
  const problems = listAccountProblems(body, localTime(nowMs, merchant.location.time_zone).date)
  const fields = Object.entries(problems).map(([field, message]): FieldError => ({ field, message }))
  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })
  return {
    firstName: body.first_name.trim(),
    lastName: body.last_name.trim(),
    dob: body.dob,
    phone: phoneDigits(body.phone),
    address: body.address.trim(),
    address2: body.address2.trim(),
    city: body.city.trim(),
    state: body.state.trim(),
    zip: body.zip,
  }
}
