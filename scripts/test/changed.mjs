import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { finish, run } from '../child.mjs'
import { Failure, root } from '../progress.mjs'
import { choose, rankReached, readImporters } from './reach.mjs'

/**
 * Estimates (ms) for a file whose tests have never been measured on this machine, and the extra time for each file. `long`: one
 * with a test whose limit is minutes, such as those that start programs or kill a server at each of its waits.
 */
const guessMs = { server: 4000, e2e: 20_000, long: 20_000, other: 2000 }
const isLong = /(?:timeout: |, )[1-9]\d\d_000\b/
const startMs = 1500

/** What two workers can run in three quarters of a minute (ms). */
const budgetMs = 90_000

/**
 * The commit to compare with: where the branch left main, or on main itself the last commit, so that only uncommitted changes count.
 * @returns {Promise<string>}
 */
export async function findChangedSince() {
  const { code, output } = await finish('git', ['merge-base', 'main', 'HEAD'])
  if (code !== 0) throw new Failure('--changed compares with the branch main, and there is none here.')
  return output.trim()
}

/**
 * The tests nearest to what has changed since a commit, as many as there is time for. Browser tests only where e2e/ itself has changed: a change in the portal
 * reaches all of them.
 * @param {string} since
 * @returns {Promise<Record<'unit' | 'e2e', { chosen: string[], left: string[] }>>}
 */
export async function findNear(since) {
  const untracked = await listFiles('ls-files', '--others', '--exclude-standard')
  const changed = [...(await listFiles('diff', '--name-only', since)), ...untracked]
  const sources = [...(await listFiles('ls-files', '*.ts', '*.tsx', '*.mjs')), ...untracked]
  const importers = readImporters(sources, textOf)
  const times = await readTimes()
  const pick = (from, pattern) =>
    choose(
      rankReached(from, importers).filter((test) => pattern.test(test) && existsSync(join(root, test))),
      {
        always: (test) => changed.includes(test),
        msOf: (test) => startMs + (times[test] ?? guessOf(test)),
        budgetMs,
      },
    )
  return {
    unit: pick(changed, /\.test\.tsx?$/),
    e2e: pick(
      changed.filter((file) => file.startsWith('e2e/')),
      /\.spec\.ts$/,
    ),
  }
}

const listFiles = async (...args) => (await run('git', args)).split('\n').filter(Boolean)
const isSource = (file) => /\.(tsx?|mjs)$/.test(file)
const textOf = (file) =>
  isSource(file) && existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
function guessOf(test) {
  if (test.startsWith('e2e/')) return guessMs.e2e
  if (isLong.test(textOf(test))) return guessMs.long
  return /(^|\/)server\//.test(test) ? guessMs.server : guessMs.other
}

/** A message about the tests that the changes reach, and those that did not run. @param {{ chosen: string[], left: string[] }} near */
export const leftInWords = ({ chosen, left }) =>
  left.length === 0
    ? chosen.length === 0
      ? 'No test imports what was changed: that is left to npm test.'
      : 'Every test that the changes reach has run.'
    : `Left to npm test, being further from the changes: ${left.length} files of tests, from ${left[0]} to ${left.at(-1)}.`

const timesFile = join(root, '.cache/test-times.json')

async function readTimes() {
  return existsSync(timesFile) ? JSON.parse(await readFile(timesFile, 'utf8')) : {}
}

/** Saves how long each file's tests took, from Vitest's report. @param {string} report */
export async function keepTimes(report) {
  if (!existsSync(report)) return
  const { testResults } = JSON.parse(await readFile(report, 'utf8'))
  const taken = testResults.map(({ name, startTime, endTime }) => [
    relative(root, name).replaceAll('\\', '/'),
    Math.round(endTime - startTime),
  ])
  await mkdir(dirname(timesFile), { recursive: true })
  await writeFile(timesFile, JSON.stringify({ ...(await readTimes()), ...Object.fromEntries(taken) }))
}
