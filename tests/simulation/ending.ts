/** A promise that never settles, a new one each time: reactions to a shared one would pile up forever. */
export const never = (): Promise<never> => new Promise(() => undefined)

/** The end of something that may end at any moment: a process, a tab. */
export class Ending {
  #isOver = false
  readonly #listeners = new Set<() => void>()

  get isOver(): boolean {
    return this.#isOver
  }

  /** Calls back at the end. Gives a function that unsubscribes. */
  onEnd(run: () => void): () => void {
    this.#listeners.add(run)
    return () => void this.#listeners.delete(run)
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const run of this.#listeners) run()
    this.#listeners.clear()
  }

  /** The result of some work, or undefined if the end came first. */
  async before<T>(work: Promise<T>): Promise<{ value: T } | undefined> {
    if (this.#isOver) {
      work.catch(() => undefined)
      return undefined
    }
    let off = (): void => undefined
    const ended = new Promise<undefined>((resolve) => (off = this.onEnd(() => resolve(undefined))))
    try {
      const first = await Promise.race([work.then((value) => ({ value })), ended])
      return this.#isOver ? undefined : first
    } finally {
      off()
    }
  }
}
