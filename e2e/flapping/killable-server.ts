import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The built server as a process that can be killed, on a data folder that outlives it. */
export type KillableServer = {
  /** The port that it listens on: another one after each start. */
  port(): number
  /** Kills it without warning, as a power cut does. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it in an orderly way. */
  stop(): Promise<void>
}

/** Starts the server. Rejects with its output when it does not come up. */
export async function startKillable(dataDir: string): Promise<KillableServer> {
  let child: ChildProcess
  let port = 0
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
      cwd: root,
      // Each guest comes from a network of their own (FaultProxy.sendFrom).
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir, TRUST_PROXY: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    port = await listeningPort(child)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const left = once(child, 'exit')
    child.kill(signal)
    await left
  }
  await start()
  return { port: () => port, kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), start }
}

async function listeningPort(child: ChildProcess): Promise<number> {
  return await new Promise((found, failed) => {
    let said = ''
    const read = (chunk: Buffer): void => {
      said += chunk.toString()
      const port = /http:\/\/[\w.-]+:(\d+)/.exec(said)?.[1]
      if (port !== undefined) found(Number(port))
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', (code, signal) => failed(new Error(`The server left (${code ?? signal}):\n${said}`)))
  })
}
