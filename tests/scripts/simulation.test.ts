import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { play, prepare, traceOf } from '../../scripts/simulate/run.mjs'
import { countOf, isWhole } from '../../scripts/test/shares.mjs'

/** A session takes a third of a second of processor time, and several seconds when six other processes are running. */
const timeoutMs = isWhole() ? 60 * 60_000 : 10 * 60_000

/** The same seeds on every run: a session that breaks here breaks on every machine. `npm run simulate` draws other seeds, as many as there is time for. */
test(
  'sessions of guests, kitchen and faults, drawn from seeds, break no invariant (I1, I2, I3, I4, I5, I6, I7, I9, I10)',
  { timeout: timeoutMs },
  async () => {
    const prepared = await prepare()
    const sessions = countOf('sessions from seeds')
    // Another test file runs at the same time, so this one uses a single core.
    const processes = isWhole() ? availableParallelism() : 1
    const { broken, done } = await play({ ...prepared, seed: 1, sessions, processes, quiet: true })
    const [first] = broken
    const told = first && (await traceOf({ ...prepared, seed: first.seed, isShort: true }))
    expect(told?.story).toBeUndefined()
    expect(done).toBe(sessions)
  },
)
