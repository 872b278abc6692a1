import './node-version.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { fail, root } from './progress.mjs'

/** `npm run reconcile -- …`: compares Stripe's books with the ledger, by the built server. */
try {
  await install()
  await build()
  const { runReconcileCommand } = await import(
    pathToFileURL(join(root, 'dist/server/reconcile-command.js')).href
  )
  process.exitCode = await runReconcileCommand(
    { root, env: process.env, say: (line) => console.log(`  ${line}`) },
    process.argv.slice(2),
  )
} catch (error) {
  fail(error)
}
