import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BudgetId, Figure, Missing } from './budgets.ts'
import { initialScripts, kibibytes, weigh } from './bytes.ts'
import { measureLaunch } from './launch.ts'
import { startLarderProcess } from './larder-process.ts'
import { lighthouseIds, measureLighthouse } from './lighthouse.ts'
import { describeMachine } from './machine.ts'
import { measureOrders } from './orders.ts'
import { measurePayments, paymentIds } from './payments.ts'
import { startPostgres } from './postgres.ts'
import { measureReads } from './reads.ts'
import { formatTable } from './table.ts'

const portal = resolve(import.meta.dirname, '../dist/portal')
const location = 'bella-nyc'

const parts = ['bytes', 'launch', 'api', 'lighthouse'] as const
type Part = (typeof parts)[number]
type Report = { results: (Figure | Missing)[]; busy?: number[] }

/** `npm run bench [-- --quick] [--only bytes,launch,api,lighthouse] [--uncalibrated]`: prints one table, and never fails because a figure is bad: people read it. */
export async function bench(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: parts.join() },
      uncalibrated: { type: 'boolean', default: false },
    },
  })
  const chosen = parts.filter((part) => values.only.split(',').includes(part))
  const measures: Record<Part, () => Promise<Report>> = {
    bytes,
    launch: () => launch(values.quick ? 3 : 5),
    api: () => api(values.quick ? 200 : 600),
    lighthouse: () => lighthouse(values.quick ? 1 : 3, !values.uncalibrated),
  }
  const reports: Report[] = []
  for (const part of chosen) {
    console.log(`\n▶ ${part}`)
    reports.push(await measures[part]())
  }
  console.log(
    `\n${formatTable(
      reports.flatMap(({ results }) => results),
      describeMachine(reports.flatMap(({ busy = [] }) => busy)),
    )}\n`,
  )
}

async function bytes(): Promise<Report> {
  const weights = await weigh(portal, await initialScripts(portal))
  for (const { file, gzip } of weights.toSorted((a, b) => b.gzip - a.gzip))
    console.log(`  ${(gzip / 1024).toFixed(1).padStart(7)} KiB  ${file}`)
  return { results: [{ id: 'script', value: kibibytes(weights) }] }
}

async function launch(runs: number): Promise<Report> {
  const larder = await startLarderProcess()
  const busy: number[] = []
  try {
    return {
      results: await attempt(['cold', 'warm', 'offline', 'shift', 'inp', 'copy'], () =>
        measureLaunch(larder.port, runs, busy),
      ),
      busy,
    }
  } finally {
    await larder.close()
  }
}

async function lighthouse(runs: number, calibrated: boolean): Promise<Report> {
  const larder = await startLarderProcess()
  const busy: number[] = []
  try {
    return {
      results: await attempt(lighthouseIds, () => measureLighthouse(larder.port, runs, busy, calibrated)),
      busy,
    }
  } finally {
    await larder.close()
  }
}

async function api(orders: number): Promise<Report> {
  const embedded = await startLarderProcess()
  const results: (Figure | Missing)[] = []
  try {
    results.push(...(await attempt(['book', 'book304'], () => measureReads(embedded.port, location))))
    results.push(
      ...(await attempt(['submit'], async () => [
        await measureOrders(embedded.port, location, 'submit', orders),
      ])),
    )
    results.push(
      ...(await attempt(paymentIds('embedded'), () =>
        measurePayments(embedded, location, 'embedded', orders),
      )),
    )
  } finally {
    await embedded.close()
  }
  return {
    results: [
      ...results,
      ...(await attempt(['submitPostgres', ...paymentIds('postgres')], () => onPostgres(orders))),
    ],
  }
}

async function onPostgres(orders: number): Promise<(Figure | Missing)[]> {
  const postgres = await startPostgres()
  if (!postgres)
    return ['submitPostgres' as const, ...paymentIds('postgres')].map((id) => ({
      id,
      why: 'PostgreSQL is not installed',
    }))
  try {
    const larder = await startLarderProcess({ DATABASE_URL: postgres.url })
    try {
      const submitted = await measureOrders(larder.port, location, 'submitPostgres', orders)
      return [submitted, ...(await measurePayments(larder, location, 'postgres', orders))]
    } finally {
      await larder.close()
    }
  } finally {
    await postgres.close()
  }
}

/** What cannot be measured must not hide the rest: its row says why, and never counts as a pass. */
async function attempt(
  ids: readonly BudgetId[],
  measure: () => Promise<(Figure | Missing)[]>,
): Promise<(Figure | Missing)[]> {
  try {
    return await measure()
  } catch (error) {
    console.error(error)
    return ids.map((id) => ({ id, why: 'not measured: see above' }))
  }
}
