/** The waits of a process, counted, and its end at one of them: for tests that kill it at each. */

export type Countdown = {
  /** How many there have been. */
  count(): number
  /** Resolves when the process has died. */
  died: Promise<void>
  isDead(): boolean
  /** Counts a wait. True where the process is to die at it, or has died before it. */
  reaches(): boolean
  /** As `reaches`, and the process dies at once. */
  isEnd(): boolean
  die(): void
}

/** What nobody who has died waits for comes. */
export const never = new Promise<never>(() => undefined)

/** Counts up to the `at`-th wait. */
export function countdown(at: number): Countdown {
  let count = 0
  let isDead = false
  let noteDeath = (): void => undefined
  const died = new Promise<void>((resolve) => (noteDeath = resolve))
  const die = (): void => {
    isDead = true
    noteDeath()
  }
  const reaches = (): boolean => isDead || ++count >= at
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
