import { fromRoot, isIn } from '../paths.mjs'
import { tables } from '../tables.mjs'

// SQL keywords are in capitals in our statements, so that ordinary sentences do not match.
const mention = /\b(INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN)\s+([a-z_]+)\b/g

/** Which files may name a table in a statement (lint/tables.mjs). */
export const sqlOwners = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path?.startsWith('server/') || /^server\/(db\/migrations|demo)\//.test(path)) return {}
    const look = (node, text) => {
      for (const [, verb, name] of text.matchAll(mention)) {
        const table = Object.hasOwn(tables, name) ? tables[name] : undefined
        const mayWrite = table && [table.owner, ...(table.writers ?? [])]
        const writes = verb !== 'FROM' && verb !== 'JOIN'
        const may = writes ? mayWrite : [...(mayWrite ?? []), ...(table?.readers ?? [])]
        if (table && !may.some((place) => isIn(path, place)))
          context.report({
            node,
            message: `${name} is ${writes ? 'written' : 'read'} by ${may.join(', ')}: call a function of ${table.owner}, or add this place to lint/tables.mjs with a reason.`,
          })
      }
    }
    return {
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
      TemplateElement: (node) => look(node, node.value.raw),
    }
  },
}
