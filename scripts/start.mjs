import './node-version.mjs'
import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { readOptions } from './command-line.mjs'
import { install } from './install.mjs'
import { fail, root } from './progress.mjs'

/** `npm start`: installs and builds what is missing, then runs the server until it is stopped. */
const usage = `npm start    installs and builds what is missing, and serves
Settings are environment variables, PORT and DATA_DIR among them: docs/operating.md.`

try {
  readOptions(usage)
  await install()
  await build()
} catch (error) {
  fail(error)
}

const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
// A process manager signals only us, so the signal is passed on. With a terminal's Ctrl-C the server gets one directly as well, and passing it on would cut its
// shutdown short.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : server.kill(signal)))
server.once('exit', (code, signal) =>
  process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
)
