import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import type { Page } from 'playwright-core'
import { openBrowser } from './browser/chromium.ts'
import type { BudgetId, Figure } from './budgets.ts'
import { withFreshProfile } from './launch.ts'
import { median, waitForIdleMachine } from './machine.ts'
import { signIn } from './sign-in.ts'

/** Lighthouse's categories, and the column of each. */
const categories = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'practices',
  seo: 'search-engines',
} as const satisfies Record<string, BudgetId>
type Category = keyof typeof categories
const names = Object.keys(categories) as Category[]

type Subject = { path: string; signedIn?: boolean }
/** Of 100, by category. */
type Scores = Partial<Record<Category, number>>

/** Lighthouse's phone is a quarter of a machine at the lower end of those that it was made for, which score 1,500 (its own throttling.md). */
const phoneIndex = 1500 / 4

/** How many times slower a phone is than a machine with this index; never more than Lighthouse's own four times. */
const slowdownOf = (benchmarkIndex: number): number =>
  Math.round(Math.min(4, Math.max(1, benchmarkIndex / phoneIndex)) * 10) / 10

/**
 * One run of Lighthouse on its phone settings (slow 4G and a phone's processor, both computed from an unslowed visit), for bella's home, menus, a category, a
 * dish and a member's cards. Every visit is a first one on a fresh profile, but that of the cards, which needs somebody who is signed in. Performance is
 * scored twice, in visits after one another: with the slowdown that makes this machine a phone, and four times slower, as Lighthouse has it on any machine.
 * @param portal the restaurant's address
 * @param merchant its folder
 */
export async function measureLighthouse(portal: string, merchant: string, busy: number[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const subject of await listSubjects(merchant)) {
    busy.push(await waitForIdleMachine())
    const scores = await scoreOf(portal, subject, names, true)
    const plain = await scoreOf(portal, subject, ['performance'], false)
    const of = subject.path
    figures.push(...names.map((name) => ({ id: categories[name], of, value: scores[name]! })), {
      id: 'performance4x',
      of,
      value: plain.performance!,
    })
  }
  return figures
}

/** A member's page tells search engines to stay out, and that is right. */
const notForSearch = { skipAudits: ['is-crawlable'] }

async function listSubjects(merchant: string): Promise<Subject[]> {
  const folder = join(merchant, 'menus')
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

function scoreOf(
  portal: string,
  { path, signedIn = false }: Subject,
  asked: readonly Category[],
  calibrated: boolean,
): Promise<Scores> {
  return withFreshProfile(async (profile) => {
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
        onlyCategories: [...asked],
        disableStorageReset: signedIn,
        ...(calibrated && { throttling: { cpuSlowdownMultiplier: slowdownOf(index) } }),
        ...(signedIn && notForSearch),
      }
      const result = await runLighthouse(portal + path, flags)
      if (!result || result.lhr.runtimeError)
        throw new Error(
          `Lighthouse could not look at ${path}: ${result?.lhr.runtimeError?.message ?? 'no result'}`,
        )
      return readScores(path, asked, index, result.lhr)
    } finally {
      await browser.close()
    }
  })
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** The scores; what cost some of them, and by how much the processor was slowed, goes to the console. */
function readScores(
  path: string,
  asked: readonly Category[],
  index: number,
  { categories: found, audits, environment, configSettings }: Report,
): Scores {
  const missed = asked.flatMap(
    (name) =>
      found[name]?.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9) ?? [],
  )
  for (const { id } of missed) console.log(`    ${path}: ${id} ${audits[id]?.displayValue ?? ''}`)
  const indices = [index, environment.benchmarkIndex].map(Math.round).join(' and ')
  const shown = ['largest-contentful-paint', 'total-blocking-time'].map(
    (id) => audits[id]?.displayValue ?? '',
  )
  const scores: Scores = Object.fromEntries(
    asked.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]),
  )
  console.log(
    `  ${path}: ${scores.performance}, largest paint and blocked ${shown.join(' and ')}, index ${indices}, slowed ${configSettings.throttling.cpuSlowdownMultiplier} times`,
  )
  return scores
}

/** The middle of three looks, of a second each: a machine that is shared answers one look with another figure than the next. */
async function findIndex(page: Page): Promise<number> {
  const seen: number[] = []
  for (let time = 0; time < 3; time++) seen.push(await page.evaluate(pageFunctions.computeBenchmarkIndex))
  return median(seen)
}

/** Lighthouse now and then misses the start of a visit, and asks to be run again. */
async function runLighthouse(
  address: string,
  flags: Parameters<typeof lighthouse>[1],
): ReturnType<typeof lighthouse> {
  const first = await lighthouse(address, flags)
  return first?.lhr.runtimeError ? await lighthouse(address, flags) : first
}
