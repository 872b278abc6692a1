import { posix } from 'node:path'
import { aliasOf, fromRoot } from '../paths.mjs'
import { eachImport } from './each-import.mjs'

/** `../..` breaks when a file moves, and hides which layer is imported. Folders without an alias (tests, scripts) have no other way. */
export const noClimbing = {
  create(context) {
    const importer = fromRoot(context.filename, context.cwd)
    if (!importer) return {}
    return eachImport(({ node, text }) => {
      if (!text.startsWith('../../')) return
      const alias = aliasOf(posix.join(posix.dirname(importer), text))
      if (alias) context.report({ node, message: `No climbing: write '${alias}'.` })
    })
  },
}

/** An index file that only re-exports hides where things are, and loads a whole folder for one name. */
export const noBarrels = {
  create(context) {
    if (!/[\\/]index\.(ts|tsx|mjs)$/.test(context.filename)) return {}
    return {
      Program(node) {
        const onlyPassesOn =
          node.body.every((one) => passesOn(one) || one.type === 'ImportDeclaration') &&
          node.body.some(passesOn)
        if (onlyPassesOn)
          context.report({ node, message: 'No barrels: import from the file itself and delete this index.' })
      },
    }
  },
}

const passesOn = (one) =>
  one.type === 'ExportAllDeclaration' || (one.type === 'ExportNamedDeclaration' && !one.declaration)

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/

/** One casing for file names. The router determines the names of routes: `$menuId.tsx`, `__root.tsx`. */
export const kebabCase = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path || path.startsWith('src/routes/') || path === 'src/routeTree.gen.ts') return {}
    const name = posix.basename(path)
    if (kebab.test(name)) return {}
    const wanted = name
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .replaceAll('_', '-')
      .toLowerCase()
    return {
      Program: (node) => context.report({ node, message: `File names are kebab-case: ${name} → ${wanted}.` }),
    }
  },
}
