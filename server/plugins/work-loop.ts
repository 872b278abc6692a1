import { errorName, type Log, type LogLine } from '#server/ports/log.ts'

type WorkLoopOptions = {
  log: Log
  /** What the log calls a round that failed. */
  failed: LogLine['event']
  /** Does some of what is due. Tells whether there may be more; asked again until there is not. */
  work(): Promise<boolean>
  /** Woken for what this one leaves to it. */
  next?: WorkLoop
}

/** Work that is done when it is woken for it, one round at a time, and waits for no other loop's. */
export class WorkLoop {
  readonly #options: WorkLoopOptions
  #round: Promise<void> | undefined
  #again = false
  #stopped = false

  constructor(options: WorkLoopOptions) {
    this.#options = options
  }

  /** Whether it is to end: a long piece of work looks in between. */
  get isStopped(): boolean {
    return this.#stopped
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

/** Work in steps: the earlier first; after each that had something to do it begins with the first again. */
export const firstOf =
  (steps: readonly (() => Promise<boolean>)[]): (() => Promise<boolean>) =>
  async () => {
    for (const step of steps) if (await step()) return true
    return false
  }
