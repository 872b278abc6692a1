import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import lighthouse from 'lighthouse'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import type { Page } from 'playwright-core'
import { openBrowser } from './browser/chromium.ts'
import type { BudgetId, Figure } from './budgets.ts'
import { median, waitForCalm } from './machine.ts'
import { signIn } from './sign-in.ts'

/** Lighthouse's categories, and the row of each. */
const categories = {
  performance: 'lighthousePerformance',
  accessibility: 'lighthouseAccessibility',
  'best-practices': 'lighthousePractices',
  seo: 'lighthouseSearch',
} as const satisfies Record<string, BudgetId>
type Category = keyof typeof categories
const names = Object.keys(categories) as Category[]

export const lighthouseIds = Object.values(categories)

type Subject = { path: string; signedIn?: boolean }
/** Of 100, by category. */
type Scores = Record<Category, number>

/** Lighthouse's phone is a quarter of a machine at the lower end of those that it was made for, which score 1,500 (its own throttling.md). */
const phoneIndex = 1500 / 4

/** How many times slower a phone is than a machine with this index; never more than Lighthouse's own four times. */
const slowdownOf = (benchmarkIndex: number): number =>
  Math.round(Math.min(4, Math.max(1, benchmarkIndex / phoneIndex)) * 10) / 10

/**
 * Lighthouse on its phone settings (slow 4G and a phone's processor, both computed from an unslowed visit), for bella's home, menus, a category, a
 * dish and a member's cards. Every visit is a first one on a fresh profile, but that of the cards, which needs somebody who is signed in. Each figure is the
 * worst page's median.
 * @param calibrated false for a processor four times slower than this one, whatever this one is
 */
export async function measureLighthouse(
  port: number,
  runs: number,
  busy: number[],
  calibrated: boolean,
): Promise<Figure[]> {
  const scores = new Map<string, Scores>()
  for (const subject of await listSubjects()) {
    const seen: Scores[] = []
    for (let run = 0; run < runs; run++) {
      busy.push(await waitForCalm())
      seen.push(await scoreOf(`http://bella.localhost:${port}`, subject, calibrated))
    }
    const middle = Object.fromEntries(
      names.map((name) => [name, median(seen.map((one) => one[name]))]),
    ) as Scores
    scores.set(subject.path, middle)
    console.log(`  ${names.map((name) => String(middle[name]).padStart(3)).join(' / ')}  ${subject.path}`)
  }
  return names.map((name) => {
    const [path, worst] = [...scores].toSorted(([, a], [, b]) => a[name] - b[name])[0]!
    return { id: categories[name], value: worst[name], note: worst[name] < 100 ? path : '' }
  })
}

/** A member's page tells search engines to stay out, and that is right. */
const notForSearch = { skipAudits: ['is-crawlable'] }

async function listSubjects(): Promise<Subject[]> {
  const folder = resolve(import.meta.dirname, '../merchants/bella/menus')
  const [first] = (await readdir(folder)).toSorted()
  type Entry = { external_id: string }
  const menu = JSON.parse(await readFile(join(folder, first!), 'utf8')) as Entry & {
    categories: (Entry & { items: Entry[] })[]
  }
  const category = menu.categories[0]!
  const path = `/menus/${menu.external_id}/category/${category.external_id}`
  return [
    { path: '/' },
    { path: '/menus' },
    { path },
    { path: `${path}/item/${category.items[0]!.external_id}` },
    { path: '/mycards', signedIn: true },
  ]
}

async function scoreOf(
  portal: string,
  { path, signedIn = false }: Subject,
  calibrated: boolean,
): Promise<Scores> {
  const profile = await mkdtemp(join(tmpdir(), 'larder-bench-'))
  try {
    const browser = await openBrowser(profile, { offline: false })
    try {
      const index = await findIndex(browser.page)
      // The session, the device's database and the worker are what a member's visit begins with.
      if (signedIn) {
        await signIn(browser.page, portal)
        await browser.page.evaluate(async () => {
          await navigator.serviceWorker.ready
        })
      }
      const flags = {
        port: browser.debuggingPort,
        logLevel: 'error' as const,
        onlyCategories: names,
        disableStorageReset: signedIn,
        ...(calibrated && { throttling: { cpuSlowdownMultiplier: slowdownOf(index) } }),
        ...(signedIn && notForSearch),
      }
      const result = await look(portal + path, flags)
      if (!result || result.lhr.runtimeError)
        throw new Error(
          `Lighthouse could not look at ${path}: ${result?.lhr.runtimeError?.message ?? 'no result'}`,
        )
      const { categories: found, audits, environment, configSettings } = result.lhr
      const missed = names.flatMap(
        (name) =>
          found[name]?.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9) ??
          [],
      )
      for (const { id } of missed) console.log(`    ${path}: ${id} ${audits[id]?.displayValue ?? ''}`)
      const indices = [index, environment.benchmarkIndex].map(Math.round).join(' and ')
      const shown = ['largest-contentful-paint', 'total-blocking-time'].map(
        (id) => audits[id]?.displayValue ?? '',
      )
      const scores = Object.fromEntries(
        names.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]),
      ) as Scores
      console.log(
        `    ${path}: ${scores.performance}, largest paint and blocked ${shown.join(' and ')}, index ${indices}, slowed ${configSettings.throttling.cpuSlowdownMultiplier} times`,
      )
      return scores
    } finally {
      await browser.close()
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The middle of three looks, of a second each: a machine that is shared answers one look with another figure than the next. */
async function findIndex(page: Page): Promise<number> {
  const seen: number[] = []
  for (let time = 0; time < 3; time++) seen.push(await page.evaluate(pageFunctions.computeBenchmarkIndex))
  return median(seen)
}

/** Lighthouse now and then misses the start of a visit, and asks to be run again. */
async function look(address: string, flags: Parameters<typeof lighthouse>[1]): ReturnType<typeof lighthouse> {
  const first = await lighthouse(address, flags)
  return first?.lhr.runtimeError ? await lighthouse(address, flags) : first
}
