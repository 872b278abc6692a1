import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineSheet } from '#contract/page-format.ts'
import { type BuildManifest, readBuildManifest } from './build-manifest.ts'

/** The stylesheets that a route's screen needs (`/assets/…`), besides those of every page. */
export type SheetsOf = (pattern: string) => InlineSheet[]

/**
 * Reads them from a build's folder: those of a route's own files, and those of its layouts. Empty without a build.
 * @throws when the build has no file that its manifest lists
 */
export function readRouteSheets(portalDir: string): SheetsOf {
  const chunks = readBuildManifest(portalDir)
  if (!chunks) return () => []
  const files = new Map(
    Object.keys(chunks).flatMap((name) =>
      /^src\/routes\/.*\.lazy\.tsx$/.test(name) ? [[patternOf(name), name]] : [],
    ),
  )
  const everyPage = listSheets(chunks, 'index.html')
  const texts = new Map<string, InlineSheet>()
  const read = (sheet: string): InlineSheet => {
    const known = texts.get(sheet) ?? { href: `/${sheet}`, css: readFileSync(join(portalDir, sheet), 'utf8') }
    texts.set(sheet, known)
    return known
  }
  return (pattern) => {
    const own = files.get(pattern)
    if (own === undefined) return []
    const found = [...layoutsOf(own), own].flatMap((name) => listSheets(chunks, name))
    return [...new Set(found)].filter((sheet) => !everyPage.includes(sheet)).map(read)
  }
}

/** `src/routes/_kit/cards.lazy.tsx` is `/cards`: layouts are not part of an address. */
const patternOf = (file: string): string =>
  `/${file
    .replace(/^src\/routes\/|\.lazy\.tsx$/g, '')
    .split('/')
    .filter((part) => !part.startsWith('_') && part !== 'index')
    .join('/')}`

/** `src/routes/_kit.lazy.tsx` is the layout of everything in `src/routes/_kit/`. */
function layoutsOf(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(2, -1).map((_, at) => `${parts.slice(0, at + 3).join('/')}.lazy.tsx`)
}

function listSheets(chunks: BuildManifest, name: string, seen = new Set<string>()): string[] {
  const chunk = chunks[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [...(chunk.imports ?? []).flatMap((one) => listSheets(chunks, one, seen)), ...(chunk.css ?? [])]
}
