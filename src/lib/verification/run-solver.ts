import type { Challenge } from 'altcha-lib/types'
import type { SolverMessage } from './solver.ts'

export type { Challenge }

/** A module from our own origin: the page's policy allows no others. */
const startSolver = (): Worker => new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' })

/** Solves a challenge in a worker, which is ended afterwards. Rejects when it cannot be solved, or when `signal` aborts it. */
export function runSolver(
  challenge: Challenge,
  signal: AbortSignal,
  start: () => Worker = startSolver,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = start()
    const end = (): void => {
      worker.terminate()
      signal.removeEventListener('abort', abort)
    }
    const fail = (why: string): void => {
      end()
      reject(new Error(why))
    }
    const abort = (): void => fail('the check was given up')
    signal.addEventListener('abort', abort)
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      fail('the solver did not start')
    })
    worker.addEventListener('message', ({ data }: MessageEvent<SolverMessage>) => {
      if ('problem' in data) return fail(data.problem)
      end()
      resolve(data.answer)
    })
    worker.postMessage(challenge)
  })
}
