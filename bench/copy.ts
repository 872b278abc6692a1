import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Subject, visit } from './browser/visit.ts'
import type { Figure } from './budgets.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { startLarderProcess } from './larder-process.ts'
import { withFreshProfile } from './launch.ts'

/** What the device stores of a restaurant, and what it loads again when a menu changes. */

const menusAt = (portal: string): Subject => ({
  url: `${portal}/menus`,
  content: { within: 'main', text: 'Lunch' },
})

/** The size of the offline copy on the device once it is complete: pictures, and everything else. */
export async function measureCopy(portal: string): Promise<Figure[]> {
  return withFreshProfile(async (profile) => {
    const fill = { measured: false, quietLimitMs: 60_000 }
    await visit(profile, menusAt(portal), fill)
    const { result } = await visit(profile, menusAt(portal), {
      ...fill,
      afterwards: (page) => page.evaluate(offlineCopy),
    })
    const { total, pictures, database, files } = result!
    const mb = (bytes: number) => bytes / 1e6
    return [
      {
        id: 'copy',
        value: mb(total - pictures.bytes),
        note: `files ${mb(files.bytes).toFixed(2)} MB (${files.count}), database ${mb(database).toFixed(2)} MB`,
      },
      { id: 'copyPictures', value: mb(pictures.bytes), note: `${pictures.count} pictures` },
    ]
  })
}

/** Runs in the page: what this origin takes on disk, in bytes. `total` is the browser's own figure, including its overhead. */
async function offlineCopy() {
  const estimate: StorageEstimate & { usageDetails?: Record<string, number> } =
    await navigator.storage.estimate()
  const pictures = { count: 0, bytes: 0 }
  const files = { count: 0, bytes: 0 }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = (await cache.match(request))!
      const kind = new URL(request.url).pathname.startsWith('/pictures/') ? pictures : files
      kind.count++
      kind.bytes += (await answer.arrayBuffer()).byteLength
    }
  }
  return { total: estimate.usage ?? 0, database: estimate.usageDetails?.['indexedDB'] ?? 0, pictures, files }
}

/** The price of a dish in the merchant's file of the first menu. */
const pricePattern = /"price": "(\d+)\.00"/

/**
 * How much more a device with a complete copy loads in the launch after one dish's price has changed, compared with a launch without changes: on the wire, by
 * page and worker. As in real use, the merchant's file is changed and the server restarted.
 * @param tree a built tree
 */
export async function measureChange(tree: string): Promise<Figure> {
  const home = await mkdtemp(join(tmpdir(), 'larder-change-'))
  const merchants = join(home, 'merchants')
  const bella = join(merchants, 'bella')
  const from = join(tree, 'merchants/bella')
  await cp(from, bella, { recursive: true, filter: (path) => path !== join(from, 'pictures') })
  await symlink(join(from, 'pictures'), join(bella, 'pictures'))
  const proxy = await startCountingProxy()
  const serve = async <T>(work: () => Promise<T>): Promise<T> => {
    const larder = await startLarderProcess({ tree, merchants, dataDir: join(home, 'data') })
    proxy.forwardTo(larder.port)
    try {
      return await work()
    } finally {
      await larder.close()
    }
  }
  try {
    return await withFreshProfile(async (profile) => {
      const portal = `http://bella.localhost:${proxy.port}`
      const launch = async (text: string): Promise<Map<string, number>> => {
        proxy.take()
        await visit(profile, menusAt(portal), {
          measured: false,
          quietLimitMs: 60_000,
          afterwards: (page) => hasArrived(page, text),
        })
        return proxy.take()
      }
      const [filled, unchanged] = await serve(async () => {
        const first = await launch('Margherita')
        await launch('Margherita')
        return [first, await launch('Margherita')]
      })
      const file = join(bella, 'menus/02-dinner.json')
      await writeFile(file, (await readFile(file, 'utf8')).replace(pricePattern, '"price": "87.00"'))
      const changed = await serve(() => launch('$87.00'))
      return changeFigure(filled!, unchanged!, changed)
    })
  } finally {
    proxy.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** Checks that the device's copy has the current menu: a new price that has not arrived would cost nothing. */
async function hasArrived(page: Page, text: string): Promise<void> {
  await page.goto(new URL('/menu/readonly', page.url()).href)
  await page.getByRole('main').getByText(text).first().waitFor({ timeout: 20_000 })
}

function changeFigure(
  filled: Map<string, number>,
  unchanged: Map<string, number>,
  changed: Map<string, number>,
): Figure {
  const kib = (bytes: number) => bytes / 1024
  const more = [...changed]
    .map(([path, count]) => ({ path, extra: count - (unchanged.get(path) ?? 0) }))
    .filter(({ extra }) => extra > 0)
    .toSorted((a, b) => b.extra - a.extra)
  const book = [...filled]
    .filter(([path]) => path.endsWith('/menubook'))
    .reduce((sum, [, count]) => sum + count, 0)
  return {
    id: 'change',
    value: kib(more.reduce((sum, { extra }) => sum + extra, 0)),
    note: `menu books whole ${kib(book).toFixed(1)} KiB; most: ${more
      .slice(0, 2)
      .map(({ path, extra }) => `${kib(extra).toFixed(1)} ${path}`)
      .join(', ')}`,
  }
}
