import type { Row, Status } from './run.ts'

const marks: Readonly<Record<Status, string>> = {
  pass: '✓ pass',
  fail: '✗ FAIL',
  'not checked': '· not checked',
  'not offered': '– not offered',
}

/** The rows as a readable table: what failed, with what was expected and what came instead; the rest with its reason. */
export function formatReport(rows: readonly Row[]): string {
  return [...rows.flatMap(linesOf), '', summaryOf(rows)].join('\n')
}

function linesOf({ id, status, notes }: Row): string[] {
  const [first] = notes.filter((note) => note.status === status)
  const head = `${marks[status].padEnd(14)} ${id.padEnd(22)} ${first?.title ?? ''}`
  if (status === 'fail')
    return [
      head,
      ...notes
        .filter((note) => note.status === 'fail')
        .flatMap(({ title, expected, came }) => [
          ...(title === first?.title ? [] : [`${' '.repeat(38)}${title}`]),
          `${' '.repeat(40)}expected ${expected}`,
          `${' '.repeat(40)}came     ${came}`,
        ]),
    ]
  const why = notes.flatMap((note) => (note.why === undefined ? [] : [note.why]))
  return status === 'pass' || why.length === 0 ? [head] : [`${head}: ${[...new Set(why)].join('; ')}`]
}

/** `61 pass, 0 fail, 9 not checked, 20 not offered`. */
export function summaryOf(rows: readonly Row[]): string {
  const count = (status: Status): string => `${rows.filter((row) => row.status === status).length} ${status}`
  return (['pass', 'fail', 'not checked', 'not offered'] as const).map(count).join(', ')
}
