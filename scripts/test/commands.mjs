import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { finish } from '../child.mjs'
import { Failure, root } from '../progress.mjs'

const startLimitMs = 120_000
const stopLimitMs = 15_000

/** Runs work with a data folder and a free port of its own. */
export async function withFreshData(work) {
  const folder = await mkdtemp(join(tmpdir(), 'larder-readme-'))
  try {
    await work({ DATA_DIR: join(folder, 'data'), PORT: '0' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checks that the command ends by itself, without failing. */
export async function runsThrough(args, env) {
  const { code, output } = await finish('npm', args, { env })
  if (code !== 0) throw new Failure(`npm ${args.join(' ')} ended with exit code ${code}.`, output)
}

/** Checks that the command prints a merchant's address, answers there, and exits with code 0 when asked to stop. */
export async function servesUntilStopped(args, env) {
  // A process group of its own: one signal stops npm, its shell and the server together, as Ctrl-C in a terminal does.
  const child = spawn('npm', args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const left = once(child, 'exit')
  let output = ''
  const failure = (what) => new Failure(`npm ${args.join(' ')} ${what}`, output)
  try {
    const port = await new Promise((found, failed) => {
      const read = (chunk) => {
        output += chunk
        const address = /http:\/\/[\w.-]+:(\d+)/.exec(output)
        if (address) found(Number(address[1]))
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      left.then(([code]) => failed(failure(`ended with exit code ${code} before it printed an address.`)))
      later(startLimitMs, undefined, { ref: false }).then(() =>
        failed(failure('printed no address within two minutes.')),
      )
    })
    for (const path of asked) {
      const status = await statusOf(port, path)
      if (status !== 200) throw failure(`answered ${status} for ${path} of a merchant.`)
    }
    process.kill(-child.pid, 'SIGINT')
    const code = await Promise.race([
      left.then(([exitCode, signal]) => exitCode ?? signal),
      later(stopLimitMs, 'nothing', { ref: false }),
    ])
    // Npm itself reports a signal that it received as an exit by that signal.
    if (code !== 0 && code !== 130 && code !== 'SIGINT')
      throw failure(`was asked to stop and left with ${code}.`)
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
  }
}

/** What is requested: a merchant's page, and the script of the card fields, which is a file beside the server. */
const asked = ['/', '/sandbox/payments/v1.js']

/** Node does not resolve `bella.localhost`, so the host goes into the header. */
function statusOf(port, path) {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        headers: { host: `bella.localhost:${port}`, accept: 'text/html' },
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
    call.once('error', reject)
    call.end()
  })
}
