import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { type Subject, type Visit, visit } from './browser/visit.ts'
import type { Figure } from './budgets.ts'
import { serveFloor } from './floor.ts'
import { median, waitForCalm } from './machine.ts'
import { signIn } from './sign-in.ts'
import { tapThrough } from './taps.ts'

const phases = ['cold', 'warm', 'offline'] as const
type Phase = (typeof phases)[number]
type Visits = Record<Phase, Visit[]>

/** Launch figures of bella's /menus, floor and portal in turn so that both meet the same machine. How busy that was before each run goes into `busy`. */
export async function measureLaunch(port: number, runs: number, busy: number[]): Promise<Figure[]> {
  const floor = await serveFloor()
  const portal: Subject = {
    url: `http://bella.localhost:${port}/menus`,
    content: { within: 'main', text: await firstMenuName() },
  }
  const seen = { floor: noVisits(), portal: noVisits() }
  const counter: Subject = {
    url: `http://bella.localhost:${port}/mycards/counter`,
    content: { within: 'dialog', text: '6006' },
  }
  const extra: Extra = { taps: [], copies: [], barcodes: [], counter }
  try {
    for (let run = 1; run <= runs; run++) {
      busy.push(await waitForCalm())
      await onFreshDevice(floor, seen.floor)
      await onFreshDevice(portal, seen.portal, extra)
      console.log(
        `  run ${run} of ${runs}: ${phases.map((phase) => `${phase} ${Math.round(seen.portal[phase].at(-1)!.content)} ms`).join(', ')}`,
      )
    }
  } finally {
    floor.close()
  }
  return figuresOf(seen, extra)
}

/** What only the portal is asked for. */
type Extra = { taps: number[]; copies: Copy[]; barcodes: Visit[]; counter: Subject }

const noVisits = (): Visits => ({ cold: [], warm: [], offline: [] })

async function firstMenuName(): Promise<string> {
  const folder = resolve(import.meta.dirname, '../merchants/bella/menus')
  const [first] = (await readdir(folder)).toSorted()
  return (JSON.parse(await readFile(join(folder, first!), 'utf8')) as { name: string }).name
}

/** First visit, one in between that fills what the first one missed, then the two launches of a device that knows the portal. */
async function onFreshDevice(subject: Subject, visits: Visits, extra?: Extra): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'larder-bench-'))
  try {
    visits.cold.push(await visit(profile, subject))
    await visit(profile, subject, { measured: false })
    const warm = await visit(profile, subject, {
      afterwards: async (page) => (extra ? extra.copies.push(await page.evaluate(offlineCopy)) : 0),
    })
    visits.warm.push(warm)
    visits.offline.push(await visit(profile, subject, { offline: true }))
    if (!extra) return
    await visit(profile, subject, {
      afterwards: async (page: Page) => extra.taps.push(await tapThrough(page)),
    })
    await visit(profile, subject, {
      measured: false,
      afterwards: (page) => openSignedIn(page, extra.counter),
    })
    extra.barcodes.push(await visit(profile, extra.counter, { offline: true }))
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The demo's member, once on the device, with the cards seen once. */
async function openSignedIn(page: Page, counter: Subject): Promise<void> {
  await signIn(page, counter.url)
  await page.goto(counter.url)
  await page.getByText(counter.content.text).first().waitFor()
}

type Copy = { total: number; files: number }

/** Runs in the page: all that the device keeps for this merchant, and how much of it lies in Cache Storage, in bytes. */
async function offlineCopy(): Promise<Copy> {
  const { usage = 0 } = await navigator.storage.estimate()
  let files = 0
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      files += (await (await cache.match(request))!.arrayBuffer()).byteLength
  }
  return { total: usage, files }
}

function overFloor(
  id: Phase | 'barcode',
  visits: readonly Visit[],
  floor: readonly Visit[],
  read: (visit: Visit) => number,
): Figure {
  const [figure, low] = [median(visits.map(read)), median(floor.map(read))]
  return { id, value: figure / low, figure, floor: low }
}

function figuresOf(
  { floor, portal }: Record<'floor' | 'portal', Visits>,
  { taps, copies, barcodes }: Extra,
): Figure[] {
  const over = (id: Phase, read: (visit: Visit) => number): Figure =>
    overFloor(id, portal[id], floor[id], read)
  const megabytes = (bytes: number[]) => median(bytes) / 1e6
  return [
    over('cold', ({ lcp }) => lcp),
    over('warm', ({ content }) => content),
    over('offline', ({ content }) => content),
    overFloor('barcode', barcodes, floor.offline, ({ content }) => content),
    { id: 'shift', value: median(portal.cold.map(({ cls }) => cls)) },
    { id: 'inp', value: median(taps) },
    {
      id: 'copy',
      value: megabytes(copies.map(({ total }) => total)),
      note: `of it files ${megabytes(copies.map(({ files }) => files)).toFixed(1)} MB`,
    },
  ]
}
