import type { Log } from '#server/ports/log.ts'

/** Does some of one kind of work. Tells whether there was any. */
type Step = () => Promise<boolean>

/** Work that runs one round at a time, and waits for no other lane's. */
export class Lane {
  readonly #log: Log
  readonly #steps: readonly Step[]
  readonly #next: Lane | undefined
  #round: Promise<void> | undefined
  #again = false
  #stopped = false

  /** `steps`: the earlier first; after each that had something to do it begins with the first again. `next` is woken for what this one leaves to it. */
  constructor(log: Log, steps: readonly Step[], next?: Lane) {
    this.#log = log
    this.#steps = steps
    this.#next = next
  }

  /** Begins a round, or another after the one that runs. Resolves when everything that was due is done, also by `next`. Throws nothing. */
  wake(): Promise<void> {
    this.#again = true
    this.#round ??= this.#run()
    return this.#round
  }

  /** Ends with what is being done just now. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#round
  }

  async #run(): Promise<void> {
    let worked = false
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        while (!this.#stopped && (await this.#workOnce())) worked = true
      }
    } catch (error) {
      // The database is away: nothing is lost, the next minute tries again.
      this.#log({
        level: 'error',
        event: 'delivery_failed',
        error: error instanceof Error ? error.name : 'unknown',
      })
    } finally {
      this.#round = undefined
    }
    if (worked && !this.#stopped) await this.#next?.wake()
  }

  async #workOnce(): Promise<boolean> {
    for (const step of this.#steps) if (await step()) return true
    return false
  }
}
