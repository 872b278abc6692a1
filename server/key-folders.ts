import { readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Settings } from '#server/env.ts'

/** The folders of keys that settings name: outside of the source tree, and readable only by Larder's user (docs/operating.md, Stripe and Wallet passes). */

/**
 * Warnings at the start about keys that others can get: those that a copy or commit of the tree would include, and those that any user of the machine can read.
 */
export function listKeyWarnings(
  { stripe: { keysDir }, walletKeysDir }: Pick<Settings, 'stripe' | 'walletKeysDir'>,
  root: string,
): string[] {
  return [
    { name: 'STRIPE_KEYS_DIR', folder: keysDir, depth: 0 },
    { name: 'WALLET_KEYS_DIR', folder: walletKeysDir, depth: 1 },
  ].flatMap(({ name, folder, depth }) => {
    if (folder === undefined) return []
    const open = isEnterable(folder) ? listFiles(realpathSync(folder), depth).filter(isOpenToAll) : []
    return [
      ...(isWithin(realpathSync(folder), realpathSync(root))
        ? [`WARNING: ${name} is inside of the source tree, ${folder}: move the keys out of it.`]
        : []),
      ...(open.length > 0
        ? [
            `WARNING: every user of this machine can read the keys in ${open.join(', ')}: run chmod -R go= ${folder}`,
          ]
        : []),
    ]
  })
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}${sep}`)

/** The files of a folder, or of its subfolders. */
const listFiles = (folder: string, depth: number): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (depth > 0) return entry.isDirectory() ? listFiles(path, depth - 1) : []
    return entry.isFile() ? [path] : []
  })

/** A file that everybody may read is still safe if nobody else can enter its folder. */
const isOpenToAll = (file: string): boolean =>
  (statSync(file).mode & 0o004) !== 0 && isEnterable(dirname(file))

const isEnterable = (folder: string): boolean => (statSync(folder).mode & 0o001) !== 0
