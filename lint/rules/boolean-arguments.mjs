import { fromRoot } from '../paths.mjs'

const product = /^(contract|src|server|conformance)\//

/** Calls of browsers and libraries whose signature is not ours, and `withTimeout`, whose last argument is the value that it gives. */
const theirs =
  /^(addEventListener|removeEventListener|on|importNode|cloneNode|(get|set)(Uint|Int)(16|32)|_default|withTimeout)$/

/** `send(reply, true)` can be read only beside its declaration: a switch has a name at the call, `send(reply, { replayed: true })`. */
export const booleanArguments = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path || !product.test(path)) return {}
    return {
      CallExpression({ callee, arguments: given }) {
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name
        if (given.length < 2 || theirs.test(name ?? '')) return
        for (const node of given)
          if (node.type === 'Literal' && typeof node.value === 'boolean')
            context.report({
              node,
              message: `Nobody can read what \`${node.value}\` means here: pass an object that names it, or give each case a function.`,
            })
      },
    }
  },
}
