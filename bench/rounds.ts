import type { BudgetId, Figure, Result } from './budgets.ts'
import { median } from './machine.ts'

/** Every part is measured in rounds, with each tree in turn in every round, so that all of them see the same machine. */

const keyOf = ({ id, of = '' }: Result): string => `${id} ${of}`

/**
 * The median over several rounds of each result, in the order of first appearance. A multiple is computed from the medians of its parts. What failed in every
 * round is missing; what failed in some has a note of how many.
 */
export function mediansOf(rounds: readonly (readonly Result[])[]): Result[] {
  const found = new Map<string, Result[]>()
  for (const result of rounds.flat()) found.set(keyOf(result), [...(found.get(keyOf(result)) ?? []), result])
  return [...found.values()].map((results) => {
    const figures = results.filter((one): one is Figure => 'value' in one)
    if (figures.length === 0) return results[0]!
    const failed = results.length - figures.length
    const merged = medianOf(figures)
    const note = [merged.note, failed > 0 && `${failed} of ${results.length} runs failed`]
      .filter(Boolean)
      .join(', ')
    return note ? { ...merged, note } : merged
  })
}

function medianOf(figures: Figure[]): Figure {
  const middle = (read: (figure: Figure) => number | undefined): number | undefined => {
    const values = figures.flatMap((one) => read(one) ?? [])
    return values.length === 0 ? undefined : median(values)
  }
  const [figure, floor, value] = [
    middle((one) => one.figure),
    middle((one) => one.floor),
    middle((one) => one.value)!,
  ]
  // The note of the run closest to the median: it says where that run's time went.
  const { note } = figures.toSorted((a, b) => Math.abs(a.value - value) - Math.abs(b.value - value))[0]!
  return {
    id: figures[0]!.id,
    ...(figures[0]!.of !== undefined && { of: figures[0]!.of }),
    value: figure !== undefined && floor !== undefined ? figure / floor : value,
    ...(figure !== undefined && { figure }),
    ...(floor !== undefined && { floor }),
    ...(note !== undefined && { note }),
  }
}

/** A failed measurement must not hide the rest: its rows give the reason, the console has the details, and it never counts as a pass. */
export async function attempt(
  ids: readonly BudgetId[],
  measure: () => Promise<Result[]>,
  of?: string,
): Promise<Result[]> {
  try {
    return await measure()
  } catch (error) {
    console.error(error)
    const why = `not measured: ${String(error).split('\n')[0]!}`
    return ids.map((id) => ({ id, ...(of !== undefined && { of }), why }))
  }
}
