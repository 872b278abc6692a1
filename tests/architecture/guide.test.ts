import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const rooms = /^(contract|src|server|tests|e2e|scripts|docs|lint|merchants|bench)\//
/** Files and folders that a text names in backticks. */
const listPaths = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path!).filter((path) => rooms.test(path))

describe('the pages that lead through the house', () => {
  test.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/glossary.md'])(
    '%s names only files that are there',
    (page) => {
      const paths = listPaths(readFileSync(page, 'utf8'))
      expect(paths.length).toBeGreaterThan(10)
      expect(paths.filter((path) => !existsSync(path.replace(/\*.*$/, '')))).toEqual([])
    },
  )

  test('ten questions are answered, each with at most two files', () => {
    const [, part] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Ten questions')
    const answers = part!
      .split('\n## ')[0]!
      .split('\n')
      .filter((row) => row.startsWith('| ') && !row.startsWith('| question'))
    expect(answers).toHaveLength(10)
    for (const answer of answers) {
      expect(listPaths(answer).length, answer).toBeGreaterThanOrEqual(1)
      expect(listPaths(answer).length, answer).toBeLessThanOrEqual(2)
    }
  })
})
