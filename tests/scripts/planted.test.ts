import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planted } from '../../scripts/simulate/planted.mjs'

test.each(planted)('the simulator’s planted bug finds its line: $name', ({ file, find }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
})
