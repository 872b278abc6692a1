import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveImport } from '../../lint/paths.mjs'

/** Files that import each other, types counted: the linter's `import/no-cycle` sees only what is left at run time. */
function findCircles(files: ReadonlyMap<string, string>): string[][] {
  const imports = new Map(
    [...files].map(([path, text]) => [path, listImports(path, text).filter((one) => files.has(one))]),
  )
  const reach = new Map([...imports.keys()].map((path) => [path, reachable(path, imports)]))
  const circles = new Map<string, string[]>()
  for (const [path, reached] of reach) {
    if (!reached.has(path)) continue
    const circle = [...reached].filter((other) => reach.get(other)!.has(path)).toSorted()
    circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}

const listImports = (path: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import\()\s*'([#.][^']+)'/g)].flatMap(
    ([, address]) => resolveImport(address!, path).path ?? [],
  )

function reachable(from: string, imports: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set<string>()
  const waiting = [...imports.get(from)!]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...imports.get(next)!)
  }
  return reached
}

function readSources(): Map<string, string> {
  const paths = ['contract', 'server', 'src'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  )
  return new Map(
    paths
      .filter((path) => /(?<!\.gen|\.test)\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )
}

describe('files that import each other', () => {
  const circles = findCircles(readSources())

  test('there are none, but for the device’s store and its tables', () => {
    // The store names its tables' rows, and what works on a table takes the store: types alone, in one folder.
    expect(circles.filter((circle) => circle.some((path) => !path.startsWith('src/db/')))).toEqual([])
  })

  test('are found, also where only a type is imported, and over three files', () => {
    const tree = new Map([
      ['server/a.ts', "import type { B } from './b.ts'"],
      ['server/b.ts', "import { c } from '#server/c.ts'"],
      ['server/c.ts', "import './d.ts'\nconst later = import('./a.ts')"],
      ['server/d.ts', ''],
    ])
    expect(findCircles(tree)).toEqual([['server/a.ts', 'server/b.ts', 'server/c.ts']])
  })
})
