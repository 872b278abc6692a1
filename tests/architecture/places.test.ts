import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|html)$/.test(name))
    .map((name) => join(folder, name))

// The page has a base address, so `#id` alone means an element of the home page (src/lib/paint/use-place-href.ts).
it('no link leads to an element by its id alone', () => {
  const files = [...filesOf('src'), ...filesOf('server'), 'index.html']
  const found = files.filter((file) => /href=(?:["']|\{\s*[`'"])#/.test(readFileSync(file, 'utf8')))
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(500)
})
