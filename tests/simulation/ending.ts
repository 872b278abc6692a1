/** A promise that nobody ever fulfils, of its own each time: reactions to a shared one would stay for ever. */
export const never = (): Promise<never> => new Promise(() => undefined)

/** The end of something that may come at any moment: a process, a tab. */
export class Ending {
  #isOver = false
  readonly #listeners = new Set<() => void>()

  get isOver(): boolean {
    return this.#isOver
  }

  /** Is told of the end. Gives what stops that. */
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

  /** What work comes to, or undefined where the end came first. */
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
