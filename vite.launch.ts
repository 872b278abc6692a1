import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { CSSOptions, Plugin, ResolveModulePreloadDependenciesFn } from 'vite'

/** What of a build is in the launch though no guest needs it there: taken out while it is built (vite.config.ts; docs/decisions/090). */

/**
 * A class of a CSS module is called by its name and three characters for its file. Vite's own names have more, and the launch lists some three hundred. Alike in
 * every build: the server's markup has the portal's classes.
 */
export const css: CSSOptions = {
  modules: {
    generateScopedName: (name, file) =>
      `${name}_${createHash('sha256')
        .update(relative(import.meta.dirname, file))
        .digest('base64url')
        .slice(0, 3)}`,
  },
}

/**
 * The generated tree of routes without what the router does not read: a route's path where it is made, which is there for its types alone (the tree gives it again),
 * and the names under which a layout lists its children, whose values are taken.
 */
export function slimRouteTree(): Plugin {
  return {
    name: 'larder-slim-route-tree',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/routeTree\.gen\.ts$/ },
      handler(code) {
        let at = 0
        const slim = code
          .replace(/\bcreateFileRoute\(\s*'[^']*',?\s*\)/g, "createFileRoute('')")
          .replace(/^const \w+Children: \w+ = \{[^}]*\}$/gm, (list) =>
            list.replace(/^ +\w+:/gm, () => `${at++}:`),
          )
        if (at === 0 || !slim.includes("createFileRoute('')"))
          this.error('the generated tree of routes is written in another way')
        return { code: slim, map: null }
      },
    },
  }
}

/**
 * What is fetched with a screen's script. Vite would name the launch's own files with each of them, and the rest in an order of each one's own: in one
 * order for all, the lists repeat one another, which compresses.
 */
export function fetchedTogether() {
  const launch = new Set<string>()
  const uses = new Map<string, number>()
  const withSheet = new Set<string>()
  const names = new Map<string, string>()
  const nameOf = (file: string): string => names.get(file) ?? file
  const usesOf = (file: string): number => uses.get(file) ?? 0
  const plugin: Plugin = {
    name: 'larder-fetched-together',
    // Before Vite's own, which asks for the lists.
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const follow = (file: string): void => {
        if (launch.has(file)) return
        launch.add(file)
        chunks.find(({ fileName }) => fileName === file)?.imports.forEach(follow)
      }
      for (const { fileName, name, isEntry, imports, viteMetadata } of chunks) {
        names.set(fileName, name)
        if (isEntry) follow(fileName)
        if (viteMetadata?.importedCss.size) withSheet.add(fileName)
        for (const file of imports) uses.set(file, usesOf(file) + 1)
      }
    },
  }
  const resolveDependencies: ResolveModulePreloadDependenciesFn = (own, files, { hostType }) => {
    if (hostType === 'html') return files
    const rest = files.filter((file) => !launch.has(file))
    // Alone it comes as soon by itself; with a stylesheet, which it waits for, it comes beside that.
    if (rest.length === 1 && !withSheet.has(own)) return []
    // The most used first; of as many uses by name, which the next build has, too.
    return rest.toSorted((a, b) => usesOf(b) - usesOf(a) || nameOf(a).localeCompare(nameOf(b), 'en'))
  }
  return { plugin, resolveDependencies }
}
