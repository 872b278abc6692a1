import type { FastifyInstance } from 'fastify'
import type { Database, Transaction } from '#server/db/database.ts'
import { isReading } from '#server/db/transaction.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { stripePayments } from '#server/ports/payments/stripe.ts'
import { systemIds } from '#server/ports/system.ts'
import { refundRound, type RoundPorts } from '#server/settle-round.ts'
import { sandboxClient, sandboxKeys } from '#server/sandbox/stripe-api.ts'
import { countdown, type Countdown, LeftBehind, neverResolved } from '../../support/countdown.ts'
import { dinnerTime, type Reply, startTestLarder, type TestLarder } from './larder.ts'

/**
 * A server process that dies at one of its waits: at a database call or a call of the card provider, before it or before its
 * answer. Its open transaction is rolled back, its memory is lost, and its callers get no answer. The provider goes on.
 */
type DyingServer = {
  larder: TestLarder
  dieAt(wait: number): Countdown
  /** Runs its refund round now. */
  refund(): Promise<void>
}

/** Starts one on the database of a running server. */
async function startDying(beside: TestLarder): Promise<DyingServer> {
  const { clock, database } = beside
  const life = new Life()
  const sandbox = stripePayments({
    provider: 'sandbox',
    keysOf: sandboxKeys,
    client: sandboxClient(database, { clock, ids: systemIds }),
  })
  const payments = killablePayments(sandbox, life)
  const larder = await startTestLarder(
    { name: 'PGlite', open: async () => killableDatabase(database, life) },
    { beside, payments: () => payments },
  )
  // Let the server finish its work at the start before it can be killed.
  await life.idle()
  const ports: Partial<RoundPorts> = {
    ...larder,
    ids: systemIds,
    payments,
    log: (line) => void larder.log.push(line),
  }
  return {
    larder,
    dieAt: (wait) => life.dieAt(wait),
    refund: () => refundRound(ports as RoundPorts),
  }
}

/** One address for a running server and for another that takes its calls for a time. The card provider's own pages are elsewhere. */
export type OneAddress = {
  front: TestLarder
  whileServing<T>(other: TestLarder, work: () => Promise<T>): Promise<T>
}

export function behindOneAddress(larder: TestLarder): OneAddress {
  let serving = larder.app
  const inject = (call: { url: string }) =>
    (call.url.startsWith('/sandbox/') ? larder.app : serving).inject(call)
  return {
    front: { ...larder, app: { inject } as unknown as FastifyInstance },
    async whileServing(other, work) {
      serving = other.app
      try {
        return await work()
      } finally {
        serving = larder.app
      }
    },
  }
}

type Crash = {
  wait: number
  /** Makes a call to a server that dies at this wait; otherwise it answers, runs `next`, and stops normally. */
  over(call: () => Promise<Reply<unknown>>, next?: (dying: DyingServer) => Promise<void>): Promise<void>
}

/**
 * Runs a case for each wait of a server at which its death leaves something else than at the wait before, at dinner time, until the server survives. Returns the
 * number of deaths.
 */
export async function atEachWait(
  larder: TestLarder,
  at: OneAddress,
  run: (crash: Crash) => Promise<void>,
): Promise<number> {
  for (let wait = 1; ; wait++) {
    let hasDied = false
    const over: Crash['over'] = async (call, next) => {
      const dying = await startDying(larder)
      const { died } = dying.dieAt(wait)
      const ends = async (): Promise<boolean> => {
        const { status, body } = await call()
        if (status !== 200) throw new Error(`a server that lives answers ${status}: ${JSON.stringify(body)}`)
        await next?.(dying)
        await dying.larder.close()
        return false
      }
      hasDied = await at.whileServing(dying.larder, () => Promise.race([ends(), died.then(() => true)]))
    }
    larder.clock.set(dinnerTime)
    await run({ wait, over })
    if (!hasDied) return wait - 1
  }
}

class Life {
  waits = countdown(Infinity)
  left = new LeftBehind()
  #running = 0

  dieAt(wait: number): Countdown {
    this.left = new LeftBehind()
    return (this.waits = countdown(wait, this.left))
  }

  /** Counts the database calls under way. */
  async running<T>(work: Promise<T>): Promise<T> {
    this.#running++
    return await work.finally(() => this.#running--)
  }

  /** Resolves when no database call has been under way for some turns of the event loop. */
  async idle(): Promise<void> {
    for (let turns = 0; turns < 5; turns++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#running > 0) turns = 0
    }
  }

  /** Work without side effects: it does not matter whether its answer arrived. */
  async before<T>(work: () => Promise<T>): Promise<T> {
    const { waits } = this
    if (waits.isEnd()) return await neverResolved()
    const done = await this.running(work())
    return waits.isDead() ? await neverResolved() : done
  }

  async past<T>(work: () => Promise<T>): Promise<T> {
    const { waits, left } = this
    if (waits.isEnd()) return await neverResolved()
    // From here on it takes effect, whether or not somebody lives to know.
    left.note()
    const done = await this.running(work())
    return waits.isEnd() ? await neverResolved() : done
  }
}

function killablePayments(payments: Payments, life: Life): Payments {
  return {
    ...payments,
    charge: (charge) => life.past(() => payments.charge(charge)),
    resume: (...resume) => life.past(() => payments.resume(...resume)),
    find: (...find) => life.before(() => payments.find(...find)),
    findFingerprint: (...card) => life.before(() => payments.findFingerprint(...card)),
    refund: (refund) => life.past(() => payments.refund(refund)),
  }
}

function killableDatabase(database: Database, life: Life): Database {
  return {
    engine: database.engine,
    holder: database.holder,
    keepHolder: () => database.keepHolder(),
    hasRoom: () => database.hasRoom(),
    close: async () => undefined,
    script: (sql) => life.past(() => database.script(sql)),
    query: (sql, params) => {
      const run = () => database.query<never>(sql, params)
      return isReading(sql) ? life.before(run) : life.past(run)
    },
    transaction: (work) => life.running(runKillable(database, life, work)),
  }
}

/** A transaction that is rolled back when its process dies in it; when the process dies at its end, nobody learns of the commit. */
async function runKillable<T>(
  database: Database,
  { waits, left }: Life,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (waits.isDead()) return await neverResolved()
  let [hasWritten, isHeld] = [false, false]
  const writing = {
    note: () => void (hasWritten = true),
    sent: () => {
      // Until it is rolled back, an open transaction holds what it has written.
      if (hasWritten && !isHeld) left.note()
      isHeld = hasWritten
    },
  }
  try {
    const done = await database.transaction((tx) => {
      const killed = waits.died.then((): never => {
        throw new Error('the process has died')
      })
      return Promise.race([work(killableTransaction(tx, waits, writing)), killed])
    })
    if (hasWritten) left.note()
    return (hasWritten && waits.isEnd()) || waits.isDead() ? await neverResolved() : done
  } catch (error) {
    if (waits.isDead()) return await neverResolved()
    throw error
  }
}

/** Statements sent together count as one wait, because the engine receives them together. */
function killableTransaction(
  tx: Transaction,
  waits: Countdown,
  writing: { note(): void; sent(): void },
): Transaction {
  let isOnItsWay = false
  const trip = (): boolean => {
    if (isOnItsWay) return waits.isDead()
    isOnItsWay = true
    queueMicrotask(() => (isOnItsWay = false))
    return waits.isEnd()
  }
  return {
    holder: tx.holder,
    hasRoom: () => tx.hasRoom(),
    script: async (sql) => {
      writing.note()
      if (waits.isEnd()) await neverResolved()
      await tx.script(sql)
      writing.sent()
    },
    later(sql, params) {
      writing.note()
      tx.later(sql, params)
    },
    query: async (sql, params) => {
      if (!isReading(sql)) writing.note()
      if (trip()) return await neverResolved()
      const rows = await tx.query<never>(sql, params)
      writing.sent()
      return rows
    },
  }
}
