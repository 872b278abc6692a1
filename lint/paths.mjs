import { isAbsolute, posix, relative, sep } from 'node:path'
import { aliases, layers } from './layers.mjs'

/** A file's path relative to the root of the tree, with `/` on every platform; undefined outside the tree. */
export function fromRoot(filename, root) {
  const path = (isAbsolute(filename) ? relative(root, filename) : filename).split(sep).join('/')
  return path.startsWith('../') ? undefined : path
}

/** What an import refers to: a path in the tree, a package, or something the table does not cover (virtual modules). */
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

/** Whether a path is a folder or something in it; `*` stands for one name. */
export function isIn(path, folder) {
  const wanted = folder.split('/')
  const parts = path.split('/')
  return wanted.every((name, at) => parts[at] !== undefined && (name === '*' || name === parts[at]))
}

/** The table's row for a path, with the folder's `*` filled in; undefined if there is none. */
export function findLayer(path) {
  const fitting = layers
    .filter((layer) => isIn(path, layer.folder))
    .toSorted((a, b) => b.folder.length - a.folder.length)
  if (!fitting[0]) return undefined
  const depth = fitting[0].folder.split('/').length
  return { ...fitting[0], folder: path.split('/').slice(0, depth).join('/') }
}

/** `@chakra-ui/*` matches `@chakra-ui/react`. */
export const fitsName = (name, pattern) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** The import alias for a path in the tree, if it has one. */
export function aliasOf(path) {
  const alias = Object.entries(aliases).find(([, folder]) => path.startsWith(folder))
  return alias ? alias[0] + path.slice(alias[1].length) : undefined
}
