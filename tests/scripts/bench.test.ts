import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findScreen, screens } from '#contract/screens.ts'
import { checkMerchants } from '#server/import/import-merchants.ts'
import { formatImportProblem } from '#server/import/problem.ts'
import { addresses, listAddresses, pathOf } from '../../bench/addresses.ts'
import { mediansOf } from '../../bench/rounds.ts'
import { generateMerchant } from '../../bench/generated-merchant.ts'
import { writeGenerated } from '../../bench/sizes.ts'
import { formatTable } from '../../bench/table.ts'

const bella = resolve(import.meta.dirname, '../../merchants/bella')

describe('the measured addresses', () => {
  it('are all addresses of the portal, each with an example that matches its pattern', () => {
    expect(Object.keys(addresses).toSorted()).toEqual(Object.keys(screens).toSorted())
    for (const [pattern, { example }] of Object.entries(addresses))
      expect(findScreen(example.split('?')[0]!)?.pattern, example).toBe(pattern)
  })

  it('leave out those of staff, and contain the ids that were created', () => {
    const listed = listAddresses().map(({ pattern }) => pattern)
    expect(Object.keys(screens).filter((pattern) => !listed.some((one) => one === pattern))).toEqual([
      '/admin',
      '/kitchen',
    ])
    const ticket = addresses['/ticket/$ticketId']
    expect([pathOf(ticket, {}), pathOf(ticket, { ticket: 't-1', card: 'c-1' })]).toEqual([
      '/ticket/none',
      '/ticket/t-1',
    ])
  })

  it('can be selected by pattern or example, and by nothing else', () => {
    expect(listAddresses(['/order', '/menus/dinner']).map(({ pattern }) => pattern)).toEqual([
      '/menus/$menuId',
      '/order',
    ])
    expect(() => listAddresses(['/kitchen', '/nowhere'])).toThrow('/kitchen, /nowhere')
  })
})

describe('a generated restaurant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-generated-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([1, 50, 501, 5000])('with %i dishes is accepted by the importer', async (dishes) => {
    const merchants = join(folder, String(dishes))
    await writeGenerated(merchants, bella, dishes)
    const { problems, merchants: read } = checkMerchants(merchants, { allowMissingPictures: false })
    expect(problems.map(formatImportProblem)).toEqual([])
    expect(read.map(({ document }) => document.label)).toEqual(['generated'])
  })

  it('has the given number of dishes, each with a unique name, and is the same every time', () => {
    const base = { host: {}, location: {}, pictures: ['one', 'two'] }
    const { menus } = generateMerchant(1234, base)
    const dishes = menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items))
    expect([menus.length, dishes.length, new Set(dishes.map(({ name }) => name)).size]).toEqual([
      3, 1234, 1234,
    ])
    expect(generateMerchant(1234, base)).toEqual(generateMerchant(1234, base))
  })
})

describe('the table', () => {
  const later = (figure: number, floor: number, of = '/menus') =>
    ({ id: 'later', of, value: figure / floor, figure, floor }) as const

  it('uses the median of the runs, and computes a multiple from the medians of its parts', () => {
    const merged = mediansOf([
      [later(300, 100)],
      [later(900, 200)],
      [{ id: 'later', of: '/menus', why: 'cut' }],
      [later(400, 300)],
    ])
    expect(merged).toEqual([
      { id: 'later', of: '/menus', value: 2, figure: 400, floor: 200, note: '1 of 4 runs failed' },
    ])
  })

  it('has a row for each address with both trees side by side, and marks what missed its budget or could not be measured', () => {
    const text = formatTable(
      [
        {
          tree: 'this tree',
          results: [
            later(300, 200),
            later(600, 200, '/order'),
            { id: 'offline', of: '/order', why: 'no network' },
          ],
        },
        { tree: 'main', results: [later(500, 200)] },
      ],
      'machine',
    )
    expect(text).toMatch(/this tree \| main/)
    expect(text).toMatch(/\/menus +(– \| – +){3}1\.50× \| 2\.50× +300 \| 500 +200 \| 200/)
    expect(text).toMatch(/\/order .*MISS later {2}no network/)
  })

  it('shows how a figure grows with the menu', () => {
    const size = (of: string, value: number) => ({ id: 'menus-later', of, value }) as const
    const text = formatTable([{ tree: 'this tree', results: [size('5000', 1.7), size('50', 1)] }], 'machine')
    expect(text).toMatch(/\/menus: later launch ÷ floor +1× +1\.70× +1\.70× +≤ 1\.80× +1\.50× +grows/)
  })
})
