import { fromRoot, resolveImport } from '../paths.mjs'
import { serverModules } from '../server-modules.mjs'
import { eachImport } from './each-import.mjs'

const inModule = /^server\/modules\/([^/]+)\/(.+)\.ts$/

/** Reports imports that the table of server modules (lint/server-modules.mjs) does not allow. */
export const modules = {
  create(context) {
    const importer = fromRoot(context.filename, context.cwd)
    // The files that assemble the server, and files outside it, are not restricted.
    if (!/^server\/.+\//.test(importer ?? '') || importer.startsWith('server/demo/')) return {}
    const own = inModule.exec(importer)?.[1]
    if (own && !serverModules[own])
      return {
        Program: (node) =>
          context.report({ node, message: `${own} has no row in lint/server-modules.mjs: add one.` }),
      }
    return eachImport(({ node, text }) => {
      const [, other, file] = inModule.exec(resolveImport(text, importer).path ?? '') ?? []
      if (!other || other === own) return
      const message = problem(own, other, file)
      if (message) context.report({ node, message })
    })
  },
}

function problem(own, other, file) {
  if (own && !serverModules[own].may.includes(other))
    return `The module ${own} does not know ${other}: pass what it needs as an argument, or add it to lint/server-modules.mjs with a reason.`
  if (!serverModules[other]?.publicFiles.includes(file))
    return `${file}.ts is ${other}'s own: use one of its public files (lint/server-modules.mjs), or move what others need into one.`
  return undefined
}
