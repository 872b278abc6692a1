/** Counts the asynchronous waits of a process and ends it at one of them, for tests that kill it at each in turn. */

export type Countdown = {
  /** How many waits there have been. */
  count(): number
  /** Resolves when the process has died. */
  died: Promise<void>
  isDead(): boolean
  /** Counts a wait. True if the process is to die at this one, or is dead already. */
  reaches(): boolean
  /** Like `reaches`, but also ends the process if so. */
  isEnd(): boolean
  die(): void
}

/**
 * What outlives a process, as far as it has changed: committed and open transactions, calls that have left. A process that has only
 * read since its last wait would leave the same at the next one, so that dying there shows nothing new.
 */
export class LeftBehind {
  readonly #elsewhere: () => number
  #changes = 0
  #seen = -1

  /** `elsewhere` counts the changes that nobody notes here. */
  constructor(elsewhere = () => 0) {
    this.#elsewhere = elsewhere
  }

  note(): void {
    this.#changes++
  }

  /** Whether anything has changed since this was asked last. */
  hasChanged(): boolean {
    const changes = this.#changes + this.#elsewhere()
    const isNew = changes !== this.#seen
    this.#seen = changes
    return isNew
  }
}

/** What a dead process awaits: it never resolves. One promise for all would keep whatever has ever waited for it. */
export const neverResolved = (): Promise<never> => new Promise(() => undefined)

/** Counts up to wait number `at`; with `left`, those where the process would leave something else behind than at the wait before. */
export function countdown(at: number, left?: LeftBehind): Countdown {
  let count = 0
  let isDead = false
  let noteDeath = (): void => undefined
  const died = new Promise<void>((resolve) => (noteDeath = resolve))
  const die = (): void => {
    isDead = true
    noteDeath()
  }
  const reaches = (): boolean => {
    if (isDead) return true
    if (left?.hasChanged() === false) return false
    return ++count >= at
  }
  return {
    count: () => count,
    died,
    isDead: () => isDead,
    reaches,
    isEnd: () => {
      const ends = reaches()
      if (ends) die()
      return ends
    },
    die,
  }
}
