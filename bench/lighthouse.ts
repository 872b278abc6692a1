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

/** Lighthouse's categories, and the column for each. */
const categories = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'practices',
  seo: 'search-engines',
} as const satisfies Record<string, BudgetId>
type Category = keyof typeof categories
const names = Object.keys(categories) as Category[]

type Subject = { path: string; signedIn?: boolean }
/** Out of 100, by category. */
type Scores = Partial<Record<Category, number>>

/**
 * The benchmark index of Lighthouse's phone: a quarter of the low end of the desktop machines that its slowdown was chosen for, which score 1,500 (its own
 * throttling.md).
 */
const phoneIndex = 1500 / 4

/** The factor that slows a machine with this index to a phone's speed; at most Lighthouse's own 4. */
const slowdownOf = (benchmarkIndex: number): number =>
  Math.round(Math.min(4, Math.max(1, benchmarkIndex / phoneIndex)) * 10) / 10

/**
 * One run of Lighthouse on its phone settings (slow 4G and a phone's processor, both simulated from an unslowed visit), for bella's home, menus, a category, a
 * dish and a member's cards. Every visit is a first one on a fresh profile, except for the cards, which need a signed-in member. Performance is scored twice,
 * in consecutive visits: with the slowdown that makes this machine a phone, and with Lighthouse's fixed factor of four.
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

/** A member's page is meant to be hidden from search engines. */
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
      // A member's visit begins with a session, the device's database and the worker.
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

/** The scores. Prints what lost points, and by how much the processor was slowed. */
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

/** The median of three measurements of a second each: on a shared machine they vary. */
async function findIndex(page: Page): Promise<number> {
  const seen: number[] = []
  for (let time = 0; time < 3; time++) seen.push(await page.evaluate(pageFunctions.computeBenchmarkIndex))
  return median(seen)
}

/** Lighthouse sometimes misses the start of a visit, and asks to be run again. */
async function runLighthouse(
  address: string,
  flags: Parameters<typeof lighthouse>[1],
): ReturnType<typeof lighthouse> {
  const first = await lighthouse(address, flags)
  return first?.lhr.runtimeError ? await lighthouse(address, flags) : first
}
