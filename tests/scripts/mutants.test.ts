import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mutants, testOf } from '../../scripts/mutate/mutants.mjs'

describe('the list of mutants', () => {
  it.each(mutants)(
    '$file: $name: its line occurs exactly once, and its replacement differs',
    ({ file, find, replace }) => {
      expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
      expect(replace).not.toBe(find)
    },
  )

  it('names existing tests', () => {
    const gone = mutants
      .flatMap((mutant) => mutant.tests)
      .filter((named) => {
        const { file, title = '' } = testOf(named)
        return !existsSync(file) || !readFileSync(file, 'utf8').includes(title)
      })
    expect(gone).toEqual([])
  })

  it('has no mutant twice', () => {
    expect(new Set(mutants.map(({ file, name }) => `${file}: ${name}`)).size).toBe(mutants.length)
    expect(new Set(mutants.map(({ file, find, replace }) => [file, find, replace].join('\n'))).size).toBe(
      mutants.length,
    )
  })
})
