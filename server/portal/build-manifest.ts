import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the build with its dependencies: `imports` are keys of the manifest, `css` are files. */
type BuiltFile = { file: string; name?: string; isEntry?: boolean; imports?: string[]; css?: string[] }

/** Keyed by the source module of a file (`src/routes/about.lazy.tsx`); a shared chunk has a key of its own, and a `name`. */
export type BuildManifest = Record<string, BuiltFile>

/**
 * Reads which file of a built portal is which: their names are only hashes (docs/decisions/090). Undefined when there is no build.
 * @param portalDir the folder with `index.html`
 */
export function readBuildManifest(portalDir: string): BuildManifest | undefined {
  const file = join(portalDir, '.vite/manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildManifest) : undefined
}
