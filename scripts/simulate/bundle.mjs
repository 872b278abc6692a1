import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprint } from '../fingerprint.mjs'
import { root } from '../progress.mjs'

const sources = [
  'contract',
  'src/app',
  'src/db',
  'src/features',
  'src/lib',
  'src/sw',
  'server',
  'tests/random-orders',
  'tests/server/support',
  'tests/simulation',
  'tests/src/support',
  'tests/support',
]
const folder = join(root, '.cache/simulation')

/**
 * Bundles the simulator with the product, or another program of tests/, as plain modules for Node. With `planted`, the product is built with that bug; its
 * files stay as they are. Gives the file to run.
 * @param {{ name: string, file: string, find: string, replace: string }} [planted]
 * @param {string} [program]
 */
export async function bundle(planted, program = 'simulation') {
  const print = createHash('sha256')
    .update(
      fingerprint([...sources, 'package-lock.json', 'scripts/simulate']) +
        program +
        JSON.stringify(planted ?? ''),
    )
    .digest('hex')
    .slice(0, 16)
  const outDir = join(folder, print)
  const main = join(outDir, 'main.js')
  if (existsSync(main)) return main
  await mkdir(folder, { recursive: true })
  const half = `${outDir}.${process.pid}`
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: planted ? [plant(planted)] : [],
    build: {
      ssr: true,
      outDir: half,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { main: join(root, `tests/${program}/main.ts`) },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  await rename(half, outDir).catch(async (error) => {
    // Another process was faster.
    await rm(half, { recursive: true })
    if (!existsSync(main)) throw error
  })
  return main
}

/** Puts a bug into a file while building. Throws unless the line that it changes occurs exactly once: otherwise the list is out of date. */
function plant({ name, file, find, replace }) {
  return {
    name: 'planted-bug',
    enforce: 'pre',
    transform(code, id) {
      if (id !== join(root, file)) return undefined
      if (code.split(find).length !== 2)
        throw new Error(`The planted bug “${name}” does not find its line in ${file}.`)
      return code.replace(find, () => replace)
    },
  }
}

/** An empty migrated database to start from, made once for each schema. @param {string} main */
export async function migratedDump(main) {
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8')
  const print = createHash('sha256')
    .update(fingerprint(['server/db']) + lock)
    .digest('hex')
    .slice(0, 16)
  const file = join(folder, `migrated-${print}.tar`)
  if (!existsSync(file)) {
    const { finish } = await import('../child.mjs')
    const { code, output } = await finish(process.execPath, [main, '--make-dump', file])
    if (code !== 0) throw new Error(output)
  }
  return file
}
