import './node-version.mjs'
import { join } from 'node:path'
import { run, tool } from './child.mjs'
import { readOptions } from './command-line.mjs'
import { install } from './install.mjs'
import { Failure, fail, root, step } from './progress.mjs'

/**
 * `npm run dev`: the portal with hot reload, and the API on the same port. A change in server/ or contract/ restarts the server; one in src/ is reloaded by the
 * browser.
 */
async function dev() {
  readOptions('npm run dev    serves the sources, and takes up each change')
  await install()
  // The embedded database runs on a thread of its own, which can only start from a built file.
  await step('Building the database’s thread', () =>
    run(...tool('vite/bin/vite.js', 'build', '--mode', 'server', '--logLevel', 'warn')),
  )
  const { createServer } = await import('vite')
  // Vite sends changes to the browser over a second port, chosen by the system so that two dev servers can run.
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, ws: { port: await freePort() } },
  })
  let larder = await start(vite)
  for (const { name, url } of larder.addresses) console.log(`  ${name.padEnd(24)} ${url}`)
  restartOnChange(vite, async () => {
    await larder.close()
    larder = await start(vite, larder.port)
    console.log('  ✓ The server has started again')
  })
  const stop = () =>
    larder
      .close()
      .then(() => vite.close())
      .then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** Loads the server from its sources, without any cached modules, and starts it. */
async function start(vite, port = process.env.PORT ?? '8080') {
  const { runner } = vite.environments.ssr
  runner.clearCache()
  const { startLarder } = await runner.import('/server/start.ts')
  const { readSettings } = await runner.import('/server/env.ts')
  return startLarder({
    root,
    settings: readSettings({ ...process.env, PORT: String(port) }),
    workerFile: join(root, 'dist/server/embedded-worker.js'),
    hostedFieldsDir: join(root, 'server/sandbox/hosted-fields'),
    portal: {
      kind: 'dev',
      dir: root,
      transformHtml: (url, html) => vite.transformIndexHtml(url, html),
      middleware: vite.middlewares,
    },
    progress: (line) => console.log(`  ${line}`),
  }).catch((error) => {
    throw forOperators.includes(error.name) ? new Failure(error.message) : error
  })
}

/** The server's own errors whose message is enough, without a stack. */
const forOperators = [
  'SettingsError',
  'FolderLockedError',
  'ImportError',
  'DatabaseStartError',
  'DatabaseError',
]

function restartOnChange(vite, restart) {
  let turn = Promise.resolve()
  vite.watcher.on('change', (file) => {
    if (!/^(server|contract)\//.test(file.slice(root.length)) || file.endsWith('.test.ts')) return
    // A mistake in the code must not end the session: the next save tries again.
    turn = turn.then(restart).catch((error) => console.error(error.output || error))
  })
}

async function freePort() {
  const { createServer } = await import('node:net')
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

await dev().catch(fail)
