import type { DBCore, DBCoreTable } from 'dexie'
import type { LarderDatabase } from '#db/database.ts'

export type KillSwitch = {
  /** How many operations the store has been asked for. */
  count(): number
  /** Resolves when the process has died. */
  died: Promise<void>
}

const never = new Promise<never>(() => undefined)

/**
 * Ends this connection's process at its `at`-th operation on the store, as a phone does that runs out of power: the transaction in hand is rolled
 * back, and nothing that was awaited ever comes back. Whoever opens the store next finds what was committed.
 */
export function killAt(db: LarderDatabase, at: number): KillSwitch {
  let count = 0
  let noteDeath = (): void => undefined
  const died = new Promise<void>((resolve) => (noteDeath = resolve))
  const guard = <A extends { trans: unknown }, R>(run: (request: A) => Promise<R>) => {
    return (request: A): Promise<R> => {
      count++
      if (count < at) return run(request)
      noteDeath()
      try {
        ;(request.trans as IDBTransaction).abort()
      } catch {
        // Rolled back already, by an operation that died before this one.
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
  return { count: () => count, died }
}
