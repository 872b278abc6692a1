import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The file of the key for card numbers, where no setting gives it (server/card-key.ts). */
export const cardKeyFile = 'card-key'

/** What Larder writes into a data folder. */
const ours = ['database', 'outgoing', 'builds', cardKeyFile]

/** Read, write or search permission for anybody but the owner. */
const others = 0o077

/**
 * Removes other users' access to a data folder, and to everything that Larder has written into it: an older Larder left the database readable, and writable,
 * for all. The folder itself is closed only if it holds nothing else: DATA_DIR may name a shared place, whose other contents are not ours. Links are not
 * followed. Returns the paths that could not be closed because they are another user's, only the topmost of each tree.
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
  // If a folder is not ours to close, its contents stay as they are, too.
  return open.length > 0 ? open : listEntries(path).flatMap((one) => closeTree(path, one))
}

function close(path: string, mode: number): string[] {
  try {
    if ((lstatSync(path).mode & others) !== 0) chmodSync(path, mode)
    return []
  } catch (error) {
    // A running Larder's database creates and deletes files meanwhile.
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
