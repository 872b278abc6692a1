import type { Plan } from './plan.ts'
import type { Result, Runner } from './runner.ts'

/** The largest number of shorter sessions to try. */
const maxTries = 150

/** The first violation of a session, without the parts that differ each time: `I4: item.add`. */
const kindOf = ({ broken }: Result): string | undefined =>
  broken[0]
    ?.split(/["(]/)[0]
    ?.replace(/[\da-f]{8,}/g, '')
    .trim()

/** Shortens a session while it still shows the same violation: drops larger pieces first, then single steps. */
export async function shrink(runner: Runner, found: Result): Promise<Result> {
  let best = found
  let tries = 0
  const isSame = async (plan: Plan): Promise<boolean> => {
    if (tries++ >= maxTries) return false
    const tried = await runner.play(found.seed, plan)
    if (kindOf(tried) !== kindOf(found)) return false
    best = tried
    return true
  }
  for (
    let size = Math.ceil(best.plan.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let at = 0; at < best.plan.steps.length;) {
      const steps = best.plan.steps.toSpliced(at, size)
      if (!(await isSame({ ...best.plan, steps }))) at += size
    }
  return best
}
