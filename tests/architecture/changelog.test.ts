import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no title is twice in a section of CHANGELOG.md: an entry replaces its draft', () => {
  const twice: string[] = []
  let seen = new Set<string>()
  for (const line of readFileSync('CHANGELOG.md', 'utf8').split('\n')) {
    if (/^#{2,3} /.test(line)) seen = new Set()
    const title = /^- \*{2,3}(.+?)\*\*/.exec(line)?.[1]
    if (title === undefined) continue
    if (seen.has(title)) twice.push(title)
    seen.add(title)
  }
  expect(twice).toEqual([])
})
