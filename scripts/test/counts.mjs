import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** @typedef {{ passed: number, failed: number, skipped: number, retried?: number }} Counts `retried`: of those passed, at the second try. */

export const ok = () => ({ passed: 1, failed: 0, skipped: 0 })
export const none = () => ({ passed: 0, failed: 0, skipped: 0 })
export const broken = () => ({ passed: 0, failed: 1, skipped: 0 })

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      retried: (a.retried ?? 0) + (b.retried ?? 0),
    }),
    { passed: 0, failed: 0, skipped: 0, retried: 0 },
  )

/** The last line of every test run. @param {Counts} counts */
export const lastLine = ({ passed, failed, skipped, retried }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${retried ? `, ${retried} only at the second try` : ''}`

/**
 * Counts a runner's report, and never takes a run that broke off for a good one: no report, or an exit code that no counted test explains, is a failure.
 * @param {string} file
 * @param {number} exitCode
 * @param {(report: any) => Counts} read
 * @param {{ mayBeEmpty?: boolean }} [options] `mayBeEmpty`: there may be no test to run, and then no report
 * @returns {Promise<Counts>}
 */
export async function countReport(file, exitCode, read, { mayBeEmpty = false } = {}) {
  if (!existsSync(file)) return mayBeEmpty && exitCode === 0 ? none() : broken()
  const counts = read(JSON.parse(await readFile(file, 'utf8')))
  const ran = mayBeEmpty || counts.passed + counts.failed > 0
  return counts.failed === 0 && (exitCode !== 0 || !ran) ? { ...counts, failed: 1 } : counts
}

/** @returns {Counts} of Vitest's JSON: a file that could not even be loaded has no tests, and counts as one that failed */
export function readVitest(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** One in a hundred that only passes at the second try may be the machine's; more of them are ours. */
const mostFlaky = 3

/** @returns {Counts} of Playwright's JSON: an error outside of tests is a failure, and so are tests at the second try when there are many */
export function readPlaywright({ stats, errors }) {
  const { expected, unexpected, flaky, skipped } = stats
  const many = flaky > mostFlaky
  const failed = unexpected + (many ? flaky : 0) + errors.length
  return {
    passed: expected + (many ? 0 : flaky),
    failed,
    skipped,
    ...(!many && flaky > 0 && { retried: flaky }),
  }
}
