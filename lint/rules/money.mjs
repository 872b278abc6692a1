import { fromRoot } from '../paths.mjs'

const instead =
  'money is integer cents and its text is made in contract/money.ts (formatCents, parseCurrency) and beside it: currency-text.ts, rates.ts, typed-dollars.ts'

const places = ['contract/money.ts', 'contract/rates.ts']

/** Floats lose cents. Only contract/money.ts turns cents into text and back; contract/rates.ts reads rates. */
export const money = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path || places.includes(path) || !/^(contract|src|server)\//.test(path)) return {}
    const refuse = (node, what) => context.report({ node, message: `No ${what} here: ${instead}.` })
    return {
      CallExpression({ callee }) {
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name
        if (name === 'toFixed' || name === 'parseFloat') refuse(callee, name)
      },
      BinaryExpression(node) {
        if (node.operator === '/' && node.right.value === 100) refuse(node, '`/ 100`')
      },
    }
  },
}
