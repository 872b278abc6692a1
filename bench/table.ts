import {
  addressBudgets,
  type Budget,
  type Figure,
  growthBudget,
  isGood,
  lighthouseBudgets,
  type Result,
  rowBudgets,
  sizeBudgets,
} from './budgets.ts'

/** What was measured of one tree. The first is this tree; a second is the one that it is compared with. */
type Measured = { tree: string; results: readonly Result[] }

type Rows = string[][]

/** All results as one table for a terminal or a closing note: single figures, then those for every size, every address, and every page in Lighthouse. */
export function formatTable(measured: readonly Measured[], load: string): string {
  const parts = [singleRows(measured), sizeRows(measured), addressRows(measured), lighthouseRows(measured)]
  const names = measured.map(({ tree }) => tree).join(' | ')
  return [
    ...(measured.length > 1 ? [`  each figure: ${names}`, ''] : []),
    ...parts.filter((rows) => rows.length > 1).flatMap((rows) => [grid(rows), '']),
    `  ${load}`,
  ].join('\n')
}

/** Lines of padded columns; the first row is the header. The first and last columns are aligned left, the others right. */
function grid(rows: Rows): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)))
  const last = widths.length - 1
  const line = (cells: string[]): string =>
    `  ${cells.map((cell, column) => (column === 0 || column === last ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ')}`.trimEnd()
  const rule = line(widths.map((width) => '─'.repeat(width)))
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)].join('\n')
}

function singleRows(measured: readonly Measured[]): Rows {
  const rows = rowBudgets.flatMap((budget) =>
    subjectsOf(measured, [budget]).map((of) => {
      const cell = cellOf(measured, budget, of)
      const notes = measured.flatMap(({ results }) => noteOf(find(results, budget.id, of)) ?? [])
      const what = of === '' ? budget.what : `${budget.what}, ${of}`
      return [
        what,
        cell.text,
        limitOf(budget),
        withUnit(budget.aim, budget),
        [cell.verdict, ...notes].join('  '),
      ]
    }),
  )
  return [['what', 'value', 'budget', 'aim', ''], ...rows]
}

function addressRows(measured: readonly Measured[]): Rows {
  const heads = addressBudgets.flatMap(({ id, unit }) => (unit === '×' ? [id, 'ms', 'floor'] : [id]))
  const limits = addressBudgets.flatMap((budget) =>
    budget.unit === '×' ? [limitOf(budget), '', ''] : [limitOf(budget)],
  )
  const rows = subjectsOf(measured, addressBudgets).map((of) => {
    const cells = addressBudgets.map((budget) => cellOf(measured, budget, of))
    const columns = addressBudgets.flatMap((budget, at) =>
      budget.unit === '×'
        ? [
            cells[at]!.text,
            millisecondsOf(measured, budget, of, 'figure'),
            millisecondsOf(measured, budget, of, 'floor'),
          ]
        : [cells[at]!.text],
    )
    return [of, ...columns, verdictOf(measured, addressBudgets, of)]
  })
  return rows.length === 0 ? [] : [['launch of', ...heads, ''], ['', ...limits, ''], ...rows]
}

function sizeRows(measured: readonly Measured[]): Rows {
  const sizes = subjectsOf(measured, sizeBudgets).toSorted((a, b) => Number(a) - Number(b))
  const rows = sizeBudgets.map((budget) => {
    const growth = measured.map(({ results }) => growthOf(results, budget, sizes))
    const isGrown = budget.unit === '×' && (growth[0] ?? 0) > growthBudget
    const missed = sizes.filter((of) => cellOf(measured, budget, of).verdict !== 'pass')
    const verdict =
      [...missed.map((of) => `MISS at ${of}`), ...(isGrown ? ['grows'] : [])].join(', ') || 'pass'
    const grown = growth.map((times) => (times === undefined ? '–' : `${times.toFixed(2)}×`)).join(' | ')
    return [
      budget.what,
      ...sizes.map((of) => cellOf(measured, budget, of).text),
      grown,
      limitOf(budget),
      withUnit(budget.aim, budget),
      verdict,
    ]
  })
  const heads = ['dishes on the menus', ...sizes, `growth (≤ ${growthBudget}×)`, 'budget', 'aim', '']
  return sizes.length === 0 ? [] : [heads, ...rows]
}

/** The largest size's figure divided by the smallest one's. */
function growthOf(results: readonly Result[], { id }: Budget, sizes: readonly string[]): number | undefined {
  const [small, large] = [find(results, id, sizes[0]!), find(results, id, sizes.at(-1)!)]
  return isFigure(small) && isFigure(large) && sizes.length > 1 ? large.value / small.value : undefined
}

function lighthouseRows(measured: readonly Measured[]): Rows {
  const rows = subjectsOf(measured, lighthouseBudgets).map((of) => [
    of,
    ...lighthouseBudgets.map((budget) => cellOf(measured, budget, of).text),
    verdictOf(measured, lighthouseBudgets, of),
  ])
  const heads = ['Lighthouse, phone', ...lighthouseBudgets.map(({ what }) => what), '']
  return rows.length === 0 ? [] : [heads, ['', ...lighthouseBudgets.map(limitOf), ''], ...rows]
}

/** What the figures for some budgets were measured of, in order of first appearance. */
const subjectsOf = (measured: readonly Measured[], budgets: readonly Budget[]): string[] => [
  ...new Set(
    measured
      .flatMap(({ results }) => results)
      .filter(({ id }) => budgets.some((budget) => budget.id === id))
      .map(({ of = '' }) => of),
  ),
]

const find = (results: readonly Result[], id: string, of: string): Result | undefined =>
  results.find((result) => result.id === id && (result.of ?? '') === of)

const isFigure = (result: Result | undefined): result is Figure => result !== undefined && 'value' in result

/** One value for each tree, and whether this tree's is good. */
function cellOf(
  measured: readonly Measured[],
  budget: Budget,
  of: string,
): { text: string; verdict: 'pass' | 'MISS' | '–' } {
  const found = measured.map(({ results }) => find(results, budget.id, of))
  const [own] = found
  return {
    text: found.map((result) => (isFigure(result) ? withUnit(result.value, budget) : '–')).join(' | '),
    verdict: isFigure(own) ? (isGood(budget, own.value) ? 'pass' : 'MISS') : '–',
  }
}

function verdictOf(measured: readonly Measured[], budgets: readonly Budget[], of: string): string {
  const missed = budgets
    .filter((budget) => cellOf(measured, budget, of).verdict === 'MISS')
    .map(({ id }) => id)
  const notes = new Set(budgets.flatMap(({ id }) => noteOf(find(measured[0]!.results, id, of)) ?? []))
  const isWhole = budgets.every((budget) => cellOf(measured, budget, of).verdict !== '–')
  const verdict = missed.length > 0 ? `MISS ${missed.join(', ')}` : isWhole ? 'pass' : ''
  return [verdict, ...notes].filter(Boolean).join('  ')
}

const noteOf = (result: Result | undefined): string | undefined =>
  result && ('why' in result ? result.why : result.note)

const millisecondsOf = (
  measured: readonly Measured[],
  { id }: Budget,
  of: string,
  which: 'figure' | 'floor',
): string =>
  measured
    .map(({ results }) => {
      const result = find(results, id, of)
      const value = isFigure(result) ? result[which] : undefined
      return value === undefined ? '–' : String(Math.round(value))
    })
    .join(' | ')

const limitOf = (budget: Budget): string => `${budget.atLeast ? '≥' : '≤'} ${withUnit(budget.budget, budget)}`

function withUnit(value: number, { unit }: Pick<Budget, 'unit'>): string {
  const digits =
    value >= 100 || Number.isInteger(value) ? 0 : unit === '' ? 3 : unit === '×' || unit === 'MB' ? 2 : 1
  const text = value.toFixed(digits)
  return unit === '×' ? `${text}×` : unit ? `${text} ${unit}` : text
}
