import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { root } from '../progress.mjs'
import { putInForce } from './in-force.mjs'
import { testOf } from './mutants.mjs'

/** A reporter that says nothing. */
const silent = {}

/** One Vitest for all mutants: to start one for each would take longer than the tests. */
export async function createRunner() {
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'scripts/mutate/vitest.config.mjs'),
    watch: false,
    run: true,
    reporters: [silent],
  })

  /** Runs files, each wholly or by some of its titles. @param {{ file: string, titles: string[] }[]} named */
  async function run(named) {
    const specifications = named.flatMap(({ file, titles }) =>
      vitest.projects
        .filter((project) => project.matchesTestGlob(join(root, file)))
        .map((project) =>
          project.createSpecification(
            join(root, file),
            titles.length === 0 ? {} : { testNamePattern: new RegExp(titles.map(escape).join('|')) },
          ),
        ),
    )
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const files = new Set(specifications.map(({ moduleId }) => moduleId))
    // Vitest tells of earlier runs, too.
    const modules = testModules.filter(({ moduleId }) => files.has(moduleId))
    return {
      failures: [...modules.flatMap(failuresOf), ...unhandledErrors.map((error) => failure('', error))],
      /** Whether a test was run and passed. */
      passed: ({ file, title = '' }) =>
        modules.some(
          (one) =>
            one.moduleId === join(root, file) &&
            [...one.children.allTests('passed')].some(({ fullName }) => nameOf(fullName).includes(title)),
        ),
    }
  }

  /** What becomes of the tests of a mutant. */
  async function kill(mutant) {
    putInForce(mutant)
    delete mutant.isBuilt
    vitest.invalidateFile(join(root, mutant.file))
    try {
      const named = mutant.tests.map(testOf)
      const { failures } = await run(
        named.map(({ file, title }) => ({ file, titles: title === undefined ? [] : [title] })),
      )
      if (!mutant.isBuilt) return { outcome: 'broken', note: 'No test loads this file.' }
      return verdictOf(failures)
    } finally {
      putInForce(undefined)
      vitest.invalidateFile(join(root, mutant.file))
    }
  }

  return { run, kill, close: () => vitest.close() }
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Vitest's pattern is held against names joined by spaces. */
const nameOf = (fullName) => fullName.replaceAll(' > ', ' ')

const failure = (title, { name = '', message = '' }, isOfTest = true) => ({
  title,
  message: `${name}: ${message}`.split('\n')[0],
  kind: /^(?:Test|Hook) timed out/.test(message)
    ? 'hung'
    : isOfTest && !['ReferenceError', 'SyntaxError'].includes(name)
      ? 'killed'
      : 'broken',
})

/** Why a file's tests fail: what its tests say; else what did not let them begin. */
function failuresOf(module) {
  const failed = [...module.children.allTests('failed')]
  const ofTests = failed.flatMap((test) => {
    const result = test.result()
    return result.state === 'failed' ? result.errors.map((error) => failure(test.fullName, error)) : []
  })
  const before = [module, ...module.children.allSuites()].flatMap((one) => one.errors())
  return [...ofTests, ...before.map((error) => failure(module.moduleId, error, false))]
}

/** A test that failed outweighs one that hung. */
function verdictOf(failures) {
  const first = ['killed', 'hung', 'broken'].flatMap((kind) => failures.find((one) => one.kind === kind) ?? [])[0]
  return first
    ? { outcome: first.kind, note: `${first.title}: ${first.message}` }
    : { outcome: 'survived', note: '' }
}
