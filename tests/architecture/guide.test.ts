import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Whether the named files exist is checked by specification.test.ts, in every document. */
test('every question of the guide is answered with at most two files', () => {
  const [, part] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Where do I …?')
  const answers = part!
    .split('\n## ')[0]!
    .split('\n')
    .filter((row) => row.startsWith('| ') && !row.startsWith('| question'))
  expect(answers).toHaveLength(21)
  for (const answer of answers) {
    const files = answer.match(/`[^`\s]+\/[^`\s]*`/g) ?? []
    expect(files.length, answer).toBeGreaterThanOrEqual(1)
    expect(files.length, answer).toBeLessThanOrEqual(2)
  }
})
