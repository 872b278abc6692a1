import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'
import { mutantInForce } from './in-force.mjs'

const root = join(import.meta.dirname, '../..')
const isOf = (mutant, id) => mutant !== undefined && id.split('?')[0] === join(root, mutant.file)

/** Builds the line of the mutant in force otherwise, in memory: the tree stays as it is. First of all plugins, so that it sees the source as it is written. */
const mutation = {
  name: 'mutation',
  enforce: 'pre',
  configureVitest({ defineCacheKeyGenerator }) {
    // Vitest keeps on the disk what it has built: no mutant may be found there by anybody, nor the original by a mutant.
    defineCacheKeyGenerator(({ id }) => (isOf(mutantInForce(), id) ? false : undefined))
  },
  transform(code, id) {
    const mutant = mutantInForce()
    if (!isOf(mutant, id)) return undefined
    const { name, file, find, replace } = mutant
    if (code.split(find).length !== 2)
      throw new Error(`The mutant “${name}” does not find its line in ${file}.`)
    mutant.isBuilt = true
    return code.replace(find, () => replace)
  },
}

/** The tests' own configuration, with the mutation in each of its projects. */
export default defineConfig({
  ...tests,
  test: {
    ...tests.test,
    // One failure says all.
    bail: 1,
    projects: tests.test.projects.map((project) => ({
      ...project,
      root,
      plugins: [...(project.plugins ?? []), mutation],
      // A worker that is kept between two runs would keep the modules of the mutant before.
      test: { ...project.test, isolate: true },
    })),
  },
})
