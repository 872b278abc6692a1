import { fromRoot, isIn } from '../paths.mjs'

const message =
  'Inside a transaction only its own connection is used: on the embedded engine, which has one, a call on the database waits for ever. Pass `tx` on, or move the call out of the transaction.'

/** Inside the function of `database.transaction(…)`, the server does not mention the database. */
export const transactions = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path || !isIn(path, 'server')) return {}
    let depth = 0
    return {
      CallExpression(node) {
        for (const argument of node.arguments)
          if (depth > 0 && isDatabase(argument)) context.report({ node: argument, message })
        if (isTransaction(node)) depth++
      },
      'CallExpression:exit'(node) {
        if (isTransaction(node)) depth--
      },
      MemberExpression(node) {
        // The call itself names the database, and is inside only if it is nested in another.
        const isOpening = node.property.name === 'transaction' && node.parent?.type === 'CallExpression'
        if (depth > (isOpening ? 1 : 0) && isDatabase(node.object)) context.report({ node, message })
      },
    }
  },
}

const isTransaction = ({ callee, arguments: [first] }) =>
  callee.type === 'MemberExpression' &&
  callee.property.name === 'transaction' &&
  (first?.type === 'ArrowFunctionExpression' || first?.type === 'FunctionExpression')

/** `database`, and `ports.database`. */
const isDatabase = (node) =>
  (node.type === 'Identifier' && node.name === 'database') ||
  (node.type === 'MemberExpression' && node.property.name === 'database')
