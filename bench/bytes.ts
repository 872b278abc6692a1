import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readBuildManifest } from '#server/portal/build-manifest.ts'

/**
 * The scripts that a first visit loads before the portal is usable: the entry, everything it imports statically, and what the page preloads.
 * @param portal the built portal, with Vite's manifest
 */
export async function initialScripts(portal: string): Promise<string[]> {
  const manifest = readBuildManifest(portal) ?? {}
  const page = await readFile(join(portal, 'index.html'), 'utf8')
  const files = new Set(
    [...page.matchAll(/<link[^>]+rel="modulepreload"[^>]+href="\/?([^"]+)"/g)].map(([, href]) => href!),
  )
  const follow = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(follow)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) follow(key)
  return [...files].filter((file) => file.endsWith('.js'))
}

/** `name`: a readable name for the file, whose own name is a hash. */
type Weight = { file: string; name: string; gzip: number }

/** Each file's size in bytes, compressed as it is sent. */
export async function measureSizes(portal: string, files: string[]): Promise<Weight[]> {
  const names = new Map(
    Object.values(readBuildManifest(portal) ?? {}).map(({ file, name }) => [file, name ?? file]),
  )
  const bodies = await Promise.all(files.map((file) => readFile(join(portal, file))))
  return files.map((file, at) => ({
    file,
    name: names.get(file) ?? file,
    gzip: gzipSync(bodies[at]!, { level: 9 }).length,
  }))
}

export const kibibytes = (weights: Weight[]): number =>
  weights.reduce((sum, { gzip }) => sum + gzip, 0) / 1024
