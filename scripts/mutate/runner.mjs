import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { fail, Failure, root } from '../progress.mjs'
import { putInForce } from './in-force.mjs'
import { testOf } from './mutants.mjs'

/** A reporter that prints nothing. */
const silent = {}

/** The limit for a run (ms): a test that never yields cannot be ended by its own time limit. */
const longestMs = 10 * 60_000

/** One Vitest instance for all mutants: starting one for each would take longer than the tests. */
export async function createRunner() {
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'scripts/mutate/vitest.config.mjs'),
    watch: false,
    run: true,
    reporters: [silent],
  })
  const firstOnly = vitest.projects.map(({ config }) => config.bail)

  const specificationsOf = ({ file, which }) => {
    const moduleId = join(root, file)
    return vitest.projects
      .filter((project) => project.matchesTestGlob(moduleId))
      .map((project) => project.createSpecification(moduleId, which))
  }

  /**
   * Runs the named tests of some files: all of them, or up to the first failure. @param {{ file: string, which: import('vitest/node').TestSpecificationOptions
   * }[]} named
   */
  async function run(named, { all = false } = {}) {
    vitest.projects.forEach(({ config }, at) => (config.bail = all ? 0 : firstOnly[at]))
    const specifications = named.flatMap(specificationsOf)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const files = new Set(specifications.map(({ moduleId }) => moduleId))
    // Vitest also reports the modules of earlier runs.
    const modules = testModules.filter(({ moduleId }) => files.has(moduleId))
    return {
      failures: [...modules.flatMap(failuresOf), ...unhandledErrors.map((error) => failureOf(error))],
      passed: new Set(
        modules.flatMap((one) => [...one.children.allTests('passed')].map((test) => keyOf(byOf(one, test)))),
      ),
    }
  }

  /** Runs a mutant's tests, and gives the verdict and the first ones that failed. */
  async function kill(mutant) {
    putInForce(mutant)
    delete mutant.isBuilt
    const late = setTimeout(
      () => fail(new Failure(`✗ HUNG  ${mutant.file}: ${mutant.name}\nPlease take a mutant that ends.`)),
      longestMs,
    )
    vitest.invalidateFile(join(root, mutant.file))
    try {
      return verdictOf(mutant, await run(namedBy(mutant)))
    } finally {
      clearTimeout(late)
      putInForce(undefined)
      vitest.invalidateFile(join(root, mutant.file))
    }
  }

  return { run, kill, close: () => vitest.close() }
}

/**
 * The tests that a mutant names, by file. Guards are the same for both database engines, so only the embedded one is used unless `postgres` is set: that takes
 * half as long.
 */
function namedBy({ tests, postgres }) {
  const titles = new Map()
  for (const { file, title = '' } of tests.map(testOf))
    titles.set(file, [...(titles.get(file) ?? []), escape(title)])
  const engine = postgres ? '' : String.raw`^(?!.*\[PostgreSQL\])`
  return [...titles].map(([file, some]) => ({
    file,
    which: { testNamePattern: new RegExp(`${engine}.*(?:${some.join('|')})`) },
  }))
}
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function failureOf({ name = '', message = '' }, by, isOfTest = true) {
  const kind = /^(?:Test|Hook) timed out/.test(message)
    ? 'hung'
    : isOfTest && !['ReferenceError', 'SyntaxError'].includes(name)
      ? 'killed'
      : 'broken'
  return { kind, by, title: by?.title ?? '', message: `${name}: ${message}`.split('\n')[0] }
}

const byOf = ({ moduleId }, { fullName }) => ({
  file: relative(root, moduleId),
  title: fullName,
})

/** Identifies a test that noticed a mutant. @param {{ file: string, title: string }} by */
export const keyOf = ({ file, title }) => `${file} › ${title}`

/** Why a file's tests failed: the tests' own errors, or else what kept them from starting. */
function failuresOf(module) {
  const ofTests = [...module.children.allTests('failed')].flatMap((test) =>
    test.result().errors.map((error) => failureOf(error, byOf(module, test))),
  )
  const before = [module, ...module.children.allSuites()].flatMap((one) => one.errors())
  return [...ofTests, ...before.map((error) => failureOf(error, undefined, false))]
}

/** A failed test counts more than one that hung. */
function verdictOf(mutant, { failures, passed }) {
  const [first] = ['killed', 'hung', 'broken'].flatMap(
    (kind) => failures.find((one) => one.kind === kind && (kind === 'broken' || one.by)) ?? [],
  )
  if (first) return { outcome: first.kind, by: first.by, note: `${first.title}: ${first.message}` }
  if (!mutant.isBuilt) return { outcome: 'broken', by: undefined, note: 'No test loads this file.' }
  if (passed.size === 0) return { outcome: 'broken', by: undefined, note: 'No test has this title.' }
  return { outcome: 'survived', by: undefined, note: '' }
}
