import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export type LarderProcess = {
  port: number
  /** The processor time that it has used so far, all its threads together, in ms; undefined where the system does not tell (Linux does). */
  cpuMs(): Promise<number | undefined>
  close(): Promise<void>
}

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
    cpuMs: () => cpuMsOf(child.pid!),
    async close() {
      child.kill('SIGTERM')
      await left
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Linux tells times in hundredths of a second, whatever its own clock (`man 5 proc`). */
const tickMs = 10

async function cpuMsOf(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may hold anything: user and system time are its 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
