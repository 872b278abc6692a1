/** What is measured, and what counts as good. `budget` is what holds now, `aim` where we are going; each figure's method stands in README.md. */
export type Budget = {
  id: string
  what: string
  unit: '×' | 'ms' | 'KiB' | 'MB' | '/s' | ''
  budget: number
  aim: number
  /** Larger is better. */
  atLeast?: boolean
}

export const budgets = [
  { id: 'script', what: 'script before /menus is usable, gzip', unit: 'KiB', budget: 150, aim: 120 },
  { id: 'cold', what: 'first visit to /menus: largest paint ÷ floor', unit: '×', budget: 6, aim: 2 },
  { id: 'warm', what: 'later launch, online: menu text ÷ floor', unit: '×', budget: 3, aim: 1.5 },
  { id: 'offline', what: 'later launch, offline: menu text ÷ floor', unit: '×', budget: 3, aim: 1.5 },
  {
    id: 'barcode',
    what: 'later launch, offline: barcode at the counter ÷ floor',
    unit: '×',
    budget: 3,
    aim: 1.5,
  },
  { id: 'shift', what: 'layout shift, first visit', unit: '', budget: 0.02, aim: 0 },
  { id: 'inp', what: 'tap on a menu, category, dish to next paint, worst', unit: 'ms', budget: 200, aim: 64 },
  { id: 'copy', what: 'whole offline copy of bella', unit: 'MB', budget: 3, aim: 1.5 },
  { id: 'book', what: 'menubook, full, one process', unit: '/s', budget: 1000, aim: 9000, atLeast: true },
  { id: 'book304', what: 'menubook, not modified', unit: '/s', budget: 1000, aim: 29_000, atLeast: true },
  { id: 'submit', what: 'order submit, embedded database', unit: '/s', budget: 200, aim: 200, atLeast: true },
  {
    id: 'submitPostgres',
    what: 'order submit, PostgreSQL',
    unit: '/s',
    budget: 500,
    aim: 500,
    atLeast: true,
  },
  {
    id: 'payTicket',
    what: 'card payments of orders, embedded database',
    unit: '/s',
    budget: 100,
    aim: 200,
    atLeast: true,
  },
  {
    id: 'payTicketCpu',
    what: 'processor time of each of those',
    unit: 'ms',
    budget: 10,
    aim: 5,
  },
  {
    id: 'payCards',
    what: 'card payments of gift cards, embedded database',
    unit: '/s',
    budget: 100,
    aim: 200,
    atLeast: true,
  },
  {
    id: 'payCardsCpu',
    what: 'processor time of each of those',
    unit: 'ms',
    budget: 10,
    aim: 5,
  },
  {
    id: 'payPosted',
    what: 'card payments of cards by post, embedded database',
    unit: '/s',
    budget: 100,
    aim: 200,
    atLeast: true,
  },
  {
    id: 'payPostedCpu',
    what: 'processor time of each of those',
    unit: 'ms',
    budget: 10,
    aim: 5,
  },
  {
    id: 'payTicketPostgres',
    what: 'card payments of orders, PostgreSQL',
    unit: '/s',
    budget: 150,
    aim: 300,
    atLeast: true,
  },
  {
    id: 'payTicketPostgresCpu',
    what: 'processor time of each of those',
    unit: 'ms',
    budget: 5,
    aim: 2,
  },
  {
    id: 'payCardsPostgres',
    what: 'card payments of gift cards, PostgreSQL',
    unit: '/s',
    budget: 150,
    aim: 300,
    atLeast: true,
  },
  {
    id: 'payCardsPostgresCpu',
    what: 'processor time of each of those',
    unit: 'ms',
    budget: 5,
    aim: 2,
  },
  {
    id: 'payPostedPostgres',
    what: 'card payments of cards by post, PostgreSQL',
    unit: '/s',
    budget: 150,
    aim: 300,
    atLeast: true,
  },
  {
    id: 'payPostedPostgresCpu',
    what: 'processor time of each of those',
    unit: 'ms',
    budget: 5,
    aim: 2,
  },
  {
    id: 'lighthousePerformance',
    what: 'Lighthouse, phone: performance, worst of five pages',
    unit: '',
    budget: 95,
    aim: 100,
    atLeast: true,
  },
  {
    id: 'lighthouseAccessibility',
    what: 'Lighthouse: accessibility',
    unit: '',
    budget: 100,
    aim: 100,
    atLeast: true,
  },
  {
    id: 'lighthousePractices',
    what: 'Lighthouse: best practices',
    unit: '',
    budget: 100,
    aim: 100,
    atLeast: true,
  },
  {
    id: 'lighthouseSearch',
    what: 'Lighthouse: search engines',
    unit: '',
    budget: 100,
    aim: 100,
    atLeast: true,
  },
] as const satisfies readonly Budget[]

export type BudgetId = (typeof budgets)[number]['id']

/** One measured value; `floor` and `figure` are what a multiple was made from. */
export type Figure = { id: BudgetId; value: number; figure?: number; floor?: number; note?: string }

/** A figure that could not be taken, and why: it is printed, and never counts as a pass. */
export type Missing = { id: BudgetId; why: string }
