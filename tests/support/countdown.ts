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

/** What a dead process awaits: it never resolves. */
export const never = new Promise<never>(() => undefined)

/** Counts up to wait number `at`. */
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
