/** Lets work about one and the same thing happen one after the other, in the order asked for. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `work` when all that was asked for before it under this name is over. */
  async runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const over = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#last.set(name, over)
    try {
      return await turn
    } finally {
      if (this.#last.get(name) === over) this.#last.delete(name)
    }
  }
}
