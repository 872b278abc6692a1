import './node-version.mjs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { readOptions } from './command-line.mjs'
import { install } from './install.mjs'
import { Failure, fail, root } from './progress.mjs'

/** The parts that need no browser. */
const withoutPage = ['bytes', 'api']

/** `npm run bench`: builds, measures (bench/main.ts), prints the table. */
async function main() {
  await install()
  const settings = settingsFrom(await load('bench/settings.ts'))
  await build()
  if (settings.chosen.some((part) => !withoutPage.includes(part))) await ensureBrowser()
  const { bench } = await load('bench/main.ts')
  await bench(settings)
}

/** Vite is installed anyway, and runs TypeScript on the oldest Node version that we support. */
async function load(file) {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(root, file), { root, configFile: false, logLevel: 'warn' })
  return module
}

function settingsFrom({ usage, options, settingsOf }) {
  const { values } = readOptions(usage, options)
  try {
    return settingsOf(values)
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`)
  }
}

await main().catch(fail)
