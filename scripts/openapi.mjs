import './node-version.mjs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptions } from './command-line.mjs'
import { install } from './install.mjs'
import { fail, root } from './progress.mjs'

/** `node scripts/openapi.mjs`: rewrites docs/openapi.json after a change of the contract (tests/server/openapi.test.ts checks that they agree). */
try {
  readOptions('node scripts/openapi.mjs    writes docs/openapi.json anew')
  await install()
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(root, 'server/openapi/document.ts'), {
    root,
    configFile: false,
    logLevel: 'warn',
  })
  await writeFile(
    join(root, 'docs/openapi.json'),
    `${JSON.stringify(module.describeApi(version), null, 2)}\n`,
  )
} catch (error) {
  fail(error)
}
