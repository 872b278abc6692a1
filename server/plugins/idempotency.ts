import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { Clock } from '#contract/ports.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type ChangeOptions, claimOf, keyOf } from './claim.ts'
import { answerText, type Call, registerRaw, sendJson } from './endpoints.ts'
import {
  type Claim,
  claimKey,
  dropClaim,
  keepReply,
  releaseClaim,
  rememberKept,
  resumeClaim,
  type StoredReply,
} from './idempotency-store.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { problemBody, ProblemError } from './problems.ts'
import { type Answer, withShared } from './shared-list.ts'

/**
 * Every change takes effect once, however often it is sent (docs/design/contract.md, Idempotency): the claim on the key, the effect and the stored reply are
 * one transaction. A simultaneous duplicate waits on the claim's unique index, then gets the reply.
 */

export type IdempotencyPorts = {
  database: Database
  clock: Clock
  cipher: DataCipher
  changes: ChangeCounter
}

/** Counts changes, each of which leaves a row under its key (modules/limits/changes.ts). Must not be called in a transaction. */
export type ChangeCounter = {
  /** Counts one more. Throws 429 rate_limited. */
  count(call: Pick<Call<Endpoint>, 'merchant' | 'params' | 'request'>): Promise<void>
  /** Counts a large stored answer as several. */
  countKept(call: Pick<Call<Endpoint>, 'merchant' | 'params' | 'request'>, bytes: number): Promise<void>
}

type Guard<E extends Endpoint> = {
  /**
   * Runs before the transaction, for copies of a request, too: counts tries. Its errors are not stored. Default: changes by guests and members are counted
   * (`ports.changes`).
   */
  guard?: (call: Call<E>) => Promise<void>
}

/**
 * Adds a call that changes only the database. The handler gets the transaction and must use no other connection. An answer with credentials is not stored: a
 * repeated call then runs again, and its handler must allow for that.
 */
export function registerChange<E extends Endpoint>(
  app: FastifyInstance,
  ports: IdempotencyPorts,
  endpoint: E,
  handler: (call: Call<E>, tx: Transaction) => Promise<Answer<AnswerOf<E>>>,
  options: ChangeOptions & Guard<E> = {},
): void {
  if (endpoint.credentials)
    return registerUnstored(app, endpoint, (call) => ports.database.transaction((tx) => handler(call, tx)))
  registerRaw(app, endpoint, (call) => runChange(ports, endpoint, call, handler, options))
}

/** What `registerChange` does with one call; for a call that is only sometimes such a change. */
export async function runChange<E extends Endpoint>(
  ports: IdempotencyPorts,
  endpoint: E,
  call: Call<E>,
  handler: (call: Call<E>, tx: Transaction) => Promise<Answer<AnswerOf<E>>>,
  options: ChangeOptions & Guard<E> = {},
): Promise<FastifyReply> {
  const claim = claimOf(endpoint, call, ports, options)
  await (options.guard ? options.guard(call) : countOwn(ports, endpoint, call))
  const outcome = await changeOnce(ports, claim, (tx) => effectOf(tx, endpoint, () => handler(call, tx)))
  if (isOwn(endpoint) && !outcome.replayed) await ports.changes.countKept(call, outcome.reply.body.length)
  return sendReply(call.reply, outcome.reply, outcome)
}

/** Whether guests and members make it, and not the staff. */
const isOwn = ({ caller }: Endpoint): boolean => caller === 'anyone' || caller === 'user'

const countOwn = async (
  { changes }: IdempotencyPorts,
  endpoint: Endpoint,
  call: Parameters<ChangeCounter['count']>[0],
): Promise<void> => (isOwn(endpoint) ? changes.count(call) : undefined)

async function changeOnce(
  { database }: Pick<IdempotencyPorts, 'database'>,
  claim: Claim,
  effect: (tx: Transaction) => Promise<Effect>,
): Promise<Outcome> {
  const outcome = await database.transaction(async (tx): Promise<Outcome> => {
    const stored = await claimKey(tx, claim, 0)
    if (stored) return { reply: stored, replayed: true }
    const made = await effect(tx)
    keepReply(tx, claim, made)
    return { ...made, replayed: false }
  })
  outcome.after?.()
  return outcome
}

const done: StoredReply = { status: 200, body: '' }

/**
 * Adds a change like `registerChange` whose answer (other people's orders) is not stored but read anew each time, for copies of the request, too. `change`
 * returns what to do after its transaction.
 */
export function registerChangeAndRead<E extends Endpoint>(
  app: FastifyInstance,
  ports: IdempotencyPorts,
  endpoint: E,
  {
    change,
    read,
  }: {
    change: (call: Call<E>, tx: Transaction) => Promise<() => void>
    read: (call: Call<E>) => Promise<AnswerOf<E>>
  },
  options: ChangeOptions = {},
): void {
  registerRaw(app, endpoint, async (call) => {
    const claim = claimOf(endpoint, call, ports, options)
    const { reply, replayed } = await changeOnce(ports, claim, async (tx) => {
      const outcome = await underSavepoint(tx, () => change(call, tx))
      return 'refusal' in outcome ? { reply: outcome.refusal } : { reply: done, after: outcome.value }
    })
    return sendReply(
      call.reply,
      reply.status === 200 ? answerReply(endpoint, { body: await read(call) }) : reply,
      { replayed },
    )
  })
}

/** Longer than `before` may take: a password's hash, a verification service's time limit. */
const prepareMs = 30_000

/**
 * Adds a change like `registerChange` with a part that must not run in a transaction: `before` runs once per key, outside, and passes its result to
 * `change`. The key is held meanwhile, so that a copy of the request waits instead of using up a verification again. A refusal by `before` is a reply like that
 * of `change`.
 */
export function registerPreparedChange<E extends Endpoint, P>(
  app: FastifyInstance,
  ports: IdempotencyPorts,
  endpoint: E,
  {
    before,
    change,
  }: {
    before: (call: Call<E>) => Promise<P>
    change: (call: Call<E>, tx: Transaction, prepared: P) => Promise<Answer<AnswerOf<E>>>
  },
  options: ChangeOptions = {},
): void {
  registerRaw(app, endpoint, async (call) => {
    const { database, clock } = ports
    const claim = claimOf(endpoint, call, ports, options)
    await countOwn(ports, endpoint, call)
    const lockedUntilMs = clock.now() + prepareMs
    const stored = await database.transaction((tx) => claimKey(tx, claim, lockedUntilMs))
    if (stored) return sendReply(call.reply, stored, { replayed: true })
    try {
      const prepared = await prepare(() => before(call))
      const outcome = await database.transaction(async (tx): Promise<Outcome> => {
        const finished = await resumeClaim(tx, claim)
        if (finished) return { reply: finished, replayed: true }
        const effect =
          'refusal' in prepared
            ? { reply: prepared.refusal }
            : await effectOf(tx, endpoint, () => change(call, tx, prepared.value))
        keepReply(tx, claim, effect)
        return { ...effect, replayed: false }
      })
      outcome.after?.()
      return sendReply(call.reply, outcome.reply, outcome)
    } catch (error) {
      await database.transaction(async (tx) => {
        dropClaim(tx, claim, lockedUntilMs)
        releaseClaim(tx, claim)
      })
      throw error
    }
  })
}

/**
 * Adds a change whose answer is not stored, because it contains credentials. It still requires a key: links, images and prefetches cannot send one, so they
 * cannot trigger it (reliability H1, X14). The handler makes its own transactions and is safe to repeat.
 */
export function registerUnstored<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<AnswerOf<E>>>,
): void {
  registerRaw(app, endpoint, async (call) => {
    keyOf(call.request.headers['idempotency-key'])
    const answer = await handler(call)
    const { status, body } = answerReply(endpoint, answer)
    answer.after?.()
    return sendJson(call.reply, status, withShared(body, answer.shared))
  })
}

type Effect = { reply: StoredReply; after?: (() => void) | undefined; isRepeatable?: boolean | undefined }
type Outcome = Effect & { replayed: boolean }

async function effectOf<E extends Endpoint>(
  tx: Transaction,
  endpoint: E,
  handler: () => Promise<Answer<AnswerOf<E>>>,
): Promise<Effect> {
  const outcome = await underSavepoint(tx, async (): Promise<Effect> => {
    const answer = await handler()
    return { reply: answerReply(endpoint, answer), after: answer.after, isRepeatable: answer.isRepeatable }
  })
  return 'refusal' in outcome ? { reply: outcome.refusal } : outcome.value
}

async function prepare<P>(before: () => Promise<P>): Promise<{ value: P } | { refusal: StoredReply }> {
  try {
    return { value: await before() }
  } catch (error) {
    if (!(error instanceof ProblemError) || !isFinal(error)) throw error
    return { refusal: refusalReply(error) }
  }
}

/** An answer in stored form, validated. */
export const answerReply = <E extends Endpoint>(
  endpoint: E,
  { body, shared }: Answer<AnswerOf<E>>,
): StoredReply => ({
  status: 200,
  body: answerText(endpoint, body),
  shared,
})

/**
 * Runs an effect under a savepoint: a refusal rolls its effect back and becomes a reply, stored under the key like any other. Anything that does not answer
 * this request (a server error, "try again in a second") is rethrown, and the claim is rolled back with the transaction.
 */
export async function underSavepoint<T>(
  tx: Transaction,
  effect: () => Promise<T>,
): Promise<{ value: T } | { refusal: StoredReply }> {
  tx.later('SAVEPOINT effect')
  try {
    return { value: await effect() }
  } catch (error) {
    if (!(error instanceof ProblemError) || !isFinal(error)) throw error
    tx.later('ROLLBACK TO SAVEPOINT effect')
    return { refusal: refusalReply(error) }
  }
}

/** A refusal that stays true for this key: neither a server error nor a request to come again. */
const isFinal = (error: ProblemError): boolean =>
  error.status < 500 && error.retryAfterSeconds === undefined && error.code !== 'authentication_required'

/** A refusal in the form stored under its idempotency key. */
export const refusalReply = (error: ProblemError): StoredReply => ({
  status: error.status,
  body: JSON.stringify(problemBody(error)),
})

/** Sends a reply after its transaction; a replayed one is marked as such. */
export function sendReply(
  reply: FastifyReply,
  stored: StoredReply,
  { replayed }: { replayed: boolean },
): FastifyReply {
  const { status, body, shared } = stored
  rememberKept(stored)
  if (replayed) void reply.header('idempotent-replayed', 'true')
  return sendJson(reply, status, withShared(body, shared))
}
