import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countReport, lastLine, readPlaywright, readVitest, sum } from '../../scripts/test/counts.mjs'

async function reportFile(report: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'larder-counts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'report.json'), JSON.stringify(report))
  return join(folder, 'report.json')
}
const same = (counts: never) => counts

describe('the last line', () => {
  test('counts the passed and failed tests', () =>
    expect(lastLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed'))
  test('counts the skipped tests', () =>
    expect(lastLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped'))
  test('counts the tests that passed only at the second try', () =>
    expect(lastLine({ passed: 12, failed: 0, skipped: 0, retried: 1 })).toBe(
      '12 passed, 0 failed, 1 only at the second try',
    ))
  test('adds steps up', () => {
    expect(
      sum([
        { passed: 1, failed: 0, skipped: 0 },
        { passed: 2, failed: 3, skipped: 4, retried: 1 },
      ]),
    ).toEqual({ passed: 3, failed: 3, skipped: 4, retried: 1, failures: [] })
  })
})

describe('a report', () => {
  test('that is missing is a failure', async () =>
    expect(await countReport('no-such-file.json', 0, same)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['no report no-such-file.json'],
    }))
  test('with no test in it is a failure', async () => {
    expect(await countReport(await reportFile({ passed: 0, failed: 0, skipped: 3 }), 0, same)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 3,
      failures: ['no test ran'],
    })
  })
  test('that succeeds beside a failing exit code is a failure', async () => {
    expect(await countReport(await reportFile({ passed: 5, failed: 0, skipped: 0 }), 1, same)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 0,
      failures: ['the run ended with code 1, though no test failed'],
    })
  })
  test('is otherwise counted as it is', async () => {
    expect(await countReport(await reportFile({ passed: 5, failed: 2, skipped: 1 }), 1, same)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 1,
    })
  })
})

test('a Vitest file that could not be loaded counts as one failure, and failed tests are named', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    {
      name: 'b.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'it adds', failureMessages: ['expected 1 to be 2'] }],
    },
    {
      name: 'c.test.ts',
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'it takes away', failureMessages: [] }],
    },
  ]
  expect(
    readVitest({ numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults }),
  ).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: ['b.test.ts > it adds\n    expected 1 to be 2', 'a.test.ts\n    no such module'],
  })
})

test('Playwright: an error outside of tests is a failure; three tests at the second try are none, four are', () => {
  expect(
    readPlaywright({
      stats: { expected: 4, unexpected: 1, flaky: 3, skipped: 2 },
      errors: [{ message: 'no browser' }],
    }),
  ).toEqual({ passed: 7, failed: 2, skipped: 2, retried: 3, failures: ['outside of tests\n    no browser'] })
  expect(readPlaywright({ stats: { expected: 4, unexpected: 0, flaky: 4, skipped: 0 }, errors: [] })).toEqual(
    { passed: 4, failed: 4, skipped: 0, failures: [] },
  )
})

test('Playwright: failed tests are named with their groups', () => {
  const test = (status: string, message?: string) => ({
    projectName: 'phone',
    status,
    results: [{ error: message && { message } }],
  })
  const spec = (title: string, ...tests: object[]) => ({ file: 'a.spec.ts', line: 7, title, tests })
  const suites = [
    {
      specs: [spec('it pays', test('expected'))],
      suites: [
        { specs: [spec('it ships', test('unexpected', 'timed out')), spec('it waits', test('flaky'))] },
      ],
    },
  ]
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 }
  expect(readPlaywright({ stats, errors: [], suites })).toMatchObject({
    failures: ['[phone] e2e/a.spec.ts:7 > it ships\n    timed out'],
  })
})

test('Playwright: a test that every window skips is a failure, and one that only one window skips is none', () => {
  const spec = (title: string, ...statuses: string[]) => ({
    file: 'a.spec.ts',
    line: 7,
    title,
    tests: statuses.map((status) => ({ projectName: 'phone', status, results: [] })),
  })
  const suites = [
    { specs: [spec('it prints', 'skipped'), spec('it zooms', 'skipped')] },
    { suites: [{ specs: [spec('it prints', 'expected')] }] },
  ]
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 2 }
  expect(readPlaywright({ stats, errors: [], suites })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: ['e2e/a.spec.ts:7 > it zooms\n    skipped in every window: it proves nothing'],
  })
})
