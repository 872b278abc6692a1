import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { LocationAnswer } from '#contract/schemas/location.ts'
import { carbonara } from '../src/support/changes.ts'
import { databases } from './support/databases.ts'
import { readMerchant } from '#server/import/read-merchant.ts'
import type { ImportProblem } from '#server/import/problem.ts'
import { dinnerTime, fixtureMerchants, Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { completeOrder, margherita } from './support/orders.ts'
import { administratorOf, move, place } from './support/placed.ts'

const pizza = margherita()
const cheap = margherita({
  menu_item_external_id: 'cheap',
  menu_item: 'dinner.pizza.cheap',
  modifiers: [],
  quantity: 10,
})
const house = { by: 'house' as const, item_ids: ['dinner.pizza.cheap'] }

/** The dishes that a home page shows first (extension `featured_dishes`, decision 084). */
describe.for(databases)('featured dishes [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    larder.change('tavola', (document) => ({
      ...document,
      location: { ...document.location, featured_dishes: house },
    }))
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  const featured = async () => {
    await larder.minute()
    return (await guest.send<LocationAnswer>('GET', '/location/:loc')).body.location.featured_dishes
  }
  const order = async (line = pizza, times = 1) => {
    const placed: string[] = []
    for (let count = 0; count < times; count++)
      placed.push((await place(guest, await completeOrder(guest, line))).id)
    return placed
  }

  it('are those that the restaurant names until there are enough orders, then the most ordered ones', async () => {
    await order(carbonara(), 6)
    await order(cheap, 5)
    await order({ ...pizza, quantity: 9 }, 4)
    expect(await featured()).toEqual(house)
    const [cancelled] = await order(pizza)
    await move(await administratorOf(larder), cancelled!, 'Cancelled')
    expect(await featured()).toEqual(house)
    await order(pizza)
    expect(await featured()).toEqual({
      by: 'orders',
      item_ids: ['dinner.pasta.carbonara', 'dinner.pizza.cheap', 'dinner.pizza.margherita'],
    })
  })

  it('are counted over the last four weeks', async () => {
    larder.clock.set(dinnerTime + 29 * dayMs)
    expect(await featured()).toEqual(house)
  })

  it('are still on the menus', async () => {
    expect((await featured())?.by).toBe('orders')
    larder.change('tavola', (document) => ({
      ...document,
      menus: document.menus.map((menu) => ({
        ...menu,
        categories: menu.categories.filter(({ external_id }) => external_id !== 'pasta'),
      })),
    }))
    expect(await featured()).toEqual(house)
  })
})

describe('house_favorites of location.json', () => {
  /** The importer's result for the fixture with these favorites, and the problems it reports. */
  function read(favorites: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'larder-favorites-'))
    cpSync(join(fixtureMerchants, 'tavola'), folder, { recursive: true })
    const file = join(folder, 'location.json')
    const location = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...location, house_favorites: favorites }))
    const problems: ImportProblem[] = []
    const merchant = readMerchant(folder, 'tavola', problems, { allowMissingPictures: true })
    return { problems: problems.map(({ field, message }) => `${field}: ${message}`), merchant }
  }

  it('are given as the dishes that they name', () => {
    const { problems, merchant } = read(['carbonara', 'margherita'])
    expect(problems).toEqual([])
    expect(merchant!.document.location.featured_dishes).toEqual({
      by: 'house',
      item_ids: ['dinner.pasta.carbonara', 'dinner.pizza.margherita'],
    })
  })

  it('are reported when one is on no menu, or is named twice', () => {
    expect(read(['margherita', 'calzone', 'margherita']).problems).toEqual([
      'house_favorites[1]: no dish of the menus is "calzone"',
      'house_favorites[2]: "margherita" is named twice',
    ])
  })
})
