import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The key of the card numbers, where no setting gives it (server/card-key.ts). */
export const cardKeyFile = 'card-key'

/** What Larder writes into a data folder. */
const ours = ['database', 'outgoing', 'builds', cardKeyFile]

/** Read, write or search for anybody but the owner. */
const others = 0o077

/**
 * Takes a data folder, and everything that Larder has written into it, from every other user of the machine: an older Larder left the database readable,
 * and writable, to all. The folder itself is closed only while it holds nothing else: DATA_DIR may name a place that is shared, whose other contents are
 * none of our business. Links are not followed. Gives the paths that could not be closed because they are another user's, the topmost of each tree.
 */
export function makePrivate(dataDir: string): string[] {
  const entries = listEntries(dataDir)
  const shared = entries.some((entry) => !ours.includes(entry.name))
  const open = shared ? [] : close(dataDir, 0o700)
  return [
    ...open,
    ...entries.filter((entry) => ours.includes(entry.name)).flatMap((entry) => closeTree(dataDir, entry)),
  ]
}

function closeTree(parent: string, entry: Dirent): string[] {
  const path = join(parent, entry.name)
  if (entry.isFile()) return close(path, 0o600)
  if (!entry.isDirectory()) return []
  const open = close(path, 0o700)
  // Whatever is in a folder that is not ours to close stays as it is, too.
  return open.length > 0 ? open : listEntries(path).flatMap((one) => closeTree(path, one))
}

function close(path: string, mode: number): string[] {
  try {
    if ((lstatSync(path).mode & others) !== 0) chmodSync(path, mode)
    return []
  } catch (error) {
    // The database of a Larder that is running makes and removes files meanwhile.
    if (codeOf(error) === 'ENOENT') return []
    if (codeOf(error) === 'EPERM' || codeOf(error) === 'EACCES') return [path]
    throw error
  }
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
