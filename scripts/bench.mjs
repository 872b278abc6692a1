import './node-version.mjs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { fail, root } from './progress.mjs'

/** `npm run bench`: builds, measures (bench/main.ts), prints the table. */
async function main() {
  const args = process.argv.slice(2)
  await install()
  await build()
  // Only these parts look at no page.
  const only = args[args.indexOf('--only') + 1]
  if (!args.includes('--only') || !/^(bytes|api|,)+$/.test(only)) await ensureBrowser()
  // Vite is here anyway, and runs TypeScript on the oldest Node that we support.
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(root, 'bench/main.ts'), {
    root,
    configFile: false,
    logLevel: 'warn',
  })
  await module.bench(args)
}

await main().catch(fail)
