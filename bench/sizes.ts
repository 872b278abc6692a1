import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { visit, type Subject } from './browser/visit.ts'
import type { BudgetId, Figure, Result } from './budgets.ts'
import { serveFloor } from './floor.ts'
import { type GeneratedMerchant, generateMerchant } from './generated-merchant.ts'
import { startLarderProcess } from './larder-process.ts'
import { launchAgain, launchFresh, withFreshProfile } from './launch.ts'
import { waitForIdleMachine } from './machine.ts'
import { typeSearch } from './search.ts'
import { measureWorstTap } from './taps.ts'

/** One run over a generated restaurant with this many dishes, served by a tree. Adds how busy the machine was before each launch to `busy`. */
export async function measureSize(tree: string, dishes: number, busy: number[]): Promise<Result[]> {
  const merchants = await mkdtemp(join(tmpdir(), 'larder-generated-'))
  try {
    const merchant = await writeGenerated(merchants, join(tree, 'merchants/bella'), dishes)
    const larder = await startLarderProcess({ tree, merchants, label: merchant.label })
    try {
      return await measureMerchant(
        `http://${merchant.label}.localhost:${larder.port}`,
        merchant,
        String(dishes),
        busy,
      )
    } finally {
      await larder.close()
    }
  } finally {
    await rm(merchants, { recursive: true, force: true })
  }
}

/** Writes the folder of a generated restaurant into `merchants`, with the pictures of another one. */
export async function writeGenerated(
  merchants: string,
  base: string,
  dishes: number,
): Promise<GeneratedMerchant> {
  const json = async (name: string) =>
    JSON.parse(await readFile(join(base, name), 'utf8')) as Record<string, unknown>
  const hasPictures = existsSync(join(base, 'pictures/index.json'))
  const pictures = hasPictures ? await namesOfDishes(base) : []
  const merchant = generateMerchant(dishes, {
    host: await json('host.json'),
    location: await json('location.json'),
    pictures,
  })
  const folder = join(merchants, merchant.label)
  for (const [name, value] of Object.entries(merchant.files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), JSON.stringify(value))
  }
  if (hasPictures) await symlink(resolve(base, 'pictures'), join(folder, 'pictures'))
  return merchant
}

/** The names of the pictures on a restaurant's menus. */
async function namesOfDishes(base: string): Promise<string[]> {
  const names = new Set<string>()
  for (const file of (await readdir(join(base, 'menus'))).toSorted())
    for (const [, list] of (await readFile(join(base, 'menus', file), 'utf8')).matchAll(
      /"pictures": \[([^\]]*)\]/g,
    ))
      for (const [, name] of list!.matchAll(/"([^"]+)"/g)) names.add(name!)
  return [...names].toSorted()
}

/** What is launched: the menus, and the first category and dish in each mode. */
function subjectsOf(portal: string, menus: GeneratedMerchant['menus']) {
  const at = (path: string, text: string): Subject => ({
    url: portal + path,
    content: { within: 'main', text },
  })
  const [menu] = menus
  const [category] = menu!.categories
  const [dish] = category!.items
  const menuPath = `/menus/${menu!.external_id}`
  const categoryPath = `${menuPath}/category/${category!.external_id}`
  return {
    menus: at('/menus', menu!.name),
    category: at(categoryPath, dish!.name),
    dish: at(`${categoryPath}/item/${dish!.external_id}`, dish!.description!),
    order: at('/order', dish!.name),
    orderMenu: at(`/order/${menu!.external_id}`, dish!.name),
  }
}

async function measureMerchant(
  portal: string,
  { menus }: GeneratedMerchant,
  of: string,
  busy: number[],
): Promise<Result[]> {
  const floorPage = await serveFloor()
  const subjects = subjectsOf(portal, menus)
  const results: Result[] = []
  const take = async (
    ids: readonly BudgetId[],
    measure: () => Promise<Omit<Figure, 'of'>[]>,
  ): Promise<void> => {
    busy.push(await waitForIdleMachine())
    try {
      const figures = await measure()
      for (const { id, value } of figures) console.log(`  ${of} dishes: ${id} ${value.toFixed(2)}`)
      results.push(...figures.map((figure) => ({ ...figure, of })))
    } catch (error) {
      console.error(`  ${of} dishes: ${String(error)}`)
      results.push(...ids.map((id) => ({ id, of, why: String(error).split('\n')[0]! })))
    }
  }
  try {
    const floor = await launchFresh(floorPage)
    await withFreshProfile(async (profile) => {
      await take(['copyTask'], async () => {
        const { longestTask } = await visit(profile, subjects.menus, { quietLimitMs: 90_000 })
        return [{ id: 'copyTask', value: longestTask }]
      })
      for (const [name, subject] of Object.entries(subjects) as [keyof typeof subjects, Subject][])
        await take([`${name}-later`, `${name}-offline`], async () => {
          const { later, offline } = await launchAgain(profile, subject)
          const over = (figure: number, low: number) => ({ value: figure / low, figure, floor: low })
          return [
            { id: `${name}-later`, ...over(later.content, floor.later.content) },
            { id: `${name}-offline`, ...over(offline.content, floor.offline.content) },
          ]
        })
      await take(['sizeTap'], async () => {
        const { result } = await visit(profile, subjects.menus, { afterwards: measureWorstTap })
        return [{ id: 'sizeTap', value: result! }]
      })
      await take(['search', 'searchPaint'], async () => {
        const { result } = await visit(profile, subjects.menus, {
          afterwards: (page) => typeSearch(page, subjects.category.content.text),
        })
        return [
          {
            id: 'search',
            value: result!.worst,
            note: `the first key, which loads the search, ${Math.round(result!.first)} ms`,
          },
          { id: 'searchPaint', value: result!.paint },
        ]
      })
    })
  } finally {
    floorPage.close()
  }
  return results
}
