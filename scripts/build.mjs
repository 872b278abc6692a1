import './node-version.mjs'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builds } from './builds.mjs'
import { run, tool } from './child.mjs'
import { readOptions } from './command-line.mjs'
import { compressFolder } from './compress.mjs'
import { fingerprint } from './fingerprint.mjs'
import { install } from './install.mjs'
import { fail, root, step } from './progress.mjs'

const sources = ['contract', 'src', 'server', 'public', 'index.html']
const settings = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.launch.ts',
  'tsconfig.base.json',
]
const builders = ['scripts/build.mjs', 'scripts/builds.mjs', 'scripts/compress.mjs']
const inputs = [...sources, ...settings, ...builders]
const stampFile = join(root, 'dist/.built-from')
const outputs = [
  'dist/portal/index.html',
  'dist/portal/service-worker.js',
  'dist/portal/service-worker-removal.js',
  'dist/first-screen/render-first-screen.js',
  'dist/server/main.js',
].map((path) => join(root, path))

/** Builds portal, worker and server into dist/, unless nothing that goes into them has changed. */
export async function build() {
  const wanted = fingerprint(inputs)
  const current = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : ''
  if (current === wanted && outputs.every((file) => existsSync(file))) {
    console.log('  ✓ Built already: nothing has changed since')
    return
  }
  // An interrupted build must not look like a finished one.
  await rm(stampFile, { force: true })
  for (const { step: name, modes } of builds)
    await step(name, async () => {
      for (const mode of modes) await vite(mode)
    })
  await step('Compressing', async (note) => note(`${await compressFolder(join(root, 'dist/portal'))} files`))
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(stampFile, wanted)
}

/** Runs one of the builds of vite.config.ts. */
const vite = (what) =>
  run(...tool('vite/bin/vite.js', 'build', '--mode', what, '--logLevel', 'warn'), {
    failure: `The build of ${what === 'production' ? 'the portal' : what} failed.`,
  })

async function main() {
  readOptions('npm run build    builds portal, worker and server into dist/, unless nothing has changed')
  await install()
  await build()
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main().catch(fail)
