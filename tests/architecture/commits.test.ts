import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Commits after this one are checked; some before it have longer subjects. */
const since = 'fb25399d19dd'

/** `git log --oneline` and the commit lists of every forge cut off longer subjects. */
const maximumLength = 72
const tooLong = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => [...subject].length > maximumLength)

/** The subjects of the commits since then; none without a history, as in a shallow clone or an archive. */
function listSubjects(range: string): string[] {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', range], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

it('every commit’s subject has at most 72 characters', () => {
  expect(tooLong(listSubjects(`${since}..HEAD`))).toEqual([])
})

it('the check finds a subject that is too long, and finds nothing without a history', () => {
  const long = `portal: ${'a'.repeat(65)}`
  expect(tooLong([long, long.slice(1), 'docs: “Pickup”, not “collection”'])).toEqual([long])
  expect(listSubjects('0000000000000000000000000000000000000000..HEAD')).toEqual([])
})
