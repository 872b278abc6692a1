import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The tree that this file belongs to. */
export const ownTree = resolve(import.meta.dirname, '..')

type LarderOptions = {
  /** A built tree; this one by default. */
  tree?: string
  /** A folder of merchants to use instead of the tree's own. */
  merchants?: string
  /** The merchant that answers requests without a merchant's host name. */
  label?: string
  /** Kept after the process ends, for the next one; a temporary folder by default. */
  dataDir?: string
  databaseUrl?: string
}

export type LarderProcess = {
  port: number
  /** The id of the demo's gift. */
  gift: string | undefined
  /** The processor time (ms) of all its threads so far; undefined where the system does not report it (Linux does). */
  cpuMs(): Promise<number | undefined>
  close(): Promise<void>
}

/**
 * Starts the built server as its own process, on a fresh data folder or a PostgreSQL database, so that measuring and measured code do not share an event loop.
 * The measuring code acts as the proxy in front, and may set each guest's address.
 */
export async function startLarderProcess(options: LarderOptions = {}): Promise<LarderProcess> {
  const { tree = ownTree, merchants, label = 'bella', dataDir, databaseUrl } = options
  const home = await mkdtemp(join(tmpdir(), 'larder-bench-'))
  const root = merchants === undefined ? tree : await treeWith(join(home, 'tree'), tree, merchants)
  // Such a tree is made of links: with this flag the server looks for its merchants next to the link.
  const child = spawn(process.execPath, ['--preserve-symlinks-main', join(root, 'dist/server/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir ?? join(home, 'data'),
      DEFAULT_MERCHANT: label,
      TRUST_PROXY: '1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const left = once(child, 'exit')
  const said = await new Promise<string>((found, failed) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      // The last line with an address, where there is a demo world.
      if (/\/gift\/\S+\s/.test(text)) found(text)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    left.then(([code]) => failed(new Error(`The server left with ${code}:\n${text}`)))
  })
  return {
    port: Number(/http:\/\/[\w.-]+:(\d+)/.exec(said)![1]),
    gift: /\/gift\/(\S+)/.exec(said)?.[1],
    cpuMs: () => cpuMsOf(child.pid!),
    async close() {
      child.kill('SIGTERM')
      await left
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** A tree that links to the built files of another one, with merchants of its own. */
async function treeWith(root: string, tree: string, merchants: string): Promise<string> {
  await mkdir(root)
  for (const name of ['dist', 'node_modules', 'package.json'])
    await symlink(join(tree, name), join(root, name))
  await symlink(merchants, join(root, 'merchants'))
  return root
}

/** Linux reports these times in hundredths of a second, whatever its own clock (`man 5 proc`). */
const tickMs = 10

async function cpuMsOf(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may contain anything, user and system time are fields 12 and 13.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
