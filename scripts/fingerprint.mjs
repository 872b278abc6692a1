import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './progress.mjs'

const notBuilt = /\.test\.tsx?$|README\.md$/

/**
 * One hash over the contents of files and folders, so that an unchanged tree is not built twice. Times are ignored: a fresh checkout has new ones.
 * @param {string[]} inputs paths below the root; missing ones count as missing
 * @param {string} [below] another root
 */
export function fingerprint(inputs, below = root) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const path of inputs.flatMap((one) => filesOf(one, below)))
    hash.update(`\0${path}\0`).update(readFileSync(join(below, path)))
  return hash.digest('hex')
}

/** @returns {string[]} every file below a path, always in the same order */
function filesOf(path, below) {
  const full = join(below, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return notBuilt.test(path) ? [] : [path]
  return readdirSync(full)
    .toSorted()
    .flatMap((name) => filesOf(`${path}/${name}`, below))
}
