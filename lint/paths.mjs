import { isAbsolute, posix, relative, sep } from 'node:path'
import { aliases, rooms } from './layers.mjs'

/** A file's path from the root of the tree, with `/`, whatever the platform; undefined outside the tree. */
export function fromRoot(filename, root) {
  const path = (isAbsolute(filename) ? relative(root, filename) : filename).split(sep).join('/')
  return path.startsWith('../') ? undefined : path
}

/** What an import's text means: a path in the tree, a package, or nothing that concerns the table (virtual modules). */
export function resolveImport(text, importer) {
  const bare = text.replace(/[?#](?!contract|db|lib|features|server)[^/]*$/, '')
  if (bare.startsWith('.')) return { path: posix.join(posix.dirname(importer), bare) }
  const alias = Object.keys(aliases).find((start) => bare.startsWith(start))
  if (alias) return { path: aliases[alias] + bare.slice(alias.length) }
  if (bare.startsWith('#') || bare.startsWith('/') || bare.startsWith('virtual:')) return {}
  if (bare.startsWith('node:')) return { package: bare }
  return {
    package: bare
      .split('/')
      .slice(0, bare.startsWith('@') ? 2 : 1)
      .join('/'),
  }
}

/** Whether a path is a folder's own or below it; `*` stands for one name. */
export function isIn(path, folder) {
  const wanted = folder.split('/')
  const parts = path.split('/')
  return wanted.every((name, at) => parts[at] !== undefined && (name === '*' || name === parts[at]))
}

/** The row of the table for a path, with the folder's `*` filled in; undefined where the table has none. */
export function findRoom(path) {
  const fitting = rooms
    .filter((room) => isIn(path, room.folder))
    .toSorted((a, b) => b.folder.length - a.folder.length)
  if (!fitting[0]) return undefined
  const depth = fitting[0].folder.split('/').length
  return { ...fitting[0], folder: path.split('/').slice(0, depth).join('/') }
}

/** `@chakra-ui/*` fits `@chakra-ui/react`. */
export const fitsName = (name, pattern) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** How a path in the tree is written as an import, where it has an alias. */
export function aliasOf(path) {
  const alias = Object.entries(aliases).find(([, folder]) => path.startsWith(folder))
  return alias ? alias[0] + path.slice(alias[1].length) : undefined
}
