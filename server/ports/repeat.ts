/** Does something again and again; what it does throws nothing. Gives what stops it. */
export type Repeat = (everyMs: number, work: () => Promise<void>) => () => void

/** By the machine's own timer, which keeps no process alive. */
export const systemRepeat: Repeat = (everyMs, work) => {
  const timer = setInterval(() => void work(), everyMs).unref()
  return () => clearInterval(timer)
}
