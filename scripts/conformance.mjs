import './node-version.mjs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { fail, root } from './progress.mjs'

/** `npm run conformance -- --api URL --merchant LABEL`: checks that an API does what the portal relies on (docs/conformance.md). */
try {
  await install()
  // Vite is installed anyway, and runs TypeScript on the oldest Node version that we support.
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(root, 'conformance/command.ts'), {
    root,
    configFile: false,
    logLevel: 'warn',
  })
  process.exitCode = await module.runConformance(
    { root, say: (line) => console.log(line) },
    process.argv.slice(2),
  )
} catch (error) {
  fail(error)
}
