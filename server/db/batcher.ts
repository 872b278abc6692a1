/** The most items per batch, which limits how long one waits for the others. */
const maxBatch = 32

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/** Batches requests that come while it is busy: a single one runs at once, and of many the next ones share one round trip instead of waiting for each other. */
export class Batcher<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>
  #waiting: Waiting<Item, Result>[] = []
  #isRunning = false

  /** `run` returns the results in the order of the items. If it rejects, every item rejects. */
  constructor(run: (items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>) {
    this.#run = run
  }

  /** Settles with this item's result from `run`. */
  ask(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isRunning) void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) await this.#runSome(this.#waiting.splice(0, maxBatch))
    this.#isRunning = false
  }

  async #runSome(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(some.map(({ item }) => item))
      for (const [at, result] of results.entries())
        if (result.status === 'fulfilled') some[at]!.resolve(result.value)
        else some[at]!.reject(result.reason)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}
