import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export type LarderProcess = { port: number; close(): Promise<void> }

/**
 * The built server as its own process on a fresh data folder, or on a PostgreSQL database: what is measured shares no event loop with who measures.
 * Who measures stands for the proxy in front, and may say of each guest where they are.
 */
export async function startLarderProcess(env: Record<string, string> = {}): Promise<LarderProcess> {
  const home = await mkdtemp(join(tmpdir(), 'larder-bench-'))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(home, 'data'),
      TRUST_PROXY: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const left = once(child, 'exit')
  const port = await new Promise<number>((found, failed) => {
    let said = ''
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /http:\/\/[\w.-]+:(\d+)/.exec(said)
      if (address) found(Number(address[1]))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    left.then(([code]) => failed(new Error(`The server left with ${code}:\n${said}`)))
  })
  return {
    port,
    async close() {
      child.kill('SIGTERM')
      await left
      await rm(home, { recursive: true, force: true })
    },
  }
}
