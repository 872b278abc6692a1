import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'
import { mutantInForce } from './in-force.mjs'

const root = join(import.meta.dirname, '../..')
const isOf = (mutant, id) => mutant !== undefined && id.split('?')[0] === join(root, mutant.file)

/** Applies the current mutant's change while building, in memory: the files stay as they are. It is the first plugin, so that it sees the source as written. */
const mutation = {
  name: 'mutation',
  enforce: 'pre',
  configureVitest({ defineCacheKeyGenerator }) {
    // Vitest caches built modules on disk: a mutant must never end up in that cache, nor be replaced by the cached original.
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
    // One failure is enough.
    bail: 1,
    projects: tests.test.projects.map((project) => ({
      ...project,
      root,
      plugins: [...(project.plugins ?? []), mutation],
      // A worker that is reused would still have the previous mutant's modules.
      test: { ...project.test, isolate: true },
    })),
  },
})
