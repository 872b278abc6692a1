import type { DBCore, DBCoreTable } from 'dexie'
import type { LarderDatabase } from '#db/database.ts'
import { countdown, type Countdown, LeftBehind, neverResolved } from '../../support/countdown.ts'
import type { Device } from './device.ts'

type KillSwitch = Pick<Countdown, 'count' | 'died'>

/**
 * Ends this connection's process at its `at`-th database operation, as when a phone runs out of power: the current transaction is
 * rolled back, and nothing that was awaited resolves. A connection opened later finds what was committed.
 */
export function killAt(db: LarderDatabase, at: number): KillSwitch {
  const waits = countdown(at)
  guardStore(db, waits)
  return waits
}

/**
 * The same at each operation at which its death leaves something else than at the one before: in the database, or wherever else `elsewhere` counts the changes (calls
 * that have left, another storage).
 */
export function killAtChange(db: LarderDatabase, at: number, elsewhere?: () => number): KillSwitch {
  const left = new LeftBehind(elsewhere)
  const waits = countdown(at, left)
  guardStore(db, waits, left)
  return waits
}

/**
 * Ends a device's process at its `at`-th wait from now on, of those at which its death leaves something else than at the one before. These are counted together: a
 * database operation, a lock, a call that has not left yet, and a call that the server has answered but the device has not received. Other work of a test while the
 * device runs goes through `past`.
 */
export function killDevice(
  { db, net, attempts }: Device,
  at: number,
): KillSwitch & { past<T>(work: () => Promise<T>): Promise<T> } {
  const left = new LeftBehind()
  const waits = countdown(at, left)
  guardStore(db, waits, left)
  const { withLock } = attempts
  attempts.withLock = (name, run) => (waits.isEnd() ? neverResolved() : withLock(name, run))
  const dieWithTheCall = (): void => void net.hung().then(() => waits.die())
  net.otherwise = ({ key }) => {
    for (const fault of ['hang-before', 'hang-after'] as const) {
      if (waits.reaches()) {
        dieWithTheCall()
        return fault
      }
      // A call without a key only reads, and a server that has answered it is the same as before.
      if (key !== undefined) left.note()
    }
    return undefined
  }
  return {
    ...waits,
    past: async (work) => {
      if (waits.isEnd()) return await neverResolved()
      left.note()
      const done = await work()
      return waits.isEnd() ? await neverResolved() : done
    },
  }
}

function guardStore(db: LarderDatabase, waits: Countdown, left?: LeftBehind): void {
  const written = new WeakSet<IDBTransaction>()
  const write = (transaction: IDBTransaction): void => {
    if (written.has(transaction)) return
    written.add(transaction)
    left?.note()
    // Before whoever awaits the transaction goes on: Dexie listens by a property, whose turn is after the listeners'.
    transaction.addEventListener('complete', () => left?.note())
  }
  const guard = <A extends { trans: unknown }, R>(run: (request: A) => Promise<R>, isWriting = false) => {
    return (request: A): Promise<R> => {
      const transaction = request.trans as IDBTransaction
      if (!waits.isEnd()) {
        if (isWriting) write(transaction)
        return run(request)
      }
      try {
        transaction.abort()
      } catch {
        // The transaction was rolled back already, by an earlier operation that died.
      }
      return neverResolved()
    }
  }
  db.use({
    stack: 'dbcore',
    name: 'kill-switch',
    create: (core: DBCore): DBCore => ({
      ...core,
      table: (name) => {
        const table: DBCoreTable = core.table(name)
        const { mutate, get, getMany, query, openCursor, count: countRows } = table
        return {
          ...table,
          mutate: guard(mutate, true),
          get: guard(get),
          getMany: guard(getMany),
          query: guard(query),
          openCursor: guard(openCursor),
          count: guard(countRows),
        }
      },
    }),
  })
}
