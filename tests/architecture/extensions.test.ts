import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unlistedExtensions } from '#contract/operation.ts'
import { apiExtensions } from '#contract/schemas/location.ts'

test('docs/design/contract.md describes every extension once, and marks those that `api_extensions` does not name', () => {
  const [, section] = readFileSync('docs/design/contract.md', 'utf8').split('\n## Extensions\n')
  const names = section!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, cell = ''] = line.split('|')
      return [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => `${name}${cell.includes('*') ? ' *' : ''}`)
    })
  expect(names.toSorted()).toEqual(
    [...apiExtensions, ...unlistedExtensions.map((name) => `${name} *`)].toSorted(),
  )
})
