import { fromRoot, isIn } from '../paths.mjs'

/** Layers that the simulator must be able to run: the outside world comes in as an argument. */
const simulated = ['contract', 'src/db', 'src/lib/sync', 'server/modules']

const calls = {
  'Date.now': 'take a Clock (contract/ports.ts) and call clock.now()',
  'performance.now': 'take a Clock (contract/ports.ts) and call clock.now()',
  'Math.random': 'take Ids (contract/ports.ts): ids.uuid() or ids.secret()',
  'crypto.randomUUID': 'take Ids (contract/ports.ts) and call ids.uuid()',
  'crypto.getRandomValues': 'take Ids (contract/ports.ts) and call ids.secret()',
}

const globals = {
  fetch: 'take the Net port and let the caller bring the network',
  navigator: 'take what you need of it (Locks, Store, reachability) as a port',
}

/** The simulated layers take time, randomness and the network as ports; otherwise two runs of one seed would differ. */
export const ports = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path || !simulated.some((layer) => isIn(path, layer))) return {}
    const refuse = (node, what, instead) => context.report({ node, message: `No ${what} here: ${instead}.` })
    return {
      MemberExpression(node) {
        const name = nameOf(node)
        if (name in calls) refuse(node, name, calls[name])
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0)
          refuse(node, 'new Date() without an argument', calls['Date.now'])
      },
      CallExpression(node) {
        if (node.callee.name === 'Date') refuse(node, 'Date()', calls['Date.now'])
      },
      'Program:exit'(node) {
        for (const [name, instead] of Object.entries(globals)) {
          for (const reference of readsOfGlobal(context.sourceCode.getScope(node), name))
            refuse(reference.identifier, name, instead)
        }
      },
    }
  },
}

/** The dotted name of an expression: `Date.now` for both `Date.now` and `globalThis.Date.now`. */
function nameOf(node) {
  if (node.computed || node.property.type !== 'Identifier') return ''
  const owner = node.object.type === 'MemberExpression' ? node.object.property : node.object
  return `${owner.name}.${node.property.name}`
}

/** A parameter called `fetch` is a port and allowed; only a name that the file does not declare is the global. */
function readsOfGlobal(scope, name) {
  const known = scope.set.get(name)
  return known ? known.references : scope.through.filter(({ identifier }) => identifier.name === name)
}
