/** Numbers from 0 up to `below`, not with it: the same ones in every run (a linear congruence; its high bits are the good ones). */
export function seededRandom(seed: number): (below: number) => number {
  // Seeds that follow each other, as those of two days do, would begin almost alike.
  let state = Math.imul(seed, 0x9e37_79b1)
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The seed of the day (20261127 in UTC), so that many runs see what one does not. `LARDER_SEED` draws another day's. */
export const seedOfDay = (): number =>
  Number(process.env['LARDER_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** Does what draws from a seed, the day's unless one is given; what fails there says which seed it was. */
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
