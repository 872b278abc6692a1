import type { Challenge } from 'altcha-lib/types'
import { prove } from './prove.ts'

/** What the solver says: the answer, or why there is none. */
export type SolverMessage = { answer: string } | { problem: string }

/** The work of the human check, in a thread of its own: the form stays usable meanwhile. */
addEventListener('message', (event: MessageEvent<Challenge>) => {
  const say = (word: SolverMessage): void => postMessage(word)
  prove(event.data).then(
    (answer) => say({ answer }),
    (cause: unknown) => say({ problem: String(cause) }),
  )
})
