import { errorName, type Log, type LogLine } from '#server/ports/log.ts'

type WorkLoopOptions = {
  log: Log
  /** The log event for a failed round. */
  failed: LogLine['event']
  /** Does some of the due work. Returns whether there may be more; called again until there is not. */
  work(): Promise<boolean>
  /** Woken for the work that this one leaves to it. */
  next?: WorkLoop
}

/** Work that runs when it is woken, one round at a time, independently of other loops. */
export class WorkLoop {
  readonly #options: WorkLoopOptions
  #round: Promise<void> | undefined
  #again = false
  #stopped = false

  constructor(options: WorkLoopOptions) {
    this.#options = options
  }

  /** Whether it is stopping: long work checks this in between. */
  get isStopped(): boolean {
    return this.#stopped
  }

  /** Starts a round, or another one after the current. Resolves when everything due is done, including by `next`. Never throws. */
  wake(): Promise<void> {
    this.#again = true
    this.#round ??= this.#run()
    return this.#round
  }

  /** Stops after the current work. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#round
  }

  async #run(): Promise<void> {
    const { log, failed, work, next } = this.#options
    let worked = false
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        while (!this.#stopped && (await work())) worked = true
      }
    } catch (error) {
      // The database is away: nothing is lost, the next minute tries again.
      log({ level: 'error', event: failed, error: errorName(error) })
    } finally {
      this.#round = undefined
    }
    if (worked && !this.#stopped) await next?.wake()
  }
}

/** Work in steps, earlier ones first; after each step that had something to do, it starts over with the first. */
export const firstOf =
  (steps: readonly (() => Promise<boolean>)[]): (() => Promise<boolean>) =>
  async () => {
    for (const step of steps) if (await step()) return true
    return false
  }
