import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { openEmbedded } from '#server/db/embedded.ts'
import type { Engine } from '../../server/support/databases.ts'
import { migratedDump } from '../../server/support/migrated-dump.ts'

/** The server's embedded database for tests of the portal: its thread's script is built once and kept. */

const cache = resolve('.cache/src-tests')

/** A short hash of every file that the cached files depend on. */
function fingerprint(): string {
  const folders = ['server/db', 'server/db/migrations']
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const folder of folders)
    for (const name of readdirSync(folder))
      if (name.endsWith('.ts')) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Creates something under a temporary name and renames it into place once it is complete, because test files run in parallel. */
async function once(place: string, make: (half: string) => Promise<void>): Promise<string> {
  if (existsSync(place)) return place
  const half = `${place}.${randomUUID()}`
  await make(half)
  try {
    renameSync(half, place)
  } catch (error) {
    if (!existsSync(place)) throw error
    rmSync(half, { recursive: true })
  }
  return place
}

async function prepare(): Promise<{ workerFile: string; dumpFile: string }> {
  mkdirSync(cache, { recursive: true })
  const name = fingerprint()
  const input = { 'embedded-worker': resolve('server/db/embedded-worker.ts') }
  const bundle = await once(join(cache, `worker-${name}`), async (outDir) => {
    const output = { format: 'es' as const, entryFileNames: '[name].js', chunkFileNames: '[name].js' }
    await build({
      configFile: false,
      logLevel: 'silent',
      publicDir: false,
      build: { ssr: true, outDir, target: 'node20', rolldownOptions: { input, output } },
    })
  })
  const workerFile = join(bundle, 'embedded-worker.js')
  return { workerFile, dumpFile: await migratedDump(workerFile) }
}

export const embedded: Engine = { name: 'PGlite', open: async () => openEmbedded(await prepare()) }
