import { fromRoot } from '../paths.mjs'

/** Code whose texts guests read: all of them must go through the catalogues (contract/language.ts, docs/decisions/055). */
const forGuests =
  /^src\/(features\/(?!admin|kitchen)|shared\/(?!staff|order-refund)|lib\/(ui|paint|payments|second-factor)\/)/
/** Attributes that are read by people or read out to them. */
const said = new Set([
  'label',
  'aria-label',
  'title',
  'placeholder',
  'alt',
  'header',
  'legend',
  'hint',
  'what',
  'lead',
  'caption',
])
const hasWord = (text) => /[A-Za-z]{2}/.test(text)
/** Two or more words that begin like a sentence: class names, keys and statuses look different. */
const isSentence = (text) => /^[A-Z“][a-z’]+,? [a-z]/.test(text)

/** Texts that need no catalogue: those that go through one already, messages for the log, and types. */
const isApart = ({ type, callee }) =>
  (type === 'CallExpression' && /^(t|message|plural)$/.test(callee.name ?? '')) ||
  (type === 'NewExpression' && (callee.name ?? '').endsWith('Error')) ||
  type === 'TSLiteralType'

/** Reports text that is in no catalogue: in markup, in a readable attribute, or any sentence. It would stay English in every language. */
export const texts = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path || !forGuests.test(path)) return {}
    const report = (node) => context.report({ node, message })
    return {
      Literal(node) {
        if (typeof node.value === 'string' && isSentence(node.value) && !isApart(node.parent)) report(node)
      },
      TemplateLiteral(node) {
        const begins = node.quasis[0].value.cooked ?? ''
        const isTagged = node.parent.type === 'TaggedTemplateExpression'
        if (!isTagged && !isApart(node.parent) && isSentence(begins)) report(node)
      },
      JSXText(node) {
        if (hasWord(node.value)) report(node)
      },
      JSXAttribute(node) {
        const name =
          node.name.type === 'JSXNamespacedName'
            ? `${node.name.namespace.name}:${node.name.name.name}`
            : node.name.name
        if (said.has(name) && node.value?.type === 'Literal' && hasWord(String(node.value.value)))
          report(node)
      },
    }
  },
}

const message =
  'write t(‘…’), or rich`…` where there is markup in it (contract/language.ts): a text that no catalogue has stays English in every language.'
