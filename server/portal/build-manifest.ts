import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the build with what it brings along: `imports` are keys of the manifest, `css` are files. */
type BuiltFile = { file: string; name?: string; isEntry?: boolean; imports?: string[]; css?: string[] }

/** By the module that a file was made of (`src/routes/about.lazy.tsx`); what several share has a key of its own, and a `name`. */
export type BuildManifest = Record<string, BuiltFile>

/**
 * Which file of a built portal is which: their names are hashes alone (docs/decisions/090). Undefined when there is no build.
 * @param portalDir the folder with `index.html`
 */
export function readBuildManifest(portalDir: string): BuildManifest | undefined {
  const file = join(portalDir, '.vite/manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildManifest) : undefined
}
