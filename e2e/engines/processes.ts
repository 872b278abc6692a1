import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'

/** A port that no process listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Retries until it succeeds, for ten seconds. @param otherwise the message of the error thrown after that */
export async function comes<T>(ask: () => Promise<T>, otherwise: string): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (cause) {
      if (tries >= 100) throw new Error(otherwise, { cause })
      await later(100)
    }
  }
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const left = once(child, 'exit')
  child.kill('SIGTERM')
  await left
}
