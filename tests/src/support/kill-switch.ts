import type { DBCore, DBCoreTable } from 'dexie'
import type { LarderDatabase } from '#db/database.ts'
import { countdown, type Countdown, never } from '../../support/countdown.ts'
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
 * Ends a device's process at its `at`-th wait from now on. These are counted together: a database operation, a lock, a call
 * that has not left yet, and a call that the server has answered but the device has not received. Other work of a test while
 * the device runs goes through `past`.
 */
export function killDevice(
  { db, net, attempts }: Device,
  at: number,
): KillSwitch & { past<T>(work: () => Promise<T>): Promise<T> } {
  const waits = countdown(at)
  guardStore(db, waits)
  const { withLock } = attempts
  attempts.withLock = (name, run) => (waits.isEnd() ? never : withLock(name, run))
  const dieWithTheCall = (): void => void net.hung().then(() => waits.die())
  net.otherwise = () => {
    for (const fault of ['hang-before', 'hang-after'] as const)
      if (waits.reaches()) {
        dieWithTheCall()
        return fault
      }
    return undefined
  }
  return {
    ...waits,
    past: async (work) => {
      if (waits.isEnd()) return await never
      const done = await work()
      return waits.isEnd() ? await never : done
    },
  }
}

function guardStore(db: LarderDatabase, waits: Countdown): void {
  const guard = <A extends { trans: unknown }, R>(run: (request: A) => Promise<R>) => {
    return (request: A): Promise<R> => {
      if (!waits.isEnd()) return run(request)
      try {
        ;(request.trans as IDBTransaction).abort()
      } catch {
        // The transaction was rolled back already, by an earlier operation that died.
      }
      return never
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
          mutate: guard(mutate),
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
