import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Commits since this one are looked at; before it there are some that say more in their first line. */
const since = 'fb25399d19dd'

/** What a log cuts off: `git log --oneline` and the lists of every forge have room for so many. */
const maximumLength = 72
const tooLong = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => [...subject].length > maximumLength)

/** The first lines of the commits since then; none where there is no history to look into, as in a shallow clone or an archive. */
function listSubjects(range: string): string[] {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', range], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

it('every commit says in at most 72 characters what it does', () => {
  expect(tooLong(listSubjects(`${since}..HEAD`))).toEqual([])
})

it('the check finds a line that is too long, and says nothing where there is no history', () => {
  const long = `portal: ${'a'.repeat(65)}`
  expect(tooLong([long, long.slice(1), 'docs: “Pickup”, not “collection”'])).toEqual([long])
  expect(listSubjects('0000000000000000000000000000000000000000..HEAD')).toEqual([])
})
