import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from './fingerprint.mjs'

/** What a portal is made of. */
const sources = ['contract', 'src', 'index.html', 'package-lock.json', 'vite.config.ts', 'vite.launch.ts']

/**
 * A name for the portal that is built from a tree. The version alone does not do: the specification fixes it, so that one build after another has the same.
 * @param {string} root the tree
 */
export function buildName(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${version}-${fingerprint(sources, root).slice(0, 8)}`
}
