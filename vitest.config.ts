import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import './tests/setup/node-20.ts'
import './tests/setup/temporary-folder.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const strict = ['tests/setup/strict-console.ts']
/** The embedded engine is WebAssembly. To optimize it in the background costs a test file more than it wins: a third of the processor time. */
const engineFlag = '--liftoff-only'
// The threads are of this process.
setFlagsFromString(engineFlag)

const serverSetup = 'tests/server/global-setup.ts'
/** A file's own thread costs a sixth less than its own process. The server's tests have processes: they are about those, too (umask). */
const threads = { pool: 'threads' } as const

const portalFiles = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(src|db|lib|features|sw|sync)\/.*\.test\.tsx?$/.test(name))
  .map((name) => `tests/${name}`)
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const filesOf = (isMeant: (one: (typeof portalFiles)[number]) => boolean): string[] =>
  portalFiles.filter(isMeant).map(({ file }) => file)

/**
 * The portal's files that put another module in a module's place, which in a shared worker may be loaded already; and those of the offline worker, whose
 * queue can be made once in a world.
 */
const replacing = filesOf(
  ({ file, text }) => file.startsWith('tests/src/sw/') || /\bvi\.(do)?mock\(/i.test(text),
)
/** Vitest ends a shared worker when the next file has another environment: with these among the others every second file loaded its modules anew. */
const inPage = filesOf(
  ({ file, text }) => text.startsWith('// @vitest-environment jsdom') && !replacing.includes(file),
)

const portal = {
  ...threads,
  environment: 'node',
  setupFiles: ['fake-indexeddb/auto', ...strict, 'tests/setup/clean-device.ts'],
} as const

/** One project a world. Tests of one file may stand beside it (`name.test.ts`), those across files in tests/. */
export default defineConfig({
  test: {
    reporters: ['default'],
    // Vitest's own number is the cores less one. On two cores two workers take half as long as one: much of a test is waiting for a disk.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // PGlite and the linter's stages take seconds when the machine is busy; the limits are for tests that hang, with two files at a time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is polled for comes at once on a calm machine; Vitest's own second is over before a busy one has looked twice.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: [
      {
        test: {
          name: 'contract',
          ...threads,
          environment: 'node',
          isolate: false,
          include: ['contract/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          setupFiles: strict,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          execArgv: [engineFlag],
          // Each file brings servers and databases of its own; to load the modules again for each took a quarter of the time.
          isolate: false,
          include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          setupFiles: strict,
          ...(existsSync(serverSetup) && { globalSetup: serverSetup }),
        },
      },
      {
        plugins: [react()],
        test: {
          ...portal,
          name: 'src',
          // A file that had modules of its own would cost a third more. What it leaves behind goes with tests/setup/clean-device.ts.
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'tests/{src,db,lib,features,sw,sync}/**/*.test.{ts,tsx}'],
          exclude: [...replacing, ...inPage],
          setupFiles: [...portal.setupFiles],
        },
      },
      {
        plugins: [react()],
        test: {
          ...portal,
          name: 'src-page',
          environment: 'jsdom',
          isolate: false,
          include: inPage,
          setupFiles: [...portal.setupFiles],
        },
      },
      {
        plugins: [react()],
        test: { ...portal, name: 'src-replaced', include: replacing, setupFiles: [...portal.setupFiles] },
      },
      {
        test: {
          name: 'architecture',
          environment: 'node',
          isolate: false,
          include: ['tests/{architecture,setup,scripts,harness}/**/*.test.ts'],
          setupFiles: strict,
        },
      },
    ],
  },
})
