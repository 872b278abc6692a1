import type { DBCore, DBCoreMutateRequest, DBCoreTable } from 'dexie'
import type { LarderDatabase } from '#db/database.ts'

import { Ending, never } from './ending.ts'

/** What the device's disk does to one write. */
type StoreFault = 'full' | undefined

/**
 * The life of one tab or worker, from opening to its end. Everything that its code awaits goes through here: it may end at any of these waits, and after that
 * nothing it awaited ever resolves.
 */
export class Life {
  readonly name: string
  readonly #ending = new Ending()
  #waitsLeft = Infinity
  /** The number of waits so far. */
  waits = 0

  constructor(name: string) {
    this.name = name
  }

  get isOver(): boolean {
    return this.#ending.isOver
  }

  /** Calls back at the moment of its end. */
  onEnd(run: () => void): void {
    this.#ending.onEnd(run)
  }

  /** Ends it at its `waits`-th wait from now, or at once. */
  end(waits = 0): void {
    if (waits > 0) {
      this.#waitsLeft = waits
      return
    }
    this.#ending.end()
  }

  /** Cancels an end that was set for a later wait. */
  spare(): void {
    this.#waitsLeft = Infinity
  }

  /** Counts a wait; true if its life is over at this point. */
  waitsNow(): boolean {
    this.waits++
    if (--this.#waitsLeft <= 0) this.end()
    return this.isOver
  }

  /** Awaits something on behalf of its code. */
  async through<T>(work: () => Promise<T>): Promise<T> {
    if (this.waitsNow()) return await never()
    const settled = work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const result = (await this.#ending.before(settled))?.value
    if (!result) return await never()
    if ('error' in result) throw result.error
    return result.value
  }
}

type Watch = {
  /** Asked before each write. */
  fault(table: string): StoreFault
  /** Told about each row that is written. */
  written(table: string, row: unknown): void
}

/** Ties a store's connection to a life: when the life ends, calls in progress never resolve and open transactions are aborted. */
export function tie(db: LarderDatabase, life: Life, watch: Watch): void {
  const open = new Set<IDBTransaction>()
  life.onEnd(() => {
    for (const transaction of open) {
      try {
        transaction.abort()
      } catch {
        // The transaction has finished already.
      }
    }
    db.close()
  })
  const guard =
    <A, R>(run: (request: A) => Promise<R>) =>
    (request: A): Promise<R> =>
      life.waitsNow() ? never() : run(request)
  db.use({
    stack: 'dbcore',
    name: 'life',
    create: (core: DBCore): DBCore => ({
      ...core,
      transaction(stores, mode, options) {
        const transaction = core.transaction(stores, mode, options)
        open.add(transaction as IDBTransaction)
        const forget = (): void => void open.delete(transaction as IDBTransaction)
        ;(transaction as IDBTransaction).addEventListener('complete', forget)
        ;(transaction as IDBTransaction).addEventListener('abort', forget)
        return transaction
      },
      table(name) {
        const table: DBCoreTable = core.table(name)
        const mutate = (request: DBCoreMutateRequest) => {
          if (request.type !== 'delete' && request.type !== 'deleteRange') {
            for (const row of request.values) watch.written(name, row)
            if (watch.fault(name) === 'full') {
              ;(request.trans as IDBTransaction).abort()
              return Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'))
            }
          }
          return table.mutate(request)
        }
        return {
          ...table,
          mutate: guard(mutate),
          get: guard((request) => table.get(request)),
          getMany: guard((request) => table.getMany(request)),
          query: guard((request) => table.query(request)),
          openCursor: guard((request) => table.openCursor(request)),
          count: guard((request) => table.count(request)),
        }
      },
    }),
  })
}

type Waiter = { life: Life; start: () => void }

/** Web Locks of one browser: each name has one holder at a time, across all tabs and the worker. A life that ends releases its locks. */
export class Locks {
  readonly #queues = new Map<string, Waiter[]>()

  of(life: Life): {
    withLock<T>(name: string, run: () => Promise<T>): Promise<T>
    isHeld(name: string): Promise<boolean>
  } {
    life.onEnd(() => {
      for (const [name, queue] of this.#queues) {
        const held = queue[0]?.life === life
        this.#queues.set(
          name,
          queue.filter((one) => one.life !== life),
        )
        if (held) this.#queues.get(name)![0]?.start()
      }
    })
    return {
      withLock: (name, run) => life.through(() => this.#request(life, name, run)),
      isHeld: (name) => life.through(async () => (this.#queues.get(name)?.length ?? 0) > 0),
    }
  }

  async #request<T>(life: Life, name: string, run: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    await new Promise<void>((start) => {
      const waiter = { life, start }
      this.#queues.get(name)!.push(waiter)
      if (this.#queues.get(name)![0] === waiter) start()
    })
    try {
      return await run()
    } finally {
      // A life that has ended released it already.
      if (!life.isOver) {
        const [, ...rest] = this.#queues.get(name)!
        this.#queues.set(name, rest)
        rest[0]?.start()
      }
    }
  }
}

/** Messages between the tabs of a browser; a tab does not receive its own. They arrive a moment later, as real messages do. */
export class TabBus {
  readonly #listeners = new Set<{ life: Life; onNote: (note: string) => void }>()

  of(life: Life): { post(note: string): void; listen(onNote: (note: string) => void): () => void } {
    return {
      post: (note) => {
        if (life.isOver) return
        for (const one of this.#listeners)
          if (one.life !== life) setImmediate(() => void (one.life.isOver || one.onNote(note)))
      },
      listen: (onNote) => {
        const one = { life, onNote }
        this.#listeners.add(one)
        life.onEnd(() => void this.#listeners.delete(one))
        return () => void this.#listeners.delete(one)
      },
    }
  }
}

/** A browser's text storage (localStorage). */
export class Entries {
  readonly entries = new Map<string, string>()
  getItem = (name: string): string | null => this.entries.get(name) ?? null
  setItem = (name: string, value: string): void => void this.entries.set(name, value)
  removeItem = (name: string): void => void this.entries.delete(name)
}
