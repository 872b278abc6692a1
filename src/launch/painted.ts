import { wait } from '#lib/ports/wait.ts'

/** A page that nobody looks at paints nothing, and must live all the same (ms). */
const longestWaitMs = 300

/** Resolves when what is in the page now has been painted, in a task of its own. */
export const painted = (): Promise<void> =>
  Promise.race([
    new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))),
    wait(longestWaitMs),
  ])
