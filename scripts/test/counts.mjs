import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, retried?: number, failures?: string[] }} Counts `retried`: how many of the passed needed a
 * second try; `failures`: the name of each failed test, with the start of its message.
 */

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
      failures: [...(a.failures ?? []), ...(b.failures ?? [])],
    }),
    { passed: 0, failed: 0, skipped: 0, retried: 0, failures: [] },
  )

/** The last line of every test run. @param {Counts} counts */
export const lastLine = ({ passed, failed, skipped, retried }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${retried ? `, ${retried} only at the second try` : ''}`

/**
 * Counts a runner's report. A run that broke off never counts as a success: a missing report, or an exit code that no counted test explains, is a failure.
 * @param {string} file
 * @param {number} exitCode
 * @param {(report: any) => Counts} read
 * @returns {Promise<Counts>}
 */
export async function countReport(file, exitCode, read) {
  if (!existsSync(file)) return { ...broken(), failures: [`no report ${file}`] }
  const counts = read(JSON.parse(await readFile(file, 'utf8')))
  const ran = counts.passed + counts.failed > 0
  if (counts.failed > 0 || (exitCode === 0 && ran)) return counts
  const why = ran ? `the run ended with code ${exitCode}, though no test failed` : 'no test ran'
  return { ...counts, failed: 1, failures: [why] }
}

const messageLines = 12

/** One failed test, as listed at the end of a run, where a truncated log still shows it. */
const failure = (name, message = '') =>
  [name, ...message.split('\n').slice(0, messageLines)].join('\n    ').trimEnd()

/** @returns {Counts} from Vitest's JSON: a file that could not be loaded has no tests, and counts as one failure */
export function readVitest(report) {
  const failedOf = (file) => file.assertionResults.filter((test) => test.status === 'failed')
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && failedOf(file).length === 0,
  )
  const failures = report.testResults.flatMap((file) =>
    failedOf(file).map((test) =>
      failure(`${file.name} > ${test.fullName}`, test.failureMessages?.join('\n')),
    ),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failures, ...unloaded.map((file) => failure(file.name, file.message))],
  }
}

/** How many tests may pass only at the second try: one in a hundred may be the machine's fault, more are ours. */
const maxFlaky = 3

/** @returns {Counts} from Playwright's JSON: an error outside of tests counts as a failure, and so do tests that passed at the second try if there are many */
export function readPlaywright({ stats, errors, suites = [] }) {
  const { expected, unexpected, flaky, skipped } = stats
  const many = flaky > maxFlaky
  const unseen = listUnseen(suites)
  const failed = unexpected + (many ? flaky : 0) + errors.length + unseen.length
  return {
    passed: expected + (many ? 0 : flaky),
    failed,
    skipped,
    ...(!many && flaky > 0 && { retried: flaky }),
    failures: [
      ...suites.flatMap((suite) => readSuite(suite, many ? ['unexpected', 'flaky'] : ['unexpected'])),
      ...errors.map(({ message }) => failure('outside of tests', message)),
      ...unseen.map((name) => failure(name, 'skipped in every window: it proves nothing')),
    ],
  }
}

/** Lists the tests that were skipped in every window, because each window leaves them to another. Playwright reports a test once for each window. */
function listUnseen(suites) {
  const statuses = new Map()
  for (const { file, line, title, tests } of suites.flatMap(listSpecs)) {
    const name = `e2e/${file}:${line} > ${title}`
    statuses.set(name, [...(statuses.get(name) ?? []), ...tests.map(({ status }) => status)])
  }
  return [...statuses].filter(([, all]) => all.every((status) => status === 'skipped')).map(([name]) => name)
}

const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)]

/** Playwright nests its report: a file's suite contains the suites of its groups. */
const readSuite = ({ specs = [], suites = [] }, statuses) => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => statuses.includes(status))
      .map(({ projectName, results }) =>
        failure(
          `[${projectName}] e2e/${file}:${line} > ${title}`,
          results.find(({ error }) => error)?.error.message,
        ),
      ),
  ),
  ...suites.flatMap((suite) => readSuite(suite, statuses)),
]
