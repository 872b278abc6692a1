/** Numbers from 0 up to `below`, not with it: the same ones in every run (a linear congruence; its high bits are the good ones). */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
