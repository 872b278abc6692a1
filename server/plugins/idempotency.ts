import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Endpoint } from '#contract/endpoints.ts'
import type { Clock } from '#contract/ports.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { answerText, type Call, registerRaw, sendJson } from './endpoints.ts'
import { type Claim, claimKey, finishClaim, rememberKept, type StoredReply } from './idempotency-store.ts'
import { problemBody, ProblemError } from './problems.ts'
import { type Answer, withShared } from './shared-list.ts'

/**
 * Every call that changes something takes effect once, however often it is sent (design/contract.md, Idempotency): the claim on the key,
 * the effect and the stored reply are one transaction. A duplicate that comes meanwhile waits on the claim's unique index, then gets the reply.
 */

export type IdempotencyPorts = { database: Database; clock: Clock }

export type ChangeOptions = {
  /** The reply is kept for 30 days instead of 24 hours. */
  movesMoney?: boolean
}

/** Adds a call that changes something in the database alone. The handler gets the transaction and must use no other connection. */
export function registerChange<E extends Endpoint>(
  app: FastifyInstance,
  ports: IdempotencyPorts,
  endpoint: E,
  handler: (call: Call<E>, tx: Transaction) => Promise<Answer<AnswerOf<E>>>,
  options: ChangeOptions = {},
): void {
  registerRaw(app, endpoint, async (call) => {
    const claim = claimOf(call.request, call.merchant.locationId, ports.clock.now(), options)
    const outcome = await ports.database.transaction(async (tx) => {
      const stored = await claimKey(tx, claim, 0)
      if (stored) return { reply: stored, replayed: true }
      const reply = await replyOf(tx, async () => answerReply(endpoint, await handler(call, tx)))
      finishClaim(tx, claim, reply)
      return { reply, replayed: false }
    })
    return sendReply(call.reply, outcome.reply, outcome.replayed)
  })
}

async function replyOf(tx: Transaction, effect: () => Promise<StoredReply>): Promise<StoredReply> {
  const outcome = await underSavepoint(tx, effect)
  return 'refusal' in outcome ? outcome.refusal : outcome.value
}

/** An answer as it is kept, checked. */
export const answerReply = <E extends Endpoint>(endpoint: E, { body, shared }: Answer<AnswerOf<E>>): StoredReply => ({
  status: 200,
  body: answerText(endpoint, body),
  shared,
})

/**
 * Runs an effect under a savepoint: a refusal takes its effect back and is a reply like any other, to be kept under the key. What is no
 * answer to this request (a fault of ours, "try again in a second") is thrown on, and the claim goes with the transaction.
 */
export async function underSavepoint<T>(tx: Transaction, effect: () => Promise<T>): Promise<{ value: T } | { refusal: StoredReply }> {
  tx.later('SAVEPOINT effect')
  try {
    return { value: await effect() }
  } catch (error) {
    if (!(error instanceof ProblemError) || !isFinal(error)) throw error
    tx.later('ROLLBACK TO SAVEPOINT effect')
    return { refusal: refusalReply(error) }
  }
}

/** A refusal that stays true for this key: not a fault of ours, and not one that asks to come again. */
const isFinal = (error: ProblemError): boolean =>
  error.status < 500 && error.retryAfterSeconds === undefined && error.code !== 'authentication_required'

export const refusalReply = (error: ProblemError): StoredReply => ({ status: error.status, body: JSON.stringify(problemBody(error)) })

/** Sends a reply after its transaction; one that was kept says so. */
export function sendReply(reply: FastifyReply, stored: StoredReply, replayed: boolean): FastifyReply {
  const { status, body, shared } = stored
  rememberKept(stored)
  if (replayed) void reply.header('idempotent-replayed', 'true')
  return sendJson(reply, status, withShared(body, shared))
}

const dayMs = 24 * 60 * 60 * 1000
const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The claim that a request makes. Throws 400 idempotency_key_missing without a key that could be one. */
export function claimOf(request: FastifyRequest, locationId: string, nowMs: number, { movesMoney = false }: ChangeOptions): Claim {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw new ProblemError(400, 'idempotency_key_missing', 'This change came without its Idempotency-Key (a UUID), so it was not made.')
  return {
    locationId,
    caller: callerOf(),
    key: key.toLowerCase(),
    method: request.method,
    // Without the query: `time` differs on a retry and changes nothing.
    path: request.url.split('?')[0]!,
    fingerprint: createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest('base64url'),
    nowMs,
    expiresAtMs: nowMs + (movesMoney ? 30 : 1) * dayMs,
  }
}

/** Whose keys these are. Guests share a name: their keys are random and their tickets' ids are the capability. Members get their own with sign-in. */
const callerOf = (): string => 'guest'
