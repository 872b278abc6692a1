import { clonePlainData } from './clone.ts'
import type { Random } from './random.ts'

/**
 * The one clock and the one task queue of a simulated world. Timers and tasks that the code under test asks the platform for come here, so that the same seed
 * always gives the same order of events, and an hour passes at once.
 */

type Task = { run: () => void; at: number; order: number; dead: boolean; every?: number }

const realImmediate = globalThis.setImmediate
/** The next task is drawn at random from this many of the tasks that are ready, oldest first. */
const window = 4

/** How many tasks run in one turn of the platform's event loop. */
const inOneGo = 64

export class Scheduler {
  /** Milliseconds since the epoch. */
  nowMs: number
  #random: Random
  #ready: Task[] = []
  #timers: Task[] = []
  #order = 0
  #steps = 0

  constructor(nowMs: number, random: Random) {
    this.nowMs = nowMs
    this.#random = random
  }

  /** Resets it for another session: nothing of the previous one runs any more. */
  reset(nowMs: number, random: Random): void {
    this.nowMs = nowMs
    this.#random = random
    this.#ready = []
    this.#timers = []
    this.#order = 0
    this.#steps = 0
  }

  get steps(): number {
    return this.#steps
  }

  soon(run: () => void): Task {
    const task = { run, at: this.nowMs, order: this.#order++, dead: false }
    this.#ready.push(task)
    return task
  }

  later(run: () => void, afterMs: number, every?: number): Task {
    const at = this.nowMs + Math.max(0, Number.isFinite(afterMs) ? afterMs : 0)
    const task: Task = { run, at, order: this.#order++, dead: false, ...(every !== undefined && { every }) }
    this.#insert(task)
    return task
  }

  cancel(task: Task | undefined): void {
    if (task) task.dead = true
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.later(resolve, ms))
  }

  /** Runs the world until `until` settles. Throws when no task is left that could settle it, and after `maxSteps` steps. */
  async run<T>(until: Promise<T>, maxSteps = 400_000): Promise<T> {
    const state = { isOver: false }
    const end = (): void => void (state.isOver = true)
    until.then(end, end)
    await new Promise<void>((resolve, reject) => {
      // Between two immediates of one turn, Node runs every promise reaction and tick that the first caused. A turn for each task would cost a system call each
      // time.
      const go = (): void => {
        for (let count = 1; count < inOneGo; count++) realImmediate(step)
        realImmediate(() => {
          step()
          if (!state.isOver) go()
        })
      }
      const step = (): void => {
        if (state.isOver) return resolve()
        try {
          this.#step(maxSteps)
        } catch (error) {
          end()
          reject(error)
        }
      }
      go()
    })
    return await until
  }

  /** Runs the next task. Throws when there is none, and after `maxSteps`. */
  #step(maxSteps: number): void {
    if (this.#steps++ > maxSteps) throw new Error(`the world does not come to rest: ${maxSteps} steps`)
    const task = this.#take()
    if (!task) throw new Error('the world stands still: somebody waits for what never comes')
    if (task.dead) return
    this.nowMs = Math.max(this.nowMs, task.at)
    task.run()
    if (task.every !== undefined && !task.dead)
      this.#insert(Object.assign(task, { at: this.nowMs + task.every }))
  }

  #take(): Task | undefined {
    if (this.#ready.length === 0) return this.#timers.shift()
    const at = this.#ready.length === 1 ? 0 : this.#random.below(Math.min(window, this.#ready.length))
    return this.#ready.splice(at, 1)[0]
  }

  #insert(task: Task): void {
    let low = 0
    let high = this.#timers.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#timers[middle]!.at <= task.at) low = middle + 1
      else high = middle
    }
    this.#timers.splice(low, 0, task)
  }
}

/** Replaces the platform's timers, tasks, time and randomness with a scheduler. Gives a function that restores them. */
export function installPlatform(scheduler: Scheduler, random: () => Random): () => void {
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis
  const realNow = Date.now
  const realRandom = Math.random
  const realClone = globalThis.structuredClone
  const handleOf = (task: Task): object =>
    Object.assign(task, { unref: () => task, ref: () => task, hasRef: () => false })
  Object.assign(globalThis, {
    setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      handleOf(scheduler.later(() => run(...args), ms)),
    clearTimeout: (task: Task | undefined) => scheduler.cancel(task),
    setInterval: (run: () => void, ms: number) => handleOf(scheduler.later(run, ms, ms)),
    clearInterval: (task: Task | undefined) => scheduler.cancel(task),
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) =>
      handleOf(scheduler.soon(() => run(...args))),
    clearImmediate: (task: Task | undefined) => scheduler.cancel(task),
    structuredClone: clonePlainData(realClone),
  })
  Date.now = () => scheduler.nowMs
  Math.random = () => random().next()
  return () => {
    Object.assign(globalThis, {
      setTimeout,
      clearTimeout,
      setInterval,
      clearInterval,
      setImmediate,
      clearImmediate,
      structuredClone: realClone,
    })
    Date.now = realNow
    Math.random = realRandom
  }
}
