import { fromRoot } from '../paths.mjs'

const inTests = /^(tests|e2e)\//

/** A file must be readable in one sitting, and a function must fit a screen. */
export const sizes = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path || path.endsWith('.gen.ts') || path.startsWith('pictures/')) return {}
    const check = (node) => {
      const { maximum, what } = limitOf(node, path)
      const lines = node.loc.end.line - node.loc.start.line + 1
      if (lines > maximum)
        context.report({
          node,
          message: `This ${what} has ${lines} lines, at most ${maximum}: give one of its jobs a name of its own.`,
        })
    }
    return {
      Program(node) {
        const maximum = inTests.test(path) ? 520 : 330
        const lines = context.sourceCode.lines.length
        if (lines > maximum)
          context.report({
            node,
            message: `This file has ${lines} lines, at most ${maximum}: split it by reason to change.`,
          })
      },
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
    }
  },
}

function limitOf(node, path) {
  // A test file's describe() is a chapter, not a function: only the file's own limit applies.
  if (inTests.test(path) && isDescribe(node.parent)) return { maximum: Infinity, what: 'chapter' }
  return /^[A-Z]/.test(nameOf(node)) ? { maximum: 120, what: 'component' } : { maximum: 75, what: 'function' }
}

/** `describe(…)`, `describe.each(…)(…)`, `test.describe(…)`. */
const isDescribe = (call) =>
  call?.type === 'CallExpression' && /^(test\.)?describe\b/.test(spelled(call.callee))

function spelled(callee) {
  if (callee.type === 'CallExpression') return spelled(callee.callee)
  return callee.type === 'MemberExpression'
    ? `${spelled(callee.object)}.${callee.property.name}`
    : (callee.name ?? '')
}

/** A component's name: that of the function, or of the variable it is assigned to, also through memo() and forwardRef(). */
function nameOf(node) {
  if (node.id) return node.id.name
  const holder = node.parent?.type === 'CallExpression' ? node.parent.parent : node.parent
  return holder?.type === 'VariableDeclarator' ? (holder.id.name ?? '') : ''
}
