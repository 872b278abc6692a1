import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from '../build.mjs'
import { finish, run, tool } from '../child.mjs'
import { root } from '../progress.mjs'
import { findNear, keepTimes, leftInWords } from './changed.mjs'
import { countReport, none, ok, readPlaywright, readVitest } from './counts.mjs'
import { checkReadme } from './readme.mjs'
import { isWhole, sharesInWords } from './shares.mjs'

/**
 * What `npm test` does, in order. A step whose `needs` failed is not run, and counts as failed too.
 * @type {{ id: string, name: string, needs?: string, run: () => Promise<import('./counts.mjs').Counts> }[]}
 */
export const steps = [
  {
    id: 'format',
    name: 'Format',
    run: () => whole(tool('oxfmt/bin/oxfmt', '--check'), 'Not formatted: npx oxfmt fixes it.'),
  },
  {
    id: 'lint',
    name: 'Lint',
    run: () => whole(tool('oxlint/bin/oxlint', '--deny-warnings'), 'Lint failed.'),
  },
  { id: 'types', name: 'Types', run: types },
  { id: 'build', name: 'Build', run: () => build().then(ok) },
  { id: 'unit', name: 'Unit and integration tests', run: () => unit() },
  { id: 'e2e', name: 'End-to-end tests', needs: 'build', run: () => endToEnd() },
  { id: 'readme', name: 'The README’s commands', needs: 'build', run: () => checkReadme().then(ok) },
]

/**
 * The steps for what has changed since a commit: the quick checks of the whole tree, the tests of the tree itself (imports, citations, migrations), and the
 * nearest of the tests that the changes reach, as many as fit in a minute. Tests that are left out are listed.
 * @param {string} since
 * @returns {Promise<typeof steps>}
 */
export async function changedSteps(since) {
  const near = await findNear(since)
  const said = async (found, counts) => {
    const result = await counts
    console.log(leftInWords(found))
    return result
  }
  return [
    ...steps.filter(({ id }) => ['format', 'lint', 'types'].includes(id)),
    {
      id: 'unit',
      name: 'Tests of the tree, and those nearest to the changes',
      run: () => said(near.unit, unit(['tests/architecture/', ...near.unit.chosen])),
    },
    {
      id: 'e2e',
      name: 'Changed end-to-end tests',
      run: () => (near.e2e.chosen.length === 0 ? none() : said(near.e2e, changedEndToEnd(near.e2e.chosen))),
    },
  ]
}

async function changedEndToEnd(specs) {
  await build()
  return endToEnd(specs)
}

const reports = 'test-results'

/** Runs a tool that either passes or fails: it counts as one. */
const whole = ([command, args], failure) => run(command, args, { failure }).then(ok)

/**
 * Type-checks each TypeScript project, two at a time: more would only wait for each other. What an earlier run has found about
 * unchanged files is kept: a second check costs a quarter of the first.
 */
async function types() {
  const worlds = ['contract', 'app', 'sw', 'server', 'test'].filter((world) =>
    existsSync(join(root, `tsconfig.${world}.json`)),
  )
  const failures = []
  const next = async () => {
    for (let world = worlds.shift(); world; world = worlds.shift())
      await run(...typeCheck(world)).catch((error) => failures.push(error))
  }
  await Promise.all([next(), next()])
  if (failures.length > 0)
    throw Object.assign(failures[0], {
      message: 'Type check failed.',
      output: failures.map(({ output }) => output).join(''),
    })
  return ok()
}

const typeCheck = (world) => {
  const found = `.cache/types/${world}.tsbuildinfo`
  return tool(
    'typescript/bin/tsc',
    '--project',
    `tsconfig.${world}.json`,
    '--incremental',
    '--tsBuildInfoFile',
    found,
  )
}

async function unit(some = []) {
  const report = await emptyReport('unit.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...some]
  console.log(isWhole() ? 'The large runs are done whole.' : sharesInWords())
  const { code } = await finish(...tool('vitest/vitest.mjs', ...args), { show: true })
  await keepTimes(report)
  return countReport(report, code, readVitest)
}

async function endToEnd(some = []) {
  const report = await emptyReport('e2e.json')
  const { code } = await finish(...tool('@playwright/test/cli.js', 'test', ...some), { show: true })
  return countReport(report, code, readPlaywright)
}

/** Deletes the report of an earlier run, which must not count for one that never wrote its own. */
async function emptyReport(name) {
  const file = join(root, reports, name)
  await mkdir(join(root, reports), { recursive: true })
  await rm(file, { force: true })
  return file
}
