import type { Challenge } from 'altcha-lib/types'
import { prove } from './prove.ts'

/** The solver's message: the answer, or why there is none. */
export type SolverMessage = { answer: string } | { problem: string }

/** Solves the human check in its own thread: the form stays usable meanwhile. */
addEventListener('message', (event: MessageEvent<Challenge>) => {
  const say = (word: SolverMessage): void => postMessage(word)
  prove(event.data).then(
    (answer) => say({ answer }),
    (cause: unknown) => say({ problem: String(cause) }),
  )
})
