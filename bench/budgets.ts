import type { PayableKind } from '#contract/payables.ts'

/** What is measured, and what counts as good: `budget` now, `aim` in the long run. README.md describes how each figure is measured. */
export type Budget = {
  id: string
  what: string
  unit: '×' | 'ms' | 'KiB' | 'MB' | '/s' | ''
  budget: number
  aim: number
  /** Larger is better. */
  atLeast?: boolean
}

const perSecond = { unit: '/s', atLeast: true } as const
const score = { unit: '', atLeast: true, aim: 100 } as const

/** One row each, in this order. */
const rows = [
  { id: 'script', what: 'script before /menus is usable, gzip', unit: 'KiB', budget: 120, aim: 120 },
  { id: 'copy', what: 'whole offline copy of bella, beside pictures', unit: 'MB', budget: 1.5, aim: 1.5 },
  { id: 'copyPictures', what: 'its pictures', unit: 'MB', budget: 3, aim: 1.5 },
  { id: 'change', what: 'downloaded again when one dish changes its price', unit: 'KiB', budget: 10, aim: 2 },
  { id: 'tap4', what: 'tap in a whole order, worst next paint, 4× slower', unit: 'ms', budget: 100, aim: 64 },
  { id: 'tap10', what: 'the same, 10× slower', unit: 'ms', budget: 200, aim: 200 },
  { id: 'book', what: 'menu book, full, one process', ...perSecond, budget: 27_000, aim: 27_000 },
  { id: 'bookP99', what: 'the slowest of a hundred of those', unit: 'ms', budget: 20, aim: 5 },
  { id: 'book304', what: 'menu book, not modified', ...perSecond, budget: 48_000, aim: 48_000 },
  { id: 'book304P99', what: 'the slowest of a hundred of those', unit: 'ms', budget: 20, aim: 5 },
] as const satisfies readonly Budget[]

export const engines = ['embedded', 'postgres'] as const
export type Engine = (typeof engines)[number]
const engineNames: Record<Engine, string> = { embedded: 'embedded database', postgres: 'PostgreSQL' }

/** What is measured for each kind of payable: a new kind without an entry does not compile. */
const payments: Record<PayableKind, string> = {
  ticket: 'orders',
  'card-order': 'gift cards',
  'posted-order': 'cards by post',
}

type ServerId =
  `${'order' | 'orderP99' | 'submit' | 'submitP99' | `pay-${PayableKind}` | `payCpu-${PayableKind}`}-${Engine}`

const ofEngine: Record<Engine, { order: number; submit: number; pay: number; payCpu: number }> = {
  embedded: { order: 60, submit: 200, pay: 100, payCpu: 10 },
  postgres: { order: 120, submit: 500, pay: 150, payCpu: 5 },
}

/** The rows for writes, once for each database engine. */
const writes = engines.flatMap((engine): (Budget & { id: ServerId })[] => {
  const [on, good] = [engineNames[engine], ofEngine[engine]]
  const payRows = (Object.keys(payments) as PayableKind[]).flatMap((kind): (Budget & { id: ServerId })[] => [
    {
      id: `pay-${kind}-${engine}`,
      what: `card payments of ${payments[kind]}, ${on}`,
      ...perSecond,
      budget: good.pay,
      aim: 2 * good.pay,
    },
    {
      id: `payCpu-${kind}-${engine}`,
      what: 'processor time of each of those',
      unit: 'ms',
      budget: good.payCpu,
      aim: good.payCpu / 2,
    },
  ])
  return [
    {
      id: `order-${engine}`,
      what: `orders placed, paid and submitted, ${on}`,
      ...perSecond,
      budget: good.order,
      aim: 1.5 * good.order,
    },
    {
      id: `orderP99-${engine}`,
      what: 'the slowest of a hundred of those, all its calls',
      unit: 'ms',
      budget: 1000,
      aim: 500,
    },
    {
      id: `submit-${engine}`,
      what: `order submit alone, ${on}`,
      ...perSecond,
      budget: good.submit,
      aim: good.submit,
    },
    {
      id: `submitP99-${engine}`,
      what: 'the slowest of a hundred of those',
      unit: 'ms',
      budget: 250,
      aim: 100,
    },
    ...payRows,
  ]
})

/** What is measured at every address: columns of one table, with a row for each address. */
export const addressBudgets = [
  { id: 'first', what: 'first visit: largest paint ÷ floor', unit: '×', budget: 2, aim: 1.6 },
  { id: 'later', what: 'later launch, online ÷ floor', unit: '×', budget: 1.8, aim: 1.5 },
  { id: 'offline', what: 'later launch, offline ÷ floor', unit: '×', budget: 1.8, aim: 1.5 },
  { id: 'shift', what: 'layout shift, first visit', unit: '', budget: 0, aim: 0 },
] as const satisfies readonly Budget[]

/** What is measured with a menu of each size: rows of one table, with a column for each size. */
const launchOf = (name: string) =>
  ({ what: `${name}: later launch ÷ floor`, unit: '×', budget: 1.8, aim: 1.5 }) as const
const offlineOf = (name: string) =>
  ({ what: `${name}: offline ÷ floor`, unit: '×', budget: 1.8, aim: 1.5 }) as const
export const sizeBudgets = [
  { id: 'menus-later', ...launchOf('/menus') },
  { id: 'menus-offline', ...offlineOf('/menus') },
  { id: 'category-later', ...launchOf('a category') },
  { id: 'category-offline', ...offlineOf('a category') },
  { id: 'dish-later', ...launchOf('a dish') },
  { id: 'dish-offline', ...offlineOf('a dish') },
  { id: 'order-later', ...launchOf('/order') },
  { id: 'order-offline', ...offlineOf('/order') },
  { id: 'orderMenu-later', ...launchOf('/order/<menu>') },
  { id: 'orderMenu-offline', ...offlineOf('/order/<menu>') },
  {
    id: 'sizeTap',
    what: 'tap on a menu, category, dish: worst next paint',
    unit: 'ms',
    budget: 100,
    aim: 64,
  },
  { id: 'search', what: 'search: from a key to its last result, worst', unit: 'ms', budget: 50, aim: 50 },
  { id: 'searchPaint', what: 'search: from a key to the next paint, worst', unit: 'ms', budget: 50, aim: 50 },
  { id: 'copyTask', what: 'first offline copy: longest task', unit: 'ms', budget: 200, aim: 100 },
] as const satisfies readonly Budget[]

/** How many times as long a launch with a large menu may take as with the small one. */
export const growthBudget = 1.3

/** Lighthouse's scores for every page: columns of one table. */
export const lighthouseBudgets = [
  { id: 'performance', what: 'performance, this machine as a phone', ...score, budget: 95 },
  { id: 'performance4x', what: 'performance, 4× slower', ...score, budget: 95 },
  { id: 'accessibility', what: 'accessibility', ...score, budget: 100 },
  { id: 'practices', what: 'best practices', ...score, budget: 100 },
  { id: 'search-engines', what: 'search engines', ...score, budget: 100 },
] as const satisfies readonly Budget[]

export const rowBudgets: readonly Budget[] = [...rows, ...writes]

export type BudgetId =
  | ServerId
  | (typeof rows | typeof addressBudgets | typeof sizeBudgets | typeof lighthouseBudgets)[number]['id']

/**
 * One measured value. `figure` and `floor` (ms) are what a multiple was computed from. `of` is the address, size or person that it was measured for, where
 * there are several.
 */
export type Figure = {
  id: BudgetId
  of?: string
  value: number
  figure?: number
  floor?: number
  note?: string
}

/** A figure that could not be taken, and why. It is printed, and never counts as a pass. */
type Missing = { id: BudgetId; of?: string; why: string }

export type Result = Figure | Missing

/** Whether a value meets its budget. */
export const isGood = ({ atLeast, budget }: Budget, value: number): boolean =>
  atLeast ? value >= budget : value <= budget
