import { wait } from '#lib/ports/wait.ts'

/** A page that nobody looks at paints nothing, and must live all the same (ms). */
const longestWaitMs = 300

/** What is in the page now has been painted: the frame after this one has begun. */
export const painted = (): Promise<void> =>
  Promise.race([new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))), wait(longestWaitMs)])
