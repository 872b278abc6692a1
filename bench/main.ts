import { join } from 'node:path'
import type { BudgetId, Result } from './budgets.ts'
import { initialScripts, kibibytes, measureSizes } from './bytes.ts'
import { type BuiltTree, withTrees } from './compare.ts'
import { measureChange, measureCopy } from './copy.ts'
import { type LarderProcess, startLarderProcess } from './larder-process.ts'
import { measureLaunches } from './launch.ts'
import { measureLighthouse } from './lighthouse.ts'
import { describeMachine } from './machine.ts'
import { keepTraces } from './browser/trace.ts'
import { measureOrderTaps } from './order-taps.ts'
import { attempt, mediansOf } from './rounds.ts'
import { measureServer } from './server.ts'
import type { Part, Settings } from './settings.ts'
import { measureSize } from './sizes.ts'
import { formatTable } from './table.ts'

/** Measures and prints one table. Never fails because of a bad figure: people read it. */
export async function bench(settings: Settings): Promise<void> {
  if (settings.traces !== undefined) await keepTraces(settings.traces)
  const busy: number[] = []
  const measured = await withTrees(settings.compare, async (trees) => {
    const rounds = trees.map(({ name }) => ({ tree: name, rounds: [] as Result[][] }))
    for (const part of settings.chosen)
      for (let run = 1; run <= (part === 'bytes' ? 1 : settings.runs); run++)
        for (const [at, tree] of trees.entries()) {
          console.log(`\n▶ ${part}, run ${run} of ${settings.runs}, ${tree.name}`)
          rounds[at]!.rounds.push(await attempt(rowsOf[part], () => measures[part](tree, settings, busy)))
        }
    return rounds.map(({ tree, rounds: of }) => ({ tree, results: mediansOf(of) }))
  })
  console.log(`\n${formatTable(measured, describeMachine(busy))}\n`)
}

/** The rows that show the reason when a whole part cannot be measured. */
const rowsOf: Record<Part, readonly BudgetId[]> = {
  bytes: ['script'],
  copy: ['copy', 'copyPictures'],
  taps: ['tap4', 'tap10'],
  api: ['book', 'order-embedded', 'order-postgres'],
  sizes: ['menus-later'],
  launch: ['later'],
  lighthouse: ['performance'],
}

type Measure = (tree: BuiltTree, settings: Settings, busy: number[]) => Promise<Result[]>

const measures: Record<Part, Measure> = {
  async bytes({ path }) {
    const portal = join(path, 'dist/portal')
    const weights = await measureSizes(portal, await initialScripts(portal))
    for (const { file, name, gzip } of weights.toSorted((a, b) => b.gzip - a.gzip))
      console.log(`  ${(gzip / 1024).toFixed(1).padStart(7)} KiB  ${name}  ${file}`)
    return [{ id: 'script', value: kibibytes(weights) }]
  },
  copy: async ({ path }) => [
    ...(await onServer(path, ({ port }) => measureCopy(bellaAt(port)))),
    ...(await attempt(['change'], async () => [await measureChange(path)])),
  ],
  taps: ({ path }, _settings, busy) => onServer(path, ({ port }) => measureOrderTaps(bellaAt(port), busy)),
  api: ({ path }, { orders }) => measureServer(path, orders),
  async sizes({ path }, { sizes }, busy) {
    const results: Result[] = []
    for (const size of sizes) results.push(...(await measureSize(path, size, busy)))
    return results
  },
  launch: ({ path }, { addresses }, busy) =>
    onServer(path, ({ port, gift }) => measureLaunches(bellaAt(port), gift, addresses, busy)),
  lighthouse: ({ path }, _settings, busy) =>
    onServer(path, ({ port }) => measureLighthouse(bellaAt(port), join(path, 'merchants/bella'), busy)),
}

const bellaAt = (port: number): string => `http://bella.localhost:${port}`

async function onServer(
  tree: string,
  measure: (larder: LarderProcess) => Promise<Result[]>,
): Promise<Result[]> {
  const larder = await startLarderProcess({ tree })
  try {
    return await measure(larder)
  } finally {
    await larder.close()
  }
}
