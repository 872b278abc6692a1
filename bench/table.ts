import { type Budget, budgets, type Figure, type Missing } from './budgets.ts'

const heads = ['what', 'figure', 'floor', 'value', 'budget', 'aim', '']

/** All that was measured, as one table for a terminal or a closing note. */
export function formatTable(results: (Figure | Missing)[], load: string): string {
  const rows = results.map((result) =>
    row(
      budgets.find(({ id }) => id === result.id)!,
      result,
    ),
  )
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((cells) => cells[column]!.length)),
  )
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ')}`.trimEnd()
  return [
    line(heads),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map(line),
    '',
    `  ${load}`,
  ].join('\n')
}

function row(budget: Budget, result: Figure | Missing): string[] {
  const limit = `${budget.atLeast ? '≥' : '≤'} ${withUnit(budget.budget, budget)}`
  const aim = withUnit(budget.aim, budget)
  if ('why' in result) return [budget.what, '', '', '–', limit, aim, result.why]
  const passes = budget.atLeast ? result.value >= budget.budget : result.value <= budget.budget
  const verdict = passes ? 'pass' : 'MISS'
  return [
    budget.what,
    milliseconds(result.figure),
    milliseconds(result.floor),
    withUnit(result.value, budget),
    limit,
    aim,
    result.note ? `${verdict}  ${result.note}` : verdict,
  ]
}

const milliseconds = (value: number | undefined): string =>
  value === undefined ? '' : `${Math.round(value)} ms`

function withUnit(value: number, { unit }: Budget): string {
  const digits = value >= 100 || Number.isInteger(value) ? 0 : unit === '' ? 3 : 1
  const text = value.toFixed(digits)
  return unit === '×' ? `${text}×` : unit ? `${text} ${unit}` : text
}
