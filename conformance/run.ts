import type { Check } from './check.ts'
import { Misfit, NotChecked, NotOffered } from './findings.ts'
import type { Visit } from './visit.ts'
import { NoAnswer } from './wire.ts'

export type Status = 'pass' | 'fail' | 'not checked' | 'not offered'

/** The result of one check for a row. */
type Note = { title: string; status: Status; expected?: string; came?: string; why?: string }

/** A requirement or a Larder extension, with all results for it. */
export type Row = { id: string; status: Status; notes: Note[] }

/** Runs every check in order, then cleans up. An unexpected error, which is a bug of the kit, is thrown. */
export async function runChecks(visit: Visit, checks: readonly Check[]): Promise<Row[]> {
  const found = new Map<string, Note[]>(checks.map(({ id }) => [id, []]))
  const add = (id: string, note: Note): void => void found.set(id, [...(found.get(id) ?? []), note])
  for (const check of checks) {
    visit.current = check.id
    const { id, note } = await make(check, visit)
    add(id, note)
    // Problems that were noticed in other calls on the way, each reported once.
    for (const misfit of visit.noticed.splice(0)) addOnce(found, add, misfit)
  }
  await cleanUp(visit)
  return [...found].map(([id, notes]) => ({ id, status: worstOf(notes), notes }))
}

async function make(check: Check, visit: Visit): Promise<{ id: string; note: Note }> {
  const { id, title } = check
  try {
    await check.run(visit)
    return { id, note: { title, status: 'pass' } }
  } catch (cause) {
    if (cause instanceof Misfit)
      return {
        id: cause.about ?? id,
        note: { title, status: 'fail', expected: cause.expected, came: cause.came },
      }
    if (cause instanceof NoAnswer)
      return { id, note: { title, status: 'fail', expected: 'an answer', came: cause.message } }
    if (cause instanceof NotOffered) return { id, note: { title, status: 'not offered', why: cause.message } }
    if (cause instanceof NotChecked) return { id, note: { title, status: 'not checked', why: cause.message } }
    throw cause
  }
}

function addOnce(
  found: ReadonlyMap<string, readonly Note[]>,
  add: (id: string, note: Note) => void,
  { about = '', expected, came }: Misfit,
): void {
  if (found.get(about)?.some((note) => note.expected === expected)) return
  add(about, { title: 'seen on the way', status: 'fail', expected, came })
}

/** Failures count first, then what could not be checked: a row passes when every part of it that is offered does. */
function worstOf(notes: readonly Note[]): Status {
  const order: readonly Status[] = ['fail', 'not checked', 'pass', 'not offered']
  return order.find((status) => notes.some((note) => note.status === status)) ?? 'not checked'
}

/** What cannot be cleaned up stays, and is not a failure: the API need not offer a way. */
async function cleanUp(visit: Visit): Promise<void> {
  visit.current = ''
  for (const work of visit.cleanUps.toReversed())
    await work().catch((cause: unknown) => {
      if (!(cause instanceof Misfit)) throw cause
    })
  visit.noticed.length = 0
}
