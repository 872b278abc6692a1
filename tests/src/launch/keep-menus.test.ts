import { afterEach, expect, it, vi } from 'vitest'
import type { BookMenu } from '#contract/schemas/menu.ts'
import { keys } from '#lib/query/keys.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { keepMenus } from '../../../src/launch/keep-menus.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { siteCopy } from '../support/site.tsx'

afterEach(() => vi.unstubAllGlobals())

const pictureOf = (name: string) => ({ base: `/pictures/${name}`, widths: [320, 640], version: '1' })
const pictured = (name: string) => dish(name, { images: [pictureOf(name)] as never })
const small = (name: string) => `/pictures/${name}-320.avif?v=1`

/** What the portal asks to cache of these menus on a Friday at 6 p.m. in New York. */
async function keptOf(
  menus: BookMenu[],
  connection?: { saveData: boolean },
  toRead = menus,
  copy = siteCopy(),
): Promise<string[]> {
  vi.stubGlobal('navigator', { ...(connection && { connection }) })
  const client = createQueryClient()
  client.setQueryData(keys.location('tavola-nyc'), { value: copy, savedAt: 1 })
  const asked: string[] = []
  const services = {
    locationId: 'tavola-nyc',
    clock: { now: () => Date.parse('2026-11-20T23:00:00Z') },
    readBook: async (mode) => ({ value: { menus: mode === 'order' ? menus : toRead }, savedAt: 1 }),
    keepPictures: (urls: readonly string[]) => void asked.push(...urls),
  } satisfies Partial<Services>
  await keepMenus(client, services as Partial<Services> as Services)
  return asked
}

const noon: [string, string][] = [['11:00', '15:00']]
const lunchHours = {
  monday: noon,
  tuesday: noon,
  wednesday: noon,
  thursday: noon,
  friday: noon,
  saturday: noon,
  sunday: noon,
}
const lunch = menu('Lunch', [category('Panini', [pictured('club')])])
const dinner = menu('Dinner', [category('Pizza', [pictured('margherita'), pictured('bianca')])])

it('keeps the small picture of every dish of every menu, those that are served now before others', async () => {
  const served = { ...lunch, served: lunchHours }
  expect(await keptOf([served, dinner])).toEqual([small('margherita'), small('bianca'), small('club')])
})

it('keeps the pictures that the first screens show before those of dishes', async () => {
  const tiled = { ...dinner, image: pictureOf('dinner') as never }
  expect((await keptOf([lunch, tiled]))[0]).toBe(small('dinner'))
})

it('caches no more than the worker’s limit', async () => {
  const many = Array.from({ length: 900 }, (_, place) => pictured(`dish-${place}`))
  expect(await keptOf([menu('Dinner', [category('Pizza', many)])])).toHaveLength(550)
})

it('caches none ahead on a phone that saves data', async () => {
  expect(await keptOf([lunch, dinner], { saveData: true })).toEqual([])
})

it('caches those of menus for ordering only', async () => {
  expect(await keptOf([dinner], undefined, [])).toEqual([small('margherita'), small('bianca')])
})

it('keeps the pictures of the gallery after all dishes, where the restaurant has one', async () => {
  const image = { image_id: 'front', url: '/pictures/front-1280.webp' }
  const configurations = [{ name: 'gallery_page', value: { active_images: [{ image, title: 'The front' }] } }]
  const keptWhere = (enable: boolean) =>
    keptOf([dinner], undefined, [], siteCopy({ configurations, settings: { gallery: { enable } } }))
  expect(await keptWhere(true)).toEqual([small('margherita'), small('bianca'), image.url])
  expect(await keptWhere(false)).toEqual([small('margherita'), small('bianca')])
})

it('keeps a picture of the gallery in the size of its tile, where the sizes are known', async () => {
  const image = {
    image_id: 'front',
    url: '/pictures/front-1280.webp',
    base: '/pictures/front',
    version: 'ab',
  }
  const keptWith = (widths: number[]) => {
    const value = { active_images: [{ image: { ...image, widths }, title: 'The front' }] }
    const configurations = [{ name: 'gallery_page', value }]
    return keptOf([], undefined, [], siteCopy({ configurations, settings: { gallery: { enable: true } } }))
  }
  expect(await keptWith([320, 640, 1280])).toEqual(['/pictures/front-640.avif?v=ab'])
  expect(await keptWith([1280])).toEqual([image.url])
})
