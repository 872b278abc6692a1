import { createHash } from 'node:crypto'
import { dayMs } from '#contract/durations.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Clock } from '#contract/ports.ts'
import { fixedRetention } from '#contract/rules/retention.ts'
import { isStaff } from '#contract/rules/roles.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { callerOf } from './auth.ts'
import type { Call } from './endpoints.ts'
import { type Claim, fingerprintOf, guestCaller } from './idempotency-store.ts'
import { ProblemError } from './problems.ts'

/** What a key is claimed for: the caller, and the exact request. */

export type ChangeOptions = {
  /** The reply is stored for 30 days instead of 24 hours. */
  movesMoney?: boolean
}

const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A request's claim, under its caller's name. Throws 400 idempotency_key_missing without a valid key. */
export function claimOf<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  { clock, cipher }: { clock: Clock; cipher: DataCipher },
  { movesMoney = false }: ChangeOptions,
): Claim {
  const { request, merchant } = call
  const nowMs = clock.now()
  return {
    locationId: merchant.locationId,
    caller: call.session ? callerOf(call.session) : guestCaller,
    userId: call.session && 'userId' in call.session ? call.session.userId : undefined,
    key: keyOf(request.headers['idempotency-key']),
    method: request.method,
    // Without the query: `time` differs on a retry and changes nothing, and a link's token must not be stored.
    path: request.url.split('?')[0]!,
    fingerprint: fingerprintOf(cipher, digestOf(request.body, endpoint.secrets ?? [])),
    nowMs,
    expiresAtMs: nowMs + (movesMoney ? fixedRetention.paymentAnswerDays : fixedRetention.answerDays) * dayMs,
    movesMoney,
    finishes: endpoint.finishes ?? false,
    isStaffs: endpoint.caller === 'staff' || isStaff(endpoint.caller),
    cipher,
  }
}

/** The request's key, in lowercase. Throws 400 idempotency_key_missing without a valid one. */
export function keyOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && keyPattern.test(header)) return header.toLowerCase()
  throw new ProblemError(
    400,
    'idempotency_key_missing',
    'This change came without its Idempotency-Key (a UUID), so it was not made.',
  )
}

/** A digest of the request, without its secrets. */
function digestOf(body: unknown, secrets: readonly string[]): string {
  const asked =
    secrets.length > 0 && typeof body === 'object' && body !== null
      ? Object.fromEntries(Object.entries(body).filter(([field]) => !secrets.includes(field)))
      : body
  return createHash('sha256')
    .update(JSON.stringify(asked ?? null))
    .digest('base64url')
}
