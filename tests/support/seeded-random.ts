/**
 * A generator of whole numbers from 0 up to, but not including, `below`: the same in every run (a linear congruential generator, whose high bits are the good
 * ones).
 */
export function seededRandom(seed: number): (below: number) => number {
  // Consecutive seeds, like those of two days, would otherwise begin almost alike.
  let state = Math.imul(seed, 0x9e37_79b1)
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The seed of the day (20261127 in UTC), so that many runs together cover what one does not. `LARDER_SEED` sets another. */
export const seedOfDay = (): number =>
  Number(process.env['LARDER_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** Runs a test that draws from a seed, by default the day's; a failure says which seed it was. */
export async function fromSeed(
  run: (roll: (below: number) => number) => unknown,
  seed = seedOfDay(),
): Promise<void> {
  try {
    await run(seededRandom(seed))
  } catch (error) {
    if (error instanceof Error)
      error.message += ` (drawn from seed ${seed}: LARDER_SEED=${seed} draws it again)`
    throw error
  }
}
