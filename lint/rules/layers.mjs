import { packages } from '../packages.mjs'
import { findRoom, fitsName, fromRoot, isIn, resolveImport } from '../paths.mjs'
import { eachImport } from './each-import.mjs'

/** Reports imports that the table (lint/layers.mjs) does not allow, with where the code belongs instead. */
export const layers = {
  create(context) {
    const importer = fromRoot(context.filename, context.cwd)
    if (!importer?.includes('/') || importer.endsWith('.d.ts')) return {}
    const room = findRoom(importer)
    if (!room) return { Program: (node) => context.report({ node, message: noLayerMessage(importer) }) }
    return eachImport(({ node, text, typesOnly }) => {
      const target = resolveImport(text, importer)
      const message =
        target.path === undefined
          ? packageProblem(target.package, room, importer)
          : pathProblem(target.path, room, typesOnly)
      if (message) context.report({ node, message })
    })
  },
}

const noLayerMessage = (path) =>
  `${path} is in no room of lint/layers.mjs: move it into one, or add the room there with a decision record.`

function pathProblem(path, room, typesOnly) {
  if (isIn(path, room.folder) || room.may.includes('*')) return undefined
  if ((room.except ?? []).some((folder) => isIn(path, folder))) return refusal(path, room)
  if (room.may.some((folder) => isIn(path, folder)) || room.mayPaths?.test(path)) return undefined
  const types = (room.mayTypes ?? []).some((folder) => isIn(path, folder))
  if ((types && typesOnly) || room.mayValues?.includes(path)) return undefined
  return types
    ? `${room.folder} takes only types from ${path}: write \`import type\`, or ${room.instead}.`
    : refusal(path, room)
}

const refusal = (path, room) => `${room.folder} may not import ${path}: ${room.instead}.`

function packageProblem(name, room, importer) {
  if (!name) return undefined
  if (room.packages && !room.packages.includes(name))
    return `${room.folder} may not import the package ${name}: ${room.instead}.`
  const ban = packages.find(({ names }) => names.some((pattern) => fitsName(name, pattern)))
  const lives = (folder) => isIn(importer, folder)
  const allowed = !ban || (ban.only ? ban.only.some(lives) : !ban.never.some(lives))
  return allowed ? undefined : `${name} may not be imported in ${room.folder}: ${ban.instead}.`
}
