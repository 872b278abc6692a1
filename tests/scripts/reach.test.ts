import { describe, expect, test } from 'vitest'
import { choose, rankReached, readImporters, resolveImport } from '../../scripts/test/reach.mjs'

const tree: Record<string, string> = {
  'server/modules/payments/charge.ts': '',
  'server/modules/payments/routes.ts': `import { charge } from './charge.ts'`,
  'server/app.ts': `import { routes } from '#server/modules/payments/routes.ts'`,
  'tests/server/support/larder.ts': `import { app } from '#server/app.ts'`,
  'tests/server/amounts.test.ts': `import { charge } from '#server/modules/payments/charge.ts'`,
  'tests/server/payment-declines.test.ts': `import { start } from './support/larder.ts'`,
  'tests/server/menus.test.ts': `import { start } from './support/larder.ts'`,
  'tests/contract/money.test.ts': `import { cents } from '#contract/money.ts'`,
}
const importers = readImporters(Object.keys(tree), (file) => tree[file]!)

describe('an import', () => {
  test.each([
    ['#lib/ui/word.ts', 'src/lib/ui/word.ts'],
    ['../support/larder.ts', 'tests/support/larder.ts'],
    ['vitest', undefined],
  ])('of %s', (name, file) => expect(resolveImport('tests/server/one.test.ts', name)).toBe(file))

  test('is found however it is written', () => {
    const text = `import './a.ts'\nexport { b } from './b.ts'\nconst c = await import('./c.ts')\nimport {\n  d,\n} from './d.ts'`
    expect([...readImporters(['x.ts'], () => text).keys()]).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts'])
  })

  test('is a file that is loaded by a pattern, or as a worker', () => {
    const text = `const files = import.meta.glob('../sw/{push,sending}.ts')\nnew Worker(new URL('./solver.ts', import.meta.url))`
    expect([...readImporters(['tests/x.ts'], () => text).keys()]).toEqual([
      'sw/push.ts',
      'sw/sending.ts',
      'tests/solver.ts',
    ])
  })

  test('of a route is found in the generated list, which leaves the extension out', () => {
    const list = { 'src/routes/about.lazy.tsx': '', 'src/list.ts': `import('./routes/about.lazy').then()` }
    const files = Object.entries(list)
    const found = readImporters(
      files.map(([name]) => name),
      (file) => list[file as keyof typeof list],
    )
    expect([...found]).toEqual([['src/routes/about.lazy.tsx', ['src/list.ts']]])
  })

  test('is the program that tests start', () =>
    expect([...readImporters(['tests/server/support/program.ts'], () => '').keys()]).toEqual([
      'server/main.ts',
    ]))
})

describe('the tests that a change reaches', () => {
  test('are those that import it, those named after it, and the others; never one that does not import it', () =>
    expect(rankReached(['server/modules/payments/charge.ts'], importers)).toEqual([
      'tests/server/amounts.test.ts',
      'tests/server/payment-declines.test.ts',
      'tests/server/menus.test.ts',
    ]))

  test('begin with a test that was changed itself', () =>
    expect(rankReached(['tests/server/menus.test.ts', 'server/app.ts'], importers)[0]).toBe(
      'tests/server/menus.test.ts',
    ))

  test('are those that name a restaurant’s file, or a folder that it is in', () => {
    const reading: Record<string, string> = {
      'tests/server/demo.test.ts': `importMerchants('merchants')`,
      'tests/src/theme.test.ts': `readFileSync('merchants/smoke/host.json')`,
      'tests/src/look.test.ts': `new URL('../../merchants/bella', import.meta.url)`,
      'tests/server/menus.test.ts': `import { merchant } from './merchants/one.ts'`,
    }
    const readers = readImporters(Object.keys(reading), (file) => reading[file]!)
    expect(rankReached(['merchants/bella/location.json'], readers)).toEqual([
      'tests/server/demo.test.ts',
      'tests/src/look.test.ts',
    ])
  })

  test('are none when the changed file was deleted and nobody imports it', () =>
    expect(rankReached(['server/gone.ts'], importers)).toEqual([]))
})

describe('a selection', () => {
  const options = { always: () => false, msOf: () => 10, budgetMs: 25 }
  test('contains the nearest tests that there is time for, and lists the rest', () =>
    expect(choose(['a', 'b', 'c'], options)).toEqual({ chosen: ['a', 'b'], left: ['c'] }))
  test('contains a changed test however long it takes', () =>
    expect(choose(['a', 'b'], { ...options, always: (name) => name === 'b', budgetMs: 5 })).toEqual({
      chosen: ['b'],
      left: ['a'],
    }))
  test('continues with quick tests after slow ones', () =>
    expect(choose(['a', 'b'], { ...options, msOf: (name) => (name === 'a' ? 99 : 1) }).chosen).toEqual(['b']))
})
