import { createHash } from 'node:crypto'
import { statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Another process holds the folder. The message is the line that the operator sees. */
export class FolderLockedError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Larder. Stop that one first; a second server needs a folder of its own (DATA_DIR).`,
    )
    this.name = 'FolderLockedError'
  }
}

type FolderLock = { release(): Promise<void> }

/**
 * Locks a folder for this process. The embedded engine has no lock of its own: two processes on one folder silently lose rows. The lock is a listening socket
 * keyed by the folder's device and inode, so it is the same under every path and ends with the process, however that ends. Throws FolderLockedError when it is
 * taken.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const { dev, ino } = statSync(folder, { bigint: true })
  const name = `larder-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`
  const server = createServer((socket) => socket.destroy())
  const address = addressOf(name)
  try {
    await listen(server, address)
  } catch (error) {
    // Only a socket file can outlive its process: abstract sockets and pipes cannot.
    if (process.platform === 'linux' || process.platform === 'win32' || (await answers(address)))
      throw asLocked(error, folder)
    unlinkSync(address)
    await listen(server, address).catch((again: unknown) => {
      throw asLocked(again, folder)
    })
  }
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function addressOf(name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve((socket.destroy(), true)))
    socket.once('error', () => resolve(false))
  })

const asLocked = (error: unknown, folder: string): unknown =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? new FolderLockedError(folder)
    : error
