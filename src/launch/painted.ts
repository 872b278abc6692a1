import { wait } from '#lib/ports/wait.ts'

/** A hidden page paints nothing, but must continue after this (ms). */
const longestWaitMs = 300

/** Resolves in a task of its own once the page's current content has been painted. */
export const painted = (): Promise<void> =>
  Promise.race([
    new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))),
    wait(longestWaitMs),
  ])
