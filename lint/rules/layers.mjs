import { packages } from '../packages.mjs'
import { findLayer, fitsName, fromRoot, isIn, resolveImport } from '../paths.mjs'
import { eachImport } from './each-import.mjs'

/** Reports imports that the table (lint/layers.mjs) does not allow, with where the code belongs instead. */
export const layers = {
  create(context) {
    const importer = fromRoot(context.filename, context.cwd)
    if (!importer?.includes('/') || importer.endsWith('.d.ts')) return {}
    const layer = findLayer(importer)
    if (!layer) return { Program: (node) => context.report({ node, message: noLayerMessage(importer) }) }
    return eachImport(({ node, text, typesOnly }) => {
      const target = resolveImport(text, importer)
      const message =
        target.path === undefined
          ? packageProblem(target.package, layer, importer)
          : pathProblem(target.path, layer, typesOnly)
      if (message) context.report({ node, message })
    })
  },
}

const noLayerMessage = (path) =>
  `${path} is in no layer of lint/layers.mjs: move it into one, or add the layer there with a decision record.`

function pathProblem(path, layer, typesOnly) {
  if (isIn(path, layer.folder) || layer.may.includes('*')) return undefined
  if ((layer.except ?? []).some((folder) => isIn(path, folder))) return refusal(path, layer)
  if (layer.may.some((folder) => isIn(path, folder)) || layer.mayPaths?.test(path)) return undefined
  const types = (layer.mayTypes ?? []).some((folder) => isIn(path, folder))
  if ((types && typesOnly) || layer.mayValues?.includes(path)) return undefined
  return types
    ? `${layer.folder} takes only types from ${path}: write \`import type\`, or ${layer.instead}.`
    : refusal(path, layer)
}

const refusal = (path, layer) => `${layer.folder} may not import ${path}: ${layer.instead}.`

function packageProblem(name, layer, importer) {
  if (!name) return undefined
  if (layer.packages && !layer.packages.includes(name))
    return `${layer.folder} may not import the package ${name}: ${layer.instead}.`
  const ban = packages.find(({ names }) => names.some((pattern) => fitsName(name, pattern)))
  const lives = (folder) => isIn(importer, folder)
  const allowed = !ban || (ban.only ? ban.only.some(lives) : !ban.never.some(lives))
  return allowed ? undefined : `${name} may not be imported in ${layer.folder}: ${ban.instead}.`
}
