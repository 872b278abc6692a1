/** Runs `work`, which never throws, at an interval. Returns a function that stops it. */
export type Repeat = (everyMs: number, work: () => Promise<void>) => () => void

/** Uses the machine's timer, without keeping the process alive. */
export const systemRepeat: Repeat = (everyMs, work) => {
  const timer = setInterval(() => void work(), everyMs).unref()
  return () => clearInterval(timer)
}
